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

// Folds public trades into candles, in order of the market sequence. A candle opens at the price in force before its
// first trade, so every price change is within a candle. A trade on one outcome changes the prices of all. Times are
// epoch milliseconds.

export interface PublicTrade {
  readonly at: number;
  readonly sequence: number;
  readonly outcome: number;
  readonly credits: number;
  /** Prices of all outcomes after the order. */
  readonly pricesBps: readonly number[];
}

/** Stored widths in seconds; others are merged from them. */
const storedSpans = [60, 3_600, 86_400] as const;
export type CandleSpan = (typeof storedSpans)[number];

/** The candles of all outcomes for one interval with trades. */
export interface CandleSet {
  readonly seconds: CandleSpan;
  readonly start: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volumes: readonly number[];
  readonly trades: readonly number[];
  readonly volume: number;
  readonly tradeCount: number;
}

/** The candle of one outcome. */
export interface Candle {
  readonly start: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly trades: number;
}

export interface Folded {
  /** The prices after the last trade. */
  readonly prices: readonly number[];
  /** The candles that have changed. */
  readonly candles: readonly CandleSet[];
}

export function spanStart(at: number, seconds: number): number {
  const ms = seconds * 1000;
  return Math.floor(at / ms) * ms;
}

type Growing = { -readonly [K in keyof CandleSet]: CandleSet[K] extends readonly number[] ? number[] : CandleSet[K] };

function newSet(seconds: CandleSpan, start: number, prices: readonly number[], sequence: number): Growing {
  return {
    seconds,
    start,
    firstSequence: sequence,
    lastSequence: sequence,
    open: [...prices],
    high: [...prices],
    low: [...prices],
    close: [...prices],
    volumes: prices.map(() => 0),
    trades: prices.map(() => 0),
    volume: 0,
    tradeCount: 0,
  };
}

function copyOf(set: CandleSet): Growing {
  const { high, low, close, volumes, trades, open } = set;
  return {
    ...set,
    ...{ open: [...open], high: [...high], low: [...low], close: [...close] },
    ...{ volumes: [...volumes], trades: [...trades] },
  };
}

function addTrade(set: Growing, { sequence, outcome, credits, pricesBps }: PublicTrade): void {
  for (let index = 0; index < pricesBps.length; index += 1) {
    const price = pricesBps[index];
    if (price > set.high[index]) set.high[index] = price;
    if (price < set.low[index]) set.low[index] = price;
    set.close[index] = price;
  }
  set.lastSequence = sequence;
  set.volumes[outcome] += credits;
  set.trades[outcome] += 1;
  set.volume += credits;
  set.tradeCount += 1;
}

const keyOf = (seconds: number, start: number) => `${seconds}/${start}`;

/** Returns the keys of the candles that trades fall into. */
export function touchedSpans(trades: readonly PublicTrade[]): { seconds: CandleSpan; start: number }[] {
  const touched = new Map<string, { seconds: CandleSpan; start: number }>();
  for (const { at } of trades) {
    for (const seconds of storedSpans) {
      const start = spanStart(at, seconds);
      touched.set(keyOf(seconds, start), { seconds, start });
    }
  }
  return [...touched.values()];
}

/** `prices` are those before the first trade, `existing` the stored candles that the trades fall into. */
export function foldTrades(
  prices: readonly number[],
  existing: readonly CandleSet[],
  trades: readonly PublicTrade[],
): Folded {
  const before = new Map(existing.map(set => [keyOf(set.seconds, set.start), set]));
  const changed = new Map<string, Growing>();
  let current = prices;
  for (const trade of trades) {
    for (const seconds of storedSpans) {
      const start = spanStart(trade.at, seconds);
      const key = keyOf(seconds, start);
      let set = changed.get(key);
      if (!set) {
        const earlier = before.get(key);
        set = earlier ? copyOf(earlier) : newSet(seconds, start, current, trade.sequence);
        changed.set(key, set);
      }
      addTrade(set, trade);
    }
    current = trade.pricesBps;
  }
  return { prices: current, candles: [...changed.values()] };
}

/** Returns one candle per interval from `first` to `last`; intervals without trades repeat the previous price. */
export function fillGaps(
  candles: readonly Candle[],
  { first, last, seconds, price }: { first: number; last: number; seconds: number; price: number },
): Candle[] {
  const byStart = new Map(candles.map(candle => [candle.start, candle]));
  const filled: Candle[] = [];
  let close = price;
  for (let start = first; start <= last; start += seconds * 1000) {
    const candle = byStart.get(start) ?? {
      start,
      open: close,
      high: close,
      low: close,
      close,
      volume: 0,
      trades: 0,
    };
    filled.push(candle);
    close = candle.close;
  }
  return filled;
}
