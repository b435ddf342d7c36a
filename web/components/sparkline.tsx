import { line } from 'd3-shape';

const width = 80;
const height = 32;

/** Prices over a week without axes; adjacent numbers show the values. */
export function Sparkline({ points, colour = 'var(--quiet)' }: { points: readonly number[]; colour?: string }) {
  if (points.length < 2) return <span className="block" style={{ width, height }} />;
  const [low, high] = [Math.min(...points), Math.max(...points)];
  // Keeps small price changes small instead of scaling them to the full height.
  const span = Math.max(high - low, 400);
  const middle = (low + high) / 2;
  const path = line<number>(
    (_, index) => (index / (points.length - 1)) * (width - 4) + 2,
    value => height / 2 - ((value - middle) / span) * (height - 6),
  )(points as number[]);
  const last = points[points.length - 1];
  return (
    <svg width={width} height={height} aria-hidden="true" className="block">
      <path d={path ?? ''} fill="none" stroke={colour} strokeWidth={1.5} strokeLinejoin="round" strokeLinecap="round" />
      <circle cx={width - 2} cy={height / 2 - ((last - middle) / span) * (height - 6)} r={2} fill={colour} />
    </svg>
  );
}
