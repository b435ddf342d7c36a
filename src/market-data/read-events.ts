import type { OperationContext } from '../database/transactions.js';
import type { EventServices } from '../events/event-references.js';
import { eventUnchangedUntil, viewEvent } from '../events/event-view.js';
import { findEvent } from '../events/find-event.js';
import { type StampedEvent, type StampedText, StampedTexts, textsOf } from '../events/stamped-texts.js';
import * as eventStore from '../events/store/events.js';
import type { EventStamp, ShownEvent } from '../events/store/rows.js';
import { noSuchEvent } from '../http/errors.js';
import { perServices } from '../http/response/reply-bytes.js';
import type { HttpServices } from '../http/route.js';

type ReadContext = Pick<OperationContext, 'store'>;

/** Returns the events with these slugs and public keys, in any order. */
export function findEvents({ store }: ReadContext, references: readonly string[]): Promise<readonly ShownEvent[]> {
  return store.read(reader => eventStore.showNamed(reader, references));
}

/** Returns the events with these ids; omits ids without an event. */
export function readEvents({ store }: ReadContext, eventIds: readonly string[]): Promise<readonly ShownEvent[]> {
  return store.read(reader => eventStore.showMany(reader, eventIds));
}

/** Returns the current stamp of each event, which changes with everything that its texts contain. */
export function readStamps(
  { store }: ReadContext,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, EventStamp>> {
  return store.read(reader => eventStore.stamps(reader, eventIds));
}

/** Returns the event with a slug or public key; throws 404 otherwise. */
export async function requireShownEvent(
  services: HttpServices & EventServices,
  reference: string,
): Promise<ShownEvent> {
  const shown = await findEvent(services, reference);
  if (!shown || !services.markets.references.shows(shown.event)) throw noSuchEvent(reference, 'slug');
  return shown;
}

/** Returns the public event objects as JSON, in this order; only changed events are read from the database. */
export function eventTexts(
  services: HttpServices,
  events: readonly StampedEvent[],
  now: number,
): Promise<StampedText[]> {
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

const textsFor = perServices(() => new StampedTexts(maxCharacters));

const maxCharacters = 32_000_000;
