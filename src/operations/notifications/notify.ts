import { maxNotifications, type NotificationKind } from '../../domain/notifications/notification.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

interface NotifyCommand {
  /** Player ids of people; each gets one notification. */
  readonly personIds: readonly string[];
  readonly kind: NotificationKind;
  /** One or two self-contained sentences. */
  readonly text: string;
  readonly eventSlug?: string | null;
  readonly requestId?: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Notifies people in the caller's transaction, so that a notification exists exactly if its cause was committed. */
export function notify(
  writes: Pick<Writes, 'notifications'>,
  tools: Pick<OperationContext, 'newId'>,
  { personIds, text, ...rest }: NotifyCommand,
): Promise<void> {
  return notifyEach(writes, tools, new Map(personIds.map(personId => [personId, text])), rest);
}

/** The same with a text for each person. */
export async function notifyEach(
  writes: Pick<Writes, 'notifications'>,
  { newId }: Pick<OperationContext, 'newId'>,
  texts: ReadonlyMap<string, string>,
  { kind, eventSlug = null, requestId = null, at }: Omit<NotifyCommand, 'personIds' | 'text'>,
): Promise<void> {
  if (texts.size === 0) return;
  const rows = [...texts].map(([personId, text]) => {
    return { id: newId('ntf', at), personId, kind, text, eventSlug, requestId, createdAt: at };
  });
  await writes.notifications.add(rows, maxNotifications);
}
