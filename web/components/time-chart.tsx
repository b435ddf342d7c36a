import { scaleLinear, scaleTime } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { type PointerEvent, useState } from 'react';
import { fullTime } from '../format/time';
import { Measured } from './measured';

export interface TimePoint {
  readonly at: number;
  readonly value: number;
}

interface TimeChartProps {
  readonly points: readonly TimePoint[];
  readonly height?: number;
  readonly label: string;
  readonly format: (value: number) => string;
  /** Formats an axis label; `step` is the distance between ticks, so that adjacent labels differ. */
  readonly formatTick: (value: number, step: number) => string;
}

const margin = { left: 56, right: 24, top: 10, bottom: 24 };
const minuteMs = 60_000;
const dayMs = 86_400_000;

function timesOf(span: number): Intl.DateTimeFormat {
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', span < 3 * dayMs ? clock : { day: 'numeric', month: 'short' });
}

/** Ticks at whole minutes: labels show no seconds, and shorter steps would repeat a label. */
function timeTicks(x: ReturnType<typeof scalesOf>['x'], count: number): Date[] {
  const ticks = x.ticks(count);
  const whole = ticks.filter(tick => tick.getTime() % minuteMs === 0);
  return whole.length > 0 ? whole : ticks.slice(0, 1);
}

function scalesOf(points: readonly TimePoint[], width: number, height: number) {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // Centres a constant value instead of collapsing the axis.
  const room = Math.max((high - low) * 0.1, Math.abs(high) * 0.005, 1);
  const x = scaleTime([points[0].at, points[points.length - 1].at], [margin.left, width - margin.right]);
  const y = scaleLinear([low - room, high + room], [height - margin.bottom, margin.top]).nice(4);
  return { x, y };
}

function Axes({ x, y, width, height, formatTick }: ReturnType<typeof scalesOf> & Drawn) {
  const [from, to] = x.domain();
  const times = timesOf(to.getTime() - from.getTime());
  const values = y.ticks(4);
  const step = values.length > 1 ? values[1] - values[0] : 1;
  return (
    <g fontSize={12} fill="var(--quiet)">
      {values.map(tick => (
        <g key={tick}>
          <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={margin.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
            {formatTick(tick, step)}
          </text>
        </g>
      ))}
      {timeTicks(x, Math.max(2, Math.floor(width / 140))).map(tick => (
        <text key={tick.getTime()} x={x(tick)} y={height - 6} textAnchor="middle">
          {times.format(tick)}
        </text>
      ))}
    </g>
  );
}

type Drawn = Pick<TimeChartProps, 'formatTick'> & { readonly width: number; readonly height: number };

function Drawing(props: TimeChartProps & Drawn) {
  const { points, width, height, label, format } = props;
  const { x, y } = scalesOf(points, width, height);
  const [shown, setShown] = useState<TimePoint | null>(null);
  const atX = (point: TimePoint) => x(point.at);
  const atY = (point: TimePoint) => y(point.value);
  const outline = line<TimePoint>(atX, atY).curve(curveStepAfter)(points as TimePoint[]);
  const ground = area<TimePoint>(atX, height - margin.bottom, atY).curve(curveStepAfter)(points as TimePoint[]);
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const at = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left).getTime();
    setShown(points.reduce((best, next) => (Math.abs(next.at - at) < Math.abs(best.at - at) ? next : best)));
  };
  return (
    <div className="relative">
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={label}
        className="block"
        onPointerMove={move}
        onPointerLeave={() => setShown(null)}
      >
        <Axes {...props} x={x} y={y} />
        <path d={ground ?? ''} fill="var(--accent)" opacity={0.08} />
        <path d={outline ?? ''} fill="none" stroke="var(--accent)" strokeWidth={2} strokeLinejoin="round" />
        {shown && (
          <g>
            <line
              x1={x(shown.at)}
              x2={x(shown.at)}
              y1={margin.top}
              y2={height - margin.bottom}
              stroke="var(--line-strong)"
            />
            <circle cx={x(shown.at)} cy={y(shown.value)} r={4} fill="var(--accent)" />
          </g>
        )}
      </svg>
      {shown && (
        <p
          className="numeric pointer-events-none absolute top-0 rounded-small bg-raised px-2 py-1 text-12 shadow-float"
          style={x(shown.at) < width / 2 ? { left: x(shown.at) + 8 } : { right: width - x(shown.at) + 8 }}
        >
          <strong className="block font-semibold">{format(shown.value)}</strong>
          <span className="text-quiet">{fullTime(new Date(shown.at).toISOString())}</span>
        </p>
      )}
    </div>
  );
}

/** One value over time, with axes and the value under the pointer. */
export function TimeChart({ height = 220, ...props }: TimeChartProps) {
  return (
    <Measured height={height}>
      {width => props.points.length > 1 && <Drawing {...props} width={width} height={height} />}
    </Measured>
  );
}
