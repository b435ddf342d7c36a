import { score, unknown } from '../format/numbers';

interface IntervalBarProps {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** The scale that all rows share. */
  readonly domain: readonly [number, number];
  /** Markets in the mean. Resampling one market always gives the same mean, which is no interval. */
  readonly markets: number;
  readonly isMuted?: boolean;
  /** Marks 0, for differences. */
  readonly hasZero?: boolean;
}

/** A mean as a dot on the bar of its 95 % interval. */
export function IntervalBar({
  mean,
  low,
  high,
  domain: [from, to],
  markets,
  isMuted = false,
  hasZero = false,
}: IntervalBarProps) {
  if (markets < 2)
    return (
      <span className="block text-12 leading-4 text-quiet" title="An interval needs at least two markets.">
        {unknown} only one market
      </span>
    );
  const at = (value: number) => `${Math.min(100, Math.max(0, ((value - from) / (to - from || 1)) * 100))}%`;
  const colour = isMuted ? 'bg-quiet' : 'bg-accent';
  return (
    <span
      role="img"
      aria-label={`${score(mean)}, 95 % interval ${score(low)} to ${score(high)}`}
      className="relative block h-4 min-w-24"
    >
      <span className="absolute inset-x-0 top-[7px] h-0.5 rounded-full bg-sunken" />
      {hasZero && <span className="absolute top-0 h-4 w-px bg-line-strong" style={{ left: at(0) }} />}
      <span
        className={`absolute top-[5px] h-1.5 rounded-full opacity-35 ${colour}`}
        style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
      />
      <span
        className={`absolute top-[3px] size-2.5 -translate-x-1/2 rounded-full ${colour}`}
        style={{ left: at(mean) }}
      />
    </span>
  );
}
