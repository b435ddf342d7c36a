import type { OperationContext } from '../database/transactions.js';
import type { EventWithMarket } from '../events/store/rows.js';
import * as positionStore from '../exchange/store/positions.js';
import { microsToWire } from '../kernel/units.js';
import { priceBefore, readTradedCandles } from '../market-data/read-candles.js';
import {
  type CandleWidth,
  candleWidthNames,
  candleWidths,
  readTimeframe,
  type Timeframe,
} from '../market-data/rules/candles.js';
import type { PlayerProfile } from '../players/rules/players.js';
import * as profileStore from '../players/store/profiles.js';
import * as dataTradeStore from './store/data-trades.js';
import * as figureStore from './store/market-figures.js';
import type { BacktestCount, DataTrade, DataTradeFilter, SamplePoint, SignalFilter, SourceUse } from './store/rows.js';
import * as sampleStore from './store/samples.js';
import * as signalStore from './store/signals.js';

type ReadContext = Pick<OperationContext, 'store'>;

const maxCountedPositions = 10_000;

/** Returns the profile of the player whose id has this digest. */
export async function findPlayerOfDigest({ store }: ReadContext, digest: Uint8Array): Promise<PlayerProfile | null> {
  return store.read(async reader => {
    const playerId = await figureStore.playerOfDigest(reader, digest);
    if (playerId === null) return null;
    const [profile] = await profileStore.byIds(reader, [playerId]);
    return profile ?? null;
  });
}

export function listDataTrades({ store }: ReadContext, filter: DataTradeFilter): Promise<readonly DataTrade[]> {
  return store.read(reader => dataTradeStore.trades(reader, filter));
}

/** Returns the newest positions of a player outside practice and their number, counted up to 10,000. */
export function readPublicPositions({ store }: ReadContext, playerId: string, limit: number) {
  return store.read(async reader => {
    const filter = { playerId, status: 'all', practice: false, after: null, limit } as const;
    const [positions, total] = await Promise.all([
      positionStore.page(reader, filter),
      figureStore.countPositions(reader, playerId, maxCountedPositions),
    ]);
    return { positions, total };
  });
}

/** Returns the newest matching signals, with the hit counts of earlier ones. */
export function listSignals({ store }: ReadContext, filter: SignalFilter) {
  return store.read(async reader => {
    const [signalPage, backtests] = await Promise.all([
      signalStore.signals(reader, filter),
      signalStore.backtests(reader),
    ]);
    return { ...signalPage, backtests: backtests as readonly BacktestCount[] };
  });
}

export function listResolutionSources(
  { store }: ReadContext,
  limit: number,
): Promise<{ readonly rows: readonly SourceUse[]; readonly total: number }> {
  return store.read(reader => figureStore.sources(reader, limit));
}

export const historyMetrics = ['price', 'volume', 'traders', 'forecasters', 'spread', 'depth'] as const;
export type HistoryMetric = (typeof historyMetrics)[number];

export interface HistoryRequest {
  readonly shown: EventWithMarket;
  readonly outcome: number;
  readonly metric: HistoryMetric;
  readonly timeframe: Timeframe;
  readonly limit: number;
}

interface HistoryPoint {
  readonly at: number;
  readonly value: number | null;
}

export interface MetricHistory {
  readonly from: number;
  readonly seconds: number;
  /** Oldest first. */
  readonly points: readonly HistoryPoint[];
  /** The number of points without the limit. */
  readonly total: number;
  /**
   * The time from which values are known: the opening for values from trades, otherwise the oldest sample; null without
   * one.
   */
  readonly recordedFrom: number | null;
}

/** The number of points read regardless of the limit, so that their total is known. */
const maxRead = 5_000;
/** The recorder samples no more often than this. */
const sampleSeconds = 300;

const sampled: Readonly<Record<Exclude<HistoryMetric, 'price' | 'volume'>, (point: SamplePoint) => number | null>> = {
  spread: point => point.spreadBps,
  depth: point => microsToWire(point.depth),
  traders: point => point.traders,
  forecasters: point => point.forecasters,
};

/** The finest width whose intervals all fit, with one more for the value at the start. */
function widthFor(lengthMs: number, limit: number): CandleWidth {
  const fits = (name: CandleWidth) => lengthMs / 1000 / candleWidths[name].seconds + 2 <= limit;
  return candleWidthNames.find(fits) ?? '1d';
}

/** Omits points that repeat the previous value. */
function changes(points: readonly HistoryPoint[]): HistoryPoint[] {
  return points.filter((point, index) => index === 0 || point.value !== points[index - 1].value);
}

interface KnownHistory {
  readonly listed: readonly HistoryPoint[];
  readonly recordedFrom: number | null;
}

type Context = Pick<OperationContext, 'store' | 'clock'>;

async function readSampled(
  { store }: Context,
  request: HistoryRequest,
  from: number,
  seconds: number,
): Promise<KnownHistory> {
  const { shown, outcome, metric } = request;
  const eventId = shown.event.id;
  const figureOf = sampled[metric as keyof typeof sampled];
  const [recordedFrom, before, points] = await store.read(reader =>
    Promise.all([
      sampleStore.firstSampleAt(reader, eventId),
      sampleStore.sampleBefore(reader, eventId, outcome, from),
      sampleStore.samples(reader, { eventId, outcome, from, seconds, limit: maxRead }),
    ]),
  );
  const start = before === null ? [] : [{ at: from, value: figureOf(before) }];
  const listed = changes([...start, ...points.map(point => ({ at: point.at, value: figureOf(point) }))]);
  return { listed, recordedFrom };
}

async function readTraded(
  context: Context,
  request: HistoryRequest,
  from: number,
  width: CandleWidth,
): Promise<HistoryPoint[]> {
  const { shown, outcome, metric } = request;
  const candleRequest = { shown, outcome, width, from, before: context.clock() + 1, limit: maxRead };
  const { candles } = await readTradedCandles(context, candleRequest);
  if (metric === 'volume') {
    return candles
      .filter(({ volume }) => volume > 0)
      .map(({ start, volume }) => ({ at: start, value: microsToWire(volume) }));
  }
  const start = candles[0]?.open ?? (await priceBefore(context, candleRequest, from));
  const points = candles.map(candle => ({
    at: candle.start + candleWidths[width].seconds * 1000,
    value: candle.close,
  }));
  return changes([
    { at: from, value: start },
    ...points.map(point => ({ ...point, at: Math.min(point.at, context.clock()) })),
  ]);
}

/**
 * Returns how a figure of one outcome changed over a timeframe: a value holds until the next point, and the first point is the
 * value in force at the start. Volume is summed per interval. The interval is the finest that fits the limit.
 */
export async function readHistory(context: Context, request: HistoryRequest): Promise<MetricHistory> {
  const { shown, metric, timeframe, limit } = request;
  const { opensAt, closedAt, endsAt } = shown.market;
  const until = Math.min(context.clock(), closedAt ?? endsAt);
  const from = Math.max(opensAt, readTimeframe(timeframe, { opensAt, until }, limit).from);
  const isTraded = metric === 'price' || metric === 'volume';
  const width = widthFor(until - from, limit);
  const seconds = isTraded ? candleWidths[width].seconds : Math.max(sampleSeconds, candleWidths[width].seconds);
  const { listed, recordedFrom } = isTraded
    ? { listed: await readTraded(context, request, from, width), recordedFrom: opensAt }
    : await readSampled(context, request, from, seconds);
  return { from, seconds, points: listed.slice(-limit), total: listed.length, recordedFrom };
}
