import { scaleLinear, scaleTime } from 'd3-scale';
import { line } from 'd3-shape';
import { Card } from '../../components/card';
import { Measured } from '../../components/measured';
import { score } from '../../format/numbers';
import { dayOf } from '../../format/time';
import type { ScoredEvent } from './scored-event';

const height = 180;
const margin = { left: 44, right: 8, top: 8, bottom: 22 };

interface Step {
  readonly at: number;
  readonly brier: number;
  readonly marketBrier: number;
}

/** The running means after each resolution. */
function runningMeans(events: readonly ScoredEvent[]): Step[] {
  let [own, market] = [0, 0];
  return [...events]
    .sort((a, b) => a.resolvedAt.localeCompare(b.resolvedAt))
    .map(({ resolvedAt, brier, marketBrier }, index) => {
      own += brier;
      market += marketBrier;
      return { at: Date.parse(resolvedAt), brier: own / (index + 1), marketBrier: market / (index + 1) };
    });
}

interface Scales {
  readonly x: (at: number) => number;
  readonly y: ReturnType<typeof scaleLinear<number, number>>;
}

function pathOf(steps: readonly Step[], { x, y }: Scales, value: (step: Step) => number): string {
  return (
    line<Step>(
      step => x(step.at),
      step => y(value(step)),
    )(steps as Step[]) ?? ''
  );
}

function Drawing({ steps, width }: { steps: readonly Step[]; width: number }) {
  const [first, last] = [steps[0], steps[steps.length - 1]];
  const most = Math.max(0.05, ...steps.flatMap(step => [step.brier, step.marketBrier])) * 1.1;
  const x = scaleTime([first.at, last.at], [margin.left, width - margin.right]);
  const y = scaleLinear([0, most], [height - margin.bottom, margin.top]);
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`Mean Brier score after each resolution, now ${score(last.brier)}; the market’s is ${score(last.marketBrier)}`}
    >
      {y.ticks(4).map(tick => (
        <g key={tick}>
          <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text
            x={margin.left - 8}
            y={y(tick)}
            textAnchor="end"
            dominantBaseline="middle"
            fontSize={12}
            fill="var(--quiet)"
          >
            {tick.toFixed(2)}
          </text>
        </g>
      ))}
      <path
        d={pathOf(steps, { x, y }, step => step.marketBrier)}
        fill="none"
        stroke="var(--quiet)"
        strokeWidth={1.5}
        strokeDasharray="4 4"
      />
      <path d={pathOf(steps, { x, y }, step => step.brier)} fill="none" stroke="var(--accent)" strokeWidth={2} />
      <g fontSize={12} fill="var(--quiet)">
        <text x={margin.left} y={height - 4}>
          {dayOf(new Date(first.at).toISOString())}
        </text>
        <text x={width - margin.right} y={height - 4} textAnchor="end">
          {dayOf(new Date(last.at).toISOString())}
        </text>
      </g>
    </svg>
  );
}

/** The running mean Brier score after each resolved market, and that of the market price on the same markets. */
export function ScoreHistory({ events, isWhole }: { events: readonly ScoredEvent[]; isWhole: boolean }) {
  const steps = runningMeans(events);
  return (
    <Card title="Score history">
      <Measured height={height}>{width => <Drawing steps={steps} width={width} />}</Measured>
      <p className="mt-1 text-12 text-quiet">
        Mean Brier after each {isWhole ? 'resolved market' : `of the newest ${events.length} resolved markets`}. Dashed:
        the market’s prices over the same time. Lower is better.
      </p>
    </Card>
  );
}
