import { area } from 'd3-shape';
import type { BookLevel } from '../../../../client/client';
import { short } from '../../../format/numbers';

const width = 720;
const height = 150;
const bottom = 22;

interface Step {
  readonly priceBps: number;
  readonly total: number;
}

function cumulative(levels: readonly BookLevel[], midBps: number): Step[] {
  let total = 0;
  const steps = levels.map(({ priceBps, credits }) => {
    total += credits;
    return { priceBps, total };
  });
  return [{ priceBps: midBps, total: 0 }, ...steps];
}

type Scale = (value: number) => number;

/** Maps a range of values to pixels. d3-scale does more than this page needs. */
function linear([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  return value => start + ((value - from) / (to - from || 1)) * (end - start);
}

/** Round prices between two bounds, about five of them. */
function roundPrices(from: number, to: number): number[] {
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find(each => (to - from) / each <= 6) ?? 2000;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}

interface DepthChartProps {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly midBps: number;
}

/** Credits that it takes to move the price to each level. */
export function DepthChart({ bids, asks, midBps }: DepthChartProps) {
  const [left, right] = [cumulative(bids, midBps), cumulative(asks, midBps)];
  const prices = [...left, ...right].map(({ priceBps }) => priceBps);
  const most = Math.max(1, ...[...left, ...right].map(({ total }) => total));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = linear([low, high], [0, width]);
  const y = linear([0, most], [height - bottom, 8]);
  const shape = (steps: readonly Step[]) =>
    area<Step>()
      .x(({ priceBps }) => x(priceBps))
      .y0(height - bottom)
      .y1(({ total }) => y(total))(steps as Step[]) ?? '';
  const ticks = roundPrices(low, high);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Depth: up to ${short(most)} credits on one side`}
        className="h-36 w-full"
        preserveAspectRatio="none"
      >
        <path
          d={shape(left)}
          fill="var(--gain)"
          fillOpacity={0.18}
          stroke="var(--gain)"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={shape(right)}
          fill="var(--loss)"
          fillOpacity={0.18}
          stroke="var(--loss)"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1={x(midBps)}
          x2={x(midBps)}
          y1={0}
          y2={height - bottom}
          stroke="var(--line-strong)"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden="true" className="numeric relative h-4 text-12 text-quiet">
        {ticks.map(tick => (
          <span
            key={tick}
            className="absolute -translate-x-1/2 first:translate-x-0 last:-translate-x-full"
            style={{ left: `${(x(tick) / width) * 100}%` }}
          >
            {(tick / 100).toFixed(tick % 100 === 0 ? 0 : 1)}%
          </span>
        ))}
      </div>
      <figcaption className="mt-1 text-12 text-quiet">
        Credits that move the price to each level, up to {short(most)}.
      </figcaption>
    </figure>
  );
}
