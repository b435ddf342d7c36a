import { maxNotificationAgeMs } from '../../domain/notifications/notification.js';
import type { OperationContext } from '../operation-context.js';

/** Deletes notifications that lists no longer show. */
export function deleteOldNotifications({ store, clock }: Pick<OperationContext, 'store' | 'clock'>): Promise<void> {
  return store.transact(writes => writes.notifications.deleteBefore(clock() - maxNotificationAgeMs));
}
