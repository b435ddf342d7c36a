import { scaleLinear, scaleTime } from 'd3-scale';
import type { ModelList } from '../../../client/client';
import { Card } from '../../components/card';
import { Measured } from '../../components/measured';
import { score } from '../../format/numbers';
import { outcomeColour } from '../../format/outcome-colour';

const height = 320;
const margin = { left: 44, right: 16, top: 16, bottom: 26 };
/** More labels than this are a tangle; the table has them all. */
const maxModels = 12;
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: '2-digit' });

type Model = ModelList['models'][number];

interface Level {
  readonly label: string;
  readonly mean: number;
}

/** The lines that models are compared with. */
function levelsOf({ groups, baselines }: ModelList): Level[] {
  const market = baselines.find(({ name }) => name === 'market');
  return [
    ...groups.map(({ kind, brier }) => ({ label: kind === 'agent' ? 'All agents' : 'All people', mean: brier.mean })),
    ...(market ? [{ label: 'Market', mean: market.mean }] : []),
  ];
}

function scalesOf(models: readonly Model[], levels: readonly Level[], width: number) {
  const times = models.flatMap(({ firstResolvedAt, lastResolvedAt }) => [firstResolvedAt, lastResolvedAt]);
  const [from, to] = [Math.min(...times.map(Date.parse)), Math.max(...times.map(Date.parse))];
  const room = Math.max((to - from) * 0.03, 3_600_000);
  const values = [...models.flatMap(({ brier }) => [brier.low, brier.high]), ...levels.map(({ mean }) => mean)];
  const x = scaleTime([from - room, to + room], [margin.left, width - margin.right]);
  const y = scaleLinear(
    [Math.max(0, Math.min(...values) - 0.01), Math.max(...values) + 0.01],
    [height - margin.bottom, margin.top],
  );
  return { x, y };
}

/** Keeps labels 14 pixels apart, in the order of their scores. */
function labelHeights(models: readonly Model[], y: (value: number) => number): ReadonlyMap<string, number> {
  let last = Number.NEGATIVE_INFINITY;
  const sorted = [...models].sort((a, b) => y(a.brier.mean) - y(b.brier.mean));
  return new Map(
    sorted.map(({ model, brier }) => {
      last = Math.max(y(brier.mean), last + 14);
      return [model, last];
    }),
  );
}

function Drawing({ list, width }: { list: ModelList; width: number }) {
  const models = list.models.slice(0, maxModels);
  const levels = levelsOf(list);
  const { x, y } = scalesOf(models, levels, width);
  const heights = labelHeights(models, y);
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label="Brier score of each model over the time in which its markets were resolved; the table below has the numbers"
      className="block"
    >
      <g fontSize={12} fill="var(--quiet)">
        {y.ticks(5).map(tick => (
          <g key={tick}>
            <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
            <text x={margin.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
              {tick.toFixed(2)}
            </text>
          </g>
        ))}
        {x.ticks(Math.max(2, Math.floor(width / 160))).map(tick => (
          <text key={tick.getTime()} x={x(tick)} y={height - 6} textAnchor="middle">
            {dates.format(tick)}
          </text>
        ))}
        {levels.map(({ label, mean }) => (
          <g key={label}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={y(mean)}
              y2={y(mean)}
              stroke="var(--quiet)"
              strokeDasharray="4 4"
            />
            <text x={margin.left + 6} y={y(mean) - 5}>
              {label} {score(mean)}
            </text>
          </g>
        ))}
      </g>
      {models.map(({ model, brier, firstResolvedAt, lastResolvedAt }, index) => {
        const [from, to] = [x(Date.parse(firstResolvedAt)), x(Date.parse(lastResolvedAt))];
        return (
          <g key={model}>
            <title>{`${model}: ${score(brier.mean)}, 95% interval ${score(brier.low)} to ${score(brier.high)}`}</title>
            <line
              x1={from}
              x2={to}
              y1={y(brier.mean)}
              y2={y(brier.mean)}
              stroke={outcomeColour(index)}
              strokeWidth={2}
            />
            <line x1={to} x2={to} y1={y(brier.low)} y2={y(brier.high)} stroke={outcomeColour(index)} opacity={0.5} />
            <circle cx={to} cy={y(brier.mean)} r={4.5} fill={outcomeColour(index)} />
            <text
              x={to - 10}
              y={(heights.get(model) ?? 0) - 7}
              textAnchor="end"
              fontSize={12}
              fontWeight={500}
              fill="var(--ink)"
            >
              {model}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Scores against the dates of the markets that they come from, with agents, people and the market as lines. */
export function ModelChart({ list }: { list: ModelList }) {
  return (
    <Card title="Score and date">
      <Measured height={height}>{width => <Drawing list={list} width={width} />}</Measured>
      <p className="mt-1 text-12 text-quiet">
        Each model’s line spans the resolutions that it was scored on, with the 95% interval at its end. Lower is
        better.
      </p>
    </Card>
  );
}
