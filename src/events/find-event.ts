import type { Store } from '../database/store.js';
import { noSuchEvent } from '../http/errors.js';
import type { EventServices } from './event-references.js';
import * as eventStore from './store/events.js';
import type { EventNames, EventWithMarket, ShownEvent } from './store/rows.js';

/** Returns the event with this `eventSlug`; throws 404 otherwise. */
export async function eventBySlug({ markets }: EventServices, reference: string): Promise<EventNames> {
  const event = await markets.references.find(reference);
  if (!event) throw noSuchEvent(reference, 'eventSlug');
  return event;
}

/** The markets in memory, which the exchange holds. */
interface LiveServices {
  readonly marketData: {
    readonly live: {
      readonly markets: {
        peek(eventId: string): EventWithMarket | null | undefined;
        read(eventIds: readonly string[]): Promise<ReadonlyMap<string, EventWithMarket>>;
      };
    };
  };
}

/** Returns the event with a slug or public key and its current market, from memory if loaded; throws 404 otherwise. */
export async function requireEvent(
  { marketData: { live }, markets: { references } }: EventServices & LiveServices,
  reference: string,
  field: string,
): Promise<EventWithMarket> {
  const names = references.peek(reference) ?? (await references.find(reference));
  const market = names && (live.markets.peek(names.id) ?? (await live.markets.read([names.id])).get(names.id));
  if (!market) throw noSuchEvent(reference, field);
  return market;
}

/** Returns the event with this slug or public key, without checking who may see it. */
export function findEvent(
  { store }: { readonly store: Pick<Store, 'read'> },
  reference: string,
): Promise<ShownEvent | null> {
  return store.read(reader => eventStore.find(reader, reference));
}
