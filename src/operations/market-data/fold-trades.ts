import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import { foldTrades, touchedSpans } from '../../domain/market-data/candles.js';
import type { FoldedEvent, TradeMark, Unfolded } from '../../store/market-data/interface.js';
import type { Store, Writes } from '../../store/store.js';

const tradesPerEvent = 500;

interface FoldCommand {
  readonly eventIds: readonly string[];
  /** Whether to wait for events that another transaction is folding, or to skip them. */
  readonly wait: boolean;
}

async function foldEach(
  writes: Writes,
  marks: readonly TradeMark[],
  unfolded: readonly Unfolded[],
): Promise<FoldedEvent[]> {
  const keys = unfolded.flatMap(({ eventId, trades }) => touchedSpans(trades).map(span => ({ ...span, eventId })));
  const existing = await writes.history.candlesAt(keys);
  const byEvent = new Map(marks.map(mark => [mark.eventId, mark]));
  return unfolded.map(({ eventId, trades, upTo }) => {
    if (trades.length === 0) return { eventId, sequence: upTo, volume: 0, prices: null, candles: [] };
    const { prices, openingShares, liquidity } = byEvent.get(eventId) as TradeMark;
    const before = prices ?? displayedPrices(openingShares, liquidity);
    const own = existing.filter(candle => candle.eventId === eventId);
    const folded = foldTrades(before, own, trades);
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
  return store.transact(async writes => {
    const marks = await writes.history.lockMarks(eventIds, wait);
    const held = new Set(marks.map(({ eventId }) => eventId));
    const leftOut = eventIds.filter(eventId => !held.has(eventId));
    if (marks.length === 0) return { leftOut, more: [] };
    const unfolded = await writes.history.unfolded(marks, tradesPerEvent);
    await writes.history.saveFolded(await foldEach(writes, marks, unfolded));
    return { leftOut, more: unfolded.filter(({ more }) => more).map(({ eventId }) => eventId) };
  });
}
