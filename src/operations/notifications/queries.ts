import { maxNotificationAgeMs } from '../../domain/notifications/notification.js';
import type { Notification } from '../../store/notifications/interface.js';
import type { OperationContext } from '../operation-context.js';

interface NotificationPage {
  readonly personId: string;
  readonly unread: boolean;
  readonly before: string | null;
  readonly limit: number;
}

/** Returns a page and the number of unread notifications from one snapshot. */
export function listNotifications(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  page: NotificationPage,
): Promise<{ notifications: Notification[]; unread: number }> {
  const since = clock() - maxNotificationAgeMs;
  return store.read(async reads => {
    const notifications = await reads.notifications.list({ ...page, since });
    return { notifications, unread: await reads.notifications.countUnread(page.personId, since) };
  });
}

export function countUnreadNotifications(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  personId: string,
): Promise<number> {
  return store.read(reads => reads.notifications.countUnread(personId, clock() - maxNotificationAgeMs));
}
