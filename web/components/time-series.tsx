import { line } from 'd3-shape';
import { fullTime } from '../format/time';
import { Measured } from './measured';

interface Point {
  readonly at: string;
  readonly value: number | null;
}

interface TimeSeriesProps {
  readonly label: string;
  /** Oldest first. */
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
  readonly height?: number;
}

const margin = 6;

function extent(points: readonly Point[]): readonly [low: number, high: number] {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  return [Math.min(0, ...values), Math.max(...values, 1e-9)];
}

/** A measured value over time, from zero. Times without a value are gaps. The highest value labels the axis. */
export function TimeSeries({ label, points, format, height = 96 }: TimeSeriesProps) {
  const first = Date.parse(points[0]?.at ?? '');
  const span = Math.max(1, Date.parse(points.at(-1)?.at ?? '') - first);
  const [low, high] = extent(points);
  const lastPoint = points.findLast(({ value }) => value !== null);
  const last = lastPoint?.value ?? null;
  const summary = `${label}: ${last === null ? 'no value' : `now ${format(last)}, at most ${format(high)}`}`;
  return (
    <figure>
      <Measured height={height}>
        {width => {
          const x = ({ at }: Point) => ((Date.parse(at) - first) / span) * (width - 2) + 1;
          const y = (value: number) => height - margin - ((value - low) / (high - low)) * (height - 2 * margin);
          const path = line<Point>(x, ({ value }) => y(value ?? 0)).defined(({ value }) => value !== null)([...points]);
          return (
            <svg width={width} height={height} role="img" aria-label={summary} className="block">
              <line x1={0} x2={width} y1={y(0)} y2={y(0)} stroke="var(--line-strong)" />
              {lastPoint && last !== null && <circle cx={x(lastPoint)} cy={y(last)} r={2} fill="var(--accent-text)" />}
              <path d={path ?? ''} fill="none" stroke="var(--accent-text)" strokeWidth={1.5} strokeLinejoin="round" />
            </svg>
          );
        }}
      </Measured>
      <figcaption className="numeric mt-1 flex justify-between text-12 text-quiet">
        <span>{points[0] ? fullTime(points[0].at) : '—'}</span>
        <span>max {format(high)}</span>
        <span>{points.length > 0 ? fullTime(points[points.length - 1].at) : '—'}</span>
      </figcaption>
    </figure>
  );
}
