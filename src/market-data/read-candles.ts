import type { Store, Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { displayedPrices } from '../engine/prices.js';
import type { EventWithMarket } from '../events/store/rows.js';
import {
  type Candle,
  type CandleWidth,
  candleWidths,
  fillGaps,
  foldTrades,
  spanStart,
  touchedSpans,
} from './rules/candles.js';
import * as historyStore from './store/history.js';
import type { CandleFilter, FoldedEvent, TradeMark, Unfolded } from './store/rows.js';

const tradesPerEvent = 500;

interface FoldCommand {
  readonly eventIds: readonly string[];
  /** Whether to wait for events that another transaction is folding, or to skip them. */
  readonly wait: boolean;
}

async function foldEach(
  tx: Transaction,
  marks: readonly TradeMark[],
  unfolded: readonly Unfolded[],
): Promise<FoldedEvent[]> {
  const keys = unfolded.flatMap(({ eventId, trades }) => touchedSpans(trades).map(span => ({ ...span, eventId })));
  const existing = await historyStore.candlesAt(tx, keys);
  const byEvent = new Map(marks.map(mark => [mark.eventId, mark]));
  return unfolded.map(({ eventId, trades, upTo }) => {
    if (trades.length === 0) return { eventId, sequence: upTo, volume: 0, prices: null, candles: [] };
    const { prices, openingShares, liquidity } = byEvent.get(eventId) as TradeMark;
    const before = prices ?? displayedPrices(openingShares, liquidity);
    const eventCandles = existing.filter(candle => candle.eventId === eventId);
    const folded = foldTrades(before, eventCandles, trades);
    const volume = trades.reduce((sum, trade) => sum + trade.credits, 0);
    return { eventId, sequence: upTo, volume, prices: folded.prices, candles: folded.candles };
  });
}

/**
 * Folds public trades into the candles of their events, in one short transaction. The transaction locks the events'
 * marks, so any number of nodes may try. Returns the events locked by others, and those that have more trades to fold.
 */
export function foldPublicTrades(
  store: Store,
  { eventIds, wait }: FoldCommand,
): Promise<{ readonly leftOut: readonly string[]; readonly more: readonly string[] }> {
  return store.transact(async tx => {
    const marks = await historyStore.lockMarks(tx, eventIds, wait);
    const lockedIds = new Set(marks.map(({ eventId }) => eventId));
    const leftOut = eventIds.filter(eventId => !lockedIds.has(eventId));
    if (marks.length === 0) return { leftOut, more: [] };
    const unfolded = await historyStore.unfolded(tx, marks, tradesPerEvent);
    await historyStore.saveFolded(tx, await foldEach(tx, marks, unfolded));
    return { leftOut, more: unfolded.filter(({ more }) => more).map(({ eventId }) => eventId) };
  });
}

export interface CandleRequest {
  readonly shown: EventWithMarket;
  readonly outcome: number;
  readonly width: CandleWidth;
  readonly from: number;
  /** Candles begin before this. */
  readonly before: number;
  readonly limit: number;
}

interface CandlePage {
  /** Oldest first. */
  readonly candles: readonly Candle[];
  readonly more: boolean;
}

/** Returns the candles with a trade in them. */
export async function readTradedCandles(
  context: Pick<OperationContext, 'store'>,
  request: CandleRequest,
): Promise<CandlePage> {
  const { seconds, madeOf } = candleWidths[request.width];
  const candles = await listCandles(context, {
    eventId: request.shown.event.id,
    outcome: request.outcome,
    seconds,
    madeOf,
    from: spanStart(request.from, seconds),
    before: request.before,
    limit: request.limit + 1,
  });
  return { candles: candles.slice(-request.limit), more: candles.length > request.limit };
}

/** Returns the newest candles of one outcome, oldest first. */
function listCandles({ store }: Pick<OperationContext, 'store'>, filter: CandleFilter): Promise<readonly Candle[]> {
  return store.read(reader => historyStore.candles(reader, filter));
}

/** Returns the price in force before `start`. */
export async function priceBefore(
  context: Pick<OperationContext, 'store'>,
  { shown, outcome }: CandleRequest,
  start: number,
): Promise<number> {
  const { event } = shown;
  const filter = { eventId: event.id, outcome, seconds: 60, madeOf: 60, from: 0, before: start, limit: 1 } as const;
  const [last] = await listCandles(context, filter);
  return last?.close ?? displayedPrices(event.openingShares, event.liquidity)[outcome];
}

/**
 * The last time that a candle can cover. Nothing trades at the end itself, unless an operator closed the market in the
 * same millisecond as a trade.
 */
function lastMoment({ market }: EventWithMarket, now: number): number {
  const end = market.closedAt ?? market.endsAt;
  return now < end ? now : Math.max(end - 1, market.lastTradeAt ?? 0);
}

/** Returns one candle for every interval since the opening in which the market could trade. */
export async function readFilledCandles(
  context: Pick<OperationContext, 'store' | 'clock'>,
  request: CandleRequest,
): Promise<CandlePage> {
  const { seconds } = candleWidths[request.width];
  const { opensAt } = request.shown.market;
  const until = lastMoment(request.shown, context.clock());
  const earliest = spanStart(Math.max(request.from, opensAt), seconds);
  const last = spanStart(Math.min(request.before - 1, until), seconds);
  const first = Math.max(earliest, last - (request.limit - 1) * seconds * 1000);
  if (first > last) return { candles: [], more: false };
  const { candles } = await readTradedCandles(context, { ...request, from: first, before: last + 1 });
  const price = await priceBefore(context, request, first);
  return { candles: fillGaps(candles, { first, last, seconds, price }), more: first > earliest };
}
