import { perServices } from '../../../http/per-services.js';
import type { Services } from '../../../http/services.js';
import { readEvents } from '../../../operations/market-data/queries.js';
import { eventUnchangedUntil, viewEvent } from './event-view.js';
import { type StampedEvent, type StampedText, StampedTexts, textsOf } from './stamped-texts.js';

const maxCharacters = 32_000_000;
const textsFor = perServices(() => new StampedTexts(maxCharacters));

/** Returns the public event objects as JSON, in this order; only changed events are read from the database. */
export function eventTexts(services: Services, events: readonly StampedEvent[], now: number): Promise<StampedText[]> {
  return textsOf(textsFor(services), events, now, async eventIds => {
    const shown = await readEvents(services, eventIds);
    return new Map(
      shown.map(each => {
        const text = JSON.stringify(viewEvent(each, now, services.settings.publicUrl));
        return [each.event.id, { stamp: each.stamp, text, until: eventUnchangedUntil(each, now) }];
      }),
    );
  });
}
