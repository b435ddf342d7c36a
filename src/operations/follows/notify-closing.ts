import { dayMs } from '../../domain/durations.js';
import { isoTime } from '../../domain/iso-time.js';
import { notify } from '../notifications/notify.js';
import type { OperationContext } from '../operation-context.js';

const closingWithinMs = dayMs;
const eventsAtOnce = 100;

/** Notifies followers of open events whose trading ends within a day, each person once per event. */
export async function notifyClosing(
  context: Pick<OperationContext, 'store' | 'clock' | 'newId'>,
  keepGoing: () => boolean,
): Promise<void> {
  const { store, clock } = context;
  const now = clock();
  const events = await store.read(reads => reads.follows.closing(now + closingWithinMs, eventsAtOnce));
  for (const { eventId, slug, title, endsAt } of events) {
    if (!keepGoing()) return;
    await store.transact(async writes => {
      const personIds = await writes.follows.markClosing(eventId, now);
      const text = `Trading on “${title}” ends at ${isoTime(endsAt).slice(0, 16).replace('T', ' ')} UTC.`;
      await notify(writes, context, { personIds, kind: 'event-closing', text, eventSlug: slug, at: now });
    });
  }
}
