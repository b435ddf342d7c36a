import { noSuchEvent } from '../../../http/errors.js';
import type { Services } from '../../../http/services.js';
import type { EventWithMarket } from '../../../store/markets/interface.js';

/** Returns the event with a slug or public key and its current market, from memory if loaded; throws 404 otherwise. */
export async function requireEvent(
  { marketData: { live }, markets: { references } }: Services,
  reference: string,
  field: string,
): Promise<EventWithMarket> {
  const names = references.peek(reference) ?? (await references.find(reference));
  const market = names && (live.markets.peek(names.id) ?? (await live.markets.read([names.id])).get(names.id));
  if (!market) throw noSuchEvent(reference, field);
  return market;
}
