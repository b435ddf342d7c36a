import type { Candle } from '../../domain/market-data/candles.js';
import type { CandleFilter, CategoryCount, TradeFilter, TradeRow } from '../../store/market-data/interface.js';
import type { EventStamp, ShownEvent } from '../../store/markets/interface.js';
import type { OperationContext } from '../operation-context.js';

type ReadContext = Pick<OperationContext, 'store'>;

/** Returns the event with this slug or public key, without checking who may see it. */
export function findEvent({ store }: ReadContext, reference: string): Promise<ShownEvent | null> {
  return store.read(reads => reads.events.find(reference));
}

/** Returns the events with these slugs and public keys, in any order. */
export function findEvents({ store }: ReadContext, references: readonly string[]): Promise<readonly ShownEvent[]> {
  return store.read(reads => reads.events.showNamed(references));
}

/** Returns the events with these ids; omits ids without an event. */
export function readEvents({ store }: ReadContext, eventIds: readonly string[]): Promise<readonly ShownEvent[]> {
  return store.read(reads => reads.events.showMany(eventIds));
}

/** Returns the current stamp of each event, which changes with everything that its texts contain. */
export function readStamps(
  { store }: ReadContext,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, EventStamp>> {
  return store.read(reads => reads.events.stamps(eventIds));
}

export function listPublicTrades({ store }: ReadContext, filter: TradeFilter): Promise<readonly TradeRow[]> {
  return store.read(reads => reads.history.trades(filter));
}

/** Returns the newest candles of one outcome, oldest first. */
export function listCandles({ store }: ReadContext, filter: CandleFilter): Promise<readonly Candle[]> {
  return store.read(reads => reads.history.candles(filter));
}

/** The categories of listed events with their numbers of events. */
export function listCategories({ store }: ReadContext, limit: number): Promise<readonly CategoryCount[]> {
  return store.read(reads => reads.listing.categories(limit));
}
