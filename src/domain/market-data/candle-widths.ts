import type { CandleSpan } from './candles.js';

/** Widths of served candles, each with the stored width it is merged from. */
export const candleWidths = {
  '1m': { seconds: 60, madeOf: 60 },
  '5m': { seconds: 300, madeOf: 60 },
  '15m': { seconds: 900, madeOf: 60 },
  '1h': { seconds: 3_600, madeOf: 3_600 },
  '4h': { seconds: 14_400, madeOf: 3_600 },
  '1d': { seconds: 86_400, madeOf: 86_400 },
} as const satisfies Record<string, { seconds: number; madeOf: CandleSpan }>;

export type CandleWidth = keyof typeof candleWidths;
export const candleWidthNames = Object.keys(candleWidths) as CandleWidth[];

/** Look-backs with the width of their candles, which are wider on smaller pages. */
const timeframes = {
  '1h': { seconds: 3_600, width: '1m' },
  '24h': { seconds: 86_400, width: '15m' },
  '7d': { seconds: 604_800, width: '1h' },
  '30d': { seconds: 2_592_000, width: '4h' },
} as const;

export const timeframeNames = ['1h', '24h', '7d', '30d', 'all'] as const;
export type Timeframe = (typeof timeframeNames)[number];

/**
 * Returns the start of a timeframe that ends at `until`, and the finest width that fits `maxCandles`, but none finer
 * than that of the timeframe.
 */
export function readTimeframe(
  timeframe: Timeframe,
  { opensAt, until }: { opensAt: number; until: number },
  maxCandles: number,
): { from: number; width: CandleWidth } {
  const { lengthMs, width } =
    timeframe === 'all'
      ? { lengthMs: until - opensAt, width: candleWidthNames[0] }
      : { lengthMs: timeframes[timeframe].seconds * 1000, width: timeframes[timeframe].width };
  const widths = candleWidthNames.slice(candleWidthNames.indexOf(width));
  const fits = (name: CandleWidth) => candleWidths[name].seconds * 1000 * (maxCandles - 1) >= lengthMs;
  return { from: until - lengthMs, width: widths.find(fits) ?? '1d' };
}
