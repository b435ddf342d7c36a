import { type NotificationKind, notificationKinds } from '../../domain/notifications/notification.js';
import type { OperationContext } from '../operation-context.js';

export interface NotificationSetting {
  readonly kind: NotificationKind;
  readonly enabled: boolean;
}

function settingsOf(muted: readonly string[]): NotificationSetting[] {
  return notificationKinds.map(kind => ({ kind, enabled: !muted.includes(kind) }));
}

/** The kinds of notifications that a person receives. Null: the account was deleted. */
export async function readNotificationSettings(
  { store }: Pick<OperationContext, 'store'>,
  personId: string,
): Promise<NotificationSetting[] | null> {
  const muted = await store.read(reads => reads.notifications.mutedOf(personId));
  return muted && settingsOf(muted);
}

/** Enables or disables kinds; the others are unchanged. Null: the account was deleted. */
export function changeNotificationSettings(
  { store }: Pick<OperationContext, 'store'>,
  personId: string,
  wanted: Readonly<Partial<Record<NotificationKind, boolean>>>,
): Promise<NotificationSetting[] | null> {
  return store.transact(async writes => {
    if (!(await writes.people.lock(personId))) return null;
    const before = new Set<string>(await writes.notifications.mutedOf(personId));
    const muted = notificationKinds.filter(kind => !(wanted[kind] ?? !before.has(kind)));
    await writes.notifications.mute(personId, muted);
    return settingsOf(muted);
  });
}
