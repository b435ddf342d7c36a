import { noSuchEvent } from '../../../http/errors.js';
import type { Services } from '../../../http/services.js';
import type { EventNames } from '../../../store/markets/interface.js';

/** Returns the event with this `eventSlug`; throws 404 otherwise. */
export async function eventBySlug({ markets }: Pick<Services, 'markets'>, reference: string): Promise<EventNames> {
  const found = await markets.references.find(reference);
  if (!found) throw noSuchEvent(reference, 'eventSlug');
  return found;
}
