import { maxNotificationAgeMs } from '../../domain/notifications/notification.js';
import type { OperationContext } from '../operation-context.js';

/** Marks notifications of a person as read: those with these ids, or all. Idempotent. */
export function markNotificationsRead(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  personId: string,
  ids: readonly string[] | null,
): Promise<{ marked: number; unread: number }> {
  const now = clock();
  return store.transact(async writes => {
    const marked = await writes.notifications.markRead(personId, ids, now);
    return { marked, unread: await writes.notifications.countUnread(personId, now - maxNotificationAgeMs) };
  });
}
