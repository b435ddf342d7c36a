import { noSuchEvent } from '../../../http/errors.js';
import type { Services } from '../../../http/services.js';
import type { EventWithMarket } from '../../../store/markets/interface.js';

/** Returns the event that a slug or public key names with its current market, from memory if loaded; or refuses with 404. */
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
