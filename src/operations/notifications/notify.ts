import { maxNotifications, type NotificationKind } from '../../domain/notifications/notification.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

interface NotifyCommand {
  /** Player ids of people; each gets one notification. */
  readonly personIds: readonly string[];
  readonly kind: NotificationKind;
  /** One or two sentences that stand alone. */
  readonly text: string;
  readonly eventSlug?: string | null;
  readonly requestId?: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Notifies people in the caller's transaction, so that a notification exists exactly if its cause was committed. */
export async function notify(
  writes: Pick<Writes, 'notifications'>,
  { newId }: Pick<OperationContext, 'newId'>,
  { personIds, kind, text, eventSlug = null, requestId = null, at }: NotifyCommand,
): Promise<void> {
  if (personIds.length === 0) return;
  const rows = [...new Set(personIds)].map(personId => {
    return { id: newId('ntf', at), personId, kind, text, eventSlug, requestId, createdAt: at };
  });
  await writes.notifications.add(rows, maxNotifications);
}
