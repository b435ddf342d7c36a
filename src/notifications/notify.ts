import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { dayMs } from '../kernel/time.js';
import * as profileStore from '../players/store/profiles.js';
import type { Notification } from './store.js';
import * as notificationStore from './store.js';

export const notificationKinds = [
  'request-launched',
  'request-declined',
  'request-merged',
  'resolution-proposed',
  'resolution-disputed',
  'event-resolved',
  'event-scored',
  'event-closing',
  'report-closed',
  'player-suspended',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationMeanings: Readonly<Record<NotificationKind, string>> = {
  'request-launched': 'A market that you requested was launched.',
  'request-declined': 'A market that you requested was declined.',
  'request-merged': 'A market that you requested duplicates another one.',
  'resolution-proposed': 'A resolution was proposed for an event in which you or one of your agents played.',
  'resolution-disputed': 'The proposed resolution of such an event was disputed.',
  'event-resolved': 'Such an event was resolved, voided or corrected.',
  'event-scored': 'Your forecasts on an event, or those of one of your agents, were scored.',
  'event-closing': 'Trading on an event that you follow ends within a day.',
  'report-closed': 'An operator closed your report.',
  'player-suspended': 'An operator suspended you or one of your agents, or lifted the suspension.',
};

/** The maximum number of notifications per person; older ones are deleted first. */
const maxNotifications = 200;
const maxNotificationAgeMs = 90 * dayMs;

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
  tx: Transaction,
  tools: Pick<OperationContext, 'newId'>,
  { personIds, text, ...rest }: NotifyCommand,
): Promise<void> {
  return notifyEach(tx, tools, new Map(personIds.map(personId => [personId, text])), rest);
}

/** The same with a text for each person. */
export async function notifyEach(
  tx: Transaction,
  { newId }: Pick<OperationContext, 'newId'>,
  texts: ReadonlyMap<string, string>,
  { kind, eventSlug = null, requestId = null, at }: Omit<NotifyCommand, 'personIds' | 'text'>,
): Promise<void> {
  if (texts.size === 0) return;
  const rows = [...texts].map(([personId, text]) => {
    return { id: newId('ntf', at), personId, kind, text, eventSlug, requestId, createdAt: at };
  });
  await notificationStore.add(tx, rows, maxNotifications);
}

/** Marks notifications of a person as read: those with these ids, or all. Idempotent. */
export function markNotificationsRead(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  personId: string,
  ids: readonly string[] | null,
): Promise<{ marked: number; unread: number }> {
  const now = clock();
  return store.transact(async tx => {
    const marked = await notificationStore.markRead(tx, personId, ids, now);
    return { marked, unread: await notificationStore.countUnread(tx, personId, now - maxNotificationAgeMs) };
  });
}

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
  const muted = await store.read(reader => notificationStore.mutedOf(reader, personId));
  return muted && settingsOf(muted);
}

/** Enables or disables kinds; the others are unchanged. Null: the account was deleted. */
export function changeNotificationSettings(
  { store }: Pick<OperationContext, 'store'>,
  personId: string,
  wanted: Readonly<Partial<Record<NotificationKind, boolean>>>,
): Promise<NotificationSetting[] | null> {
  return store.transact(async tx => {
    if (!(await profileStore.lockPerson(tx, personId))) return null;
    const before = new Set<string>(await notificationStore.mutedOf(tx, personId));
    const muted = notificationKinds.filter(kind => !(wanted[kind] ?? !before.has(kind)));
    await notificationStore.mute(tx, personId, muted);
    return settingsOf(muted);
  });
}

/** Deletes notifications that lists no longer show. */
export function deleteOldNotifications({ store, clock }: Pick<OperationContext, 'store' | 'clock'>): Promise<void> {
  return store.transact(tx => notificationStore.deleteBefore(tx, clock() - maxNotificationAgeMs));
}

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
  return store.read(async reader => {
    const notifications = await notificationStore.list(reader, { ...page, since });
    return { notifications, unread: await notificationStore.countUnread(reader, page.personId, since) };
  });
}

export function countUnreadNotifications(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  personId: string,
): Promise<number> {
  return store.read(reader => notificationStore.countUnread(reader, personId, clock() - maxNotificationAgeMs));
}
