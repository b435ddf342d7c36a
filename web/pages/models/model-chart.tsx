import { scaleLinear, scaleTime } from 'd3-scale';
import type { ModelList } from '../../../client/client';
import { Card } from '../../components/card';
import { Measured } from '../../components/measured';
import { score } from '../../format/numbers';
import { chooseLabels, type Label } from './choose-labels';
import { mainRange } from './main-range';

const height = 360;
/** The maximum number of readable lines; the table lists all models. */
const maxModels = 12;
const maxLabelLength = 28;
/** Narrower charts have no room for labels next to the lines. */
const minBeside = 640;
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: '2-digit' });

type Model = ModelList['models'][number];

interface Level {
  readonly label: string;
  readonly mean: number;
}

interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The reference lines for models. */
function levelsOf({ groups, baselines }: ModelList): Level[] {
  const market = baselines.find(({ name }) => name === 'market');
  return [
    ...groups.map(({ kind, brier }) => ({ label: kind === 'agent' ? 'All agents' : 'All people', mean: brier.mean })),
    ...(market ? [{ label: 'Market', mean: market.mean }] : []),
  ];
}

/** The height of the row of an outlier, beyond the scale. */
const outlierHeight = 26;

/** Models outside the main range. They are drawn in separate rows beyond the scale, nearest score first. */
function outliersOf(models: readonly Model[], levels: readonly Level[]) {
  const [low, high] = mainRange([...models.map(({ brier }) => brier.mean), ...levels.map(({ mean }) => mean)]);
  const ranked = [...models].sort((a, b) => a.brier.mean - b.brier.mean);
  return {
    low,
    high,
    above: ranked.filter(({ brier }) => brier.mean > high),
    below: ranked.filter(({ brier }) => brier.mean < low).reverse(),
  };
}

function scalesOf(models: readonly Model[], levels: readonly Level[], width: number, margin: Margins) {
  const times = models.flatMap(({ firstResolvedAt, lastResolvedAt }) => [firstResolvedAt, lastResolvedAt]);
  const [from, to] = [Math.min(...times.map(Date.parse)), Math.max(...times.map(Date.parse))];
  const room = Math.max((to - from) * 0.02, 3_600_000);
  const { low, high, above, below } = outliersOf(models, levels);
  const edge = Math.max(0.005, (high - low) * 0.08);
  const x = scaleTime([from - room, to + room], [margin.left, width - margin.right]);
  const [top, bottom] = [margin.top + above.length * outlierHeight, margin.bottom + below.length * outlierHeight];
  const y = scaleLinear([Math.max(0, low - edge), high + edge], [height - bottom, top]);
  const rowOf = (model: Model) => {
    if (above.includes(model)) return top - (above.indexOf(model) + 0.6) * outlierHeight;
    if (below.includes(model)) return height - bottom + (below.indexOf(model) + 0.6) * outlierHeight;
    return y(model.brier.mean);
  };
  return { x, y, rowOf, outliers: [...above, ...below] };
}

const nameOf = ({ model }: Model) => (model.length > maxLabelLength ? `${model.slice(0, maxLabelLength - 1)}…` : model);

/** Reference lines first, then the best and the worst model, then the others by rank. */
function labelsOf(models: readonly Model[], levels: readonly Level[], { y, rowOf, outliers }: Scale): Label[] {
  const ranked = models.filter(model => !outliers.includes(model)).sort((a, b) => a.brier.mean - b.brier.mean);
  const byImportance = [...ranked.slice(0, 1), ...ranked.slice(1).slice(-1), ...ranked.slice(1, -1)];
  return [
    ...outliers.map(model => ({ text: outlierText(model), at: rowOf(model), isModel: true })),
    ...levels.map(({ label, mean }) => ({ text: `${label} ${score(mean)}`, at: y(mean), isModel: false })),
    ...byImportance.map(model => ({ text: nameOf(model), at: rowOf(model), isModel: true })),
  ];
}

const outlierText = (model: Model) => `${nameOf(model)} ${score(model.brier.mean)}`;

/** Names next to the ends of the lines or, on a narrow chart, above them. */
function Labels({ labels, end, isBeside }: { labels: readonly Label[]; end: number; isBeside: boolean }) {
  return chooseLabels(labels, isBeside ? 'beside' : 'above').map(({ text, at, isModel }) => (
    <text
      key={text}
      x={isBeside ? end + 8 : end - 10}
      y={isBeside ? at : at - 8}
      textAnchor={isBeside ? 'start' : 'end'}
      dominantBaseline="middle"
      fontSize={12}
      fill={isModel ? 'var(--ink)' : 'var(--quiet)'}
      fontStyle={isModel ? 'normal' : 'italic'}
    >
      {text}
    </text>
  ));
}

type Scale = ReturnType<typeof scalesOf>;

interface Scales extends Pick<Scale, 'x' | 'y'> {
  readonly margin: Margins;
  readonly end: number;
}

function Axes({ x, y, margin, end, levels }: Scales & { readonly levels: readonly Level[] }) {
  return (
    <g fontSize={12} fill="var(--quiet)">
      {y.ticks(5).map(tick => (
        <g key={tick}>
          <line x1={margin.left} x2={end} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={margin.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
            {tick.toFixed(2)}
          </text>
        </g>
      ))}
      {x.ticks(Math.max(2, Math.floor((end - margin.left) / 130))).map(tick => (
        <text key={tick.getTime()} x={x(tick)} y={height - 6} textAnchor="middle">
          {dates.format(tick)}
        </text>
      ))}
      {levels.map(({ label, mean }) => (
        <line
          key={label}
          x1={margin.left}
          x2={end}
          y1={y(mean)}
          y2={y(mean)}
          stroke="var(--quiet)"
          strokeDasharray="4 4"
        />
      ))}
    </g>
  );
}

interface ModelLineProps extends Pick<Scale, 'x'> {
  readonly model: Model;
  readonly at: number;
  readonly isOutlier: boolean;
}

/** A hollow dot and a dashed line mark a score that is off the scale. */
function ModelLine({ model: { model, brier, firstResolvedAt, lastResolvedAt }, x, at, isOutlier }: ModelLineProps) {
  const [from, to] = [x(Date.parse(firstResolvedAt)), x(Date.parse(lastResolvedAt))];
  return (
    <g>
      <title>{`${model}: ${score(brier.mean)}, 95% interval ${score(brier.low)} to ${score(brier.high)}`}</title>
      <line
        x1={from}
        x2={to}
        y1={at}
        y2={at}
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeDasharray={isOutlier ? '2 4' : undefined}
        opacity={isOutlier ? 0.7 : 0.4}
      />
      <circle
        cx={to}
        cy={at}
        r={4}
        fill={isOutlier ? 'var(--surface)' : 'var(--accent)'}
        stroke="var(--accent)"
        strokeWidth={isOutlier ? 1.5 : 0}
      />
    </g>
  );
}

function Drawing({ list, width }: { list: ModelList; width: number }) {
  const models = list.models.slice(0, maxModels);
  const levels = levelsOf(list);
  const isBeside = width >= minBeside;
  const margin: Margins = { left: 40, right: isBeside ? 200 : 8, top: 20, bottom: 26 };
  const scale = scalesOf(models, levels, width, margin);
  const { x, y, rowOf, outliers } = scale;
  const end = width - margin.right;
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label="Brier score of each model over the time in which its markets were resolved; the table below has the numbers"
      className="block"
    >
      <Axes x={x} y={y} margin={margin} end={end} levels={levels} />
      {models.map(model => (
        <ModelLine key={model.model} model={model} x={x} at={rowOf(model)} isOutlier={outliers.includes(model)} />
      ))}
      <Labels labels={labelsOf(models, levels, scale)} end={end} isBeside={isBeside} />
    </svg>
  );
}

/** Scores by the date of their markets, with agents, people and the market as reference lines. */
export function ModelChart({ list }: { list: ModelList }) {
  const { above, below } = outliersOf(list.models.slice(0, maxModels), levelsOf(list));
  const outliers = [...above, ...below];
  return (
    <Card title="Score and date">
      <Measured height={height}>{width => <Drawing list={list} width={width} />}</Measured>
      <p className="mt-1 text-12 text-quiet">
        Brier score of each model, from the first to the last resolution that it was scored on. Lower is better. Dashed:
        agents, people and the market. The table names every model.
        {outliers.length > 0 && ` Off the scale, with a hollow dot: ${outliers.map(outlierText).join(', ')}.`}
      </p>
    </Card>
  );
}
