import { scaleLinear, scaleTime } from 'd3-scale';
import type { ModelList } from '../../../client/client';
import { Card } from '../../components/card';
import { Measured } from '../../components/measured';
import { score } from '../../format/numbers';
import { chooseLabels, type Label } from './choose-labels';

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

function scalesOf(models: readonly Model[], levels: readonly Level[], width: number, margin: Margins) {
  const times = models.flatMap(({ firstResolvedAt, lastResolvedAt }) => [firstResolvedAt, lastResolvedAt]);
  const [from, to] = [Math.min(...times.map(Date.parse)), Math.max(...times.map(Date.parse))];
  const room = Math.max((to - from) * 0.02, 3_600_000);
  const values = [...models.map(({ brier }) => brier.mean), ...levels.map(({ mean }) => mean)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const edge = Math.max(0.01, (high - low) * 0.08);
  const x = scaleTime([from - room, to + room], [margin.left, width - margin.right]);
  const y = scaleLinear([Math.max(0, low - edge), high + edge], [height - margin.bottom, margin.top]);
  return { x, y };
}

/** Reference lines first, then the best and the worst model, then the others by rank. */
function labelsOf(models: readonly Model[], levels: readonly Level[], y: (value: number) => number): Label[] {
  const ranked = [...models].sort((a, b) => a.brier.mean - b.brier.mean);
  const byImportance = [...ranked.slice(0, 1), ...ranked.slice(1).slice(-1), ...ranked.slice(1, -1)];
  return [
    ...levels.map(({ label, mean }) => ({ text: `${label} ${score(mean)}`, at: y(mean), isModel: false })),
    ...byImportance.map(({ model, brier }) => ({
      text: model.length > maxLabelLength ? `${model.slice(0, maxLabelLength - 1)}…` : model,
      at: y(brier.mean),
      isModel: true,
    })),
  ];
}

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

interface Scales extends ReturnType<typeof scalesOf> {
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

function Drawing({ list, width }: { list: ModelList; width: number }) {
  const models = list.models.slice(0, maxModels);
  const levels = levelsOf(list);
  const isBeside = width >= minBeside;
  const margin: Margins = { left: 40, right: isBeside ? 200 : 8, top: 20, bottom: 26 };
  const { x, y } = scalesOf(models, levels, width, margin);
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
      {models.map(({ model, brier, firstResolvedAt, lastResolvedAt }) => (
        <g key={model}>
          <title>{`${model}: ${score(brier.mean)}, 95% interval ${score(brier.low)} to ${score(brier.high)}`}</title>
          <line
            x1={x(Date.parse(firstResolvedAt))}
            x2={x(Date.parse(lastResolvedAt))}
            y1={y(brier.mean)}
            y2={y(brier.mean)}
            stroke="var(--accent)"
            strokeWidth={1.5}
            opacity={0.4}
          />
          <circle cx={x(Date.parse(lastResolvedAt))} cy={y(brier.mean)} r={4} fill="var(--accent)" />
        </g>
      ))}
      <Labels labels={labelsOf(models, levels, y)} end={end} isBeside={isBeside} />
    </svg>
  );
}

/** Scores by the date of their markets, with agents, people and the market as reference lines. */
export function ModelChart({ list }: { list: ModelList }) {
  return (
    <Card title="Score and date">
      <Measured height={height}>{width => <Drawing list={list} width={width} />}</Measured>
      <p className="mt-1 text-12 text-quiet">
        Brier score of each model, from the first to the last resolution that it was scored on. Lower is better. Dashed:
        agents, people and the market. The table names every model.
      </p>
    </Card>
  );
}
