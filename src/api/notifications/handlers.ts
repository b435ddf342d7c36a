import { notificationMeanings } from '../../domain/notifications/notification.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { markNotificationsRead } from '../../operations/notifications/mark-read.js';
import { listNotifications } from '../../operations/notifications/queries.js';
import {
  changeNotificationSettings,
  type NotificationSetting,
  readNotificationSettings,
} from '../../operations/notifications/settings.js';
import type { Notification } from '../../store/notifications/interface.js';
import { requirePerson, sessionOver } from '../people/caller.js';
import type { NotificationSettingsChange, NotificationsQuery, ReadNotificationsRequest } from './schemas.js';

const listName = 'notifications';

function viewNotification({ createdAt, readAt, ...rest }: Notification) {
  return {
    ...rest,
    at: new Date(createdAt).toISOString(),
    readAt: readAt === null ? null : new Date(readAt).toISOString(),
  };
}

export async function getNotifications(
  { query }: RouteInput<{ query: typeof NotificationsQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId: personId } = requirePerson(caller);
  const { limit = 50, cursor, unread = false } = query;
  const filters = [personId, unread];
  const before = cursor === undefined ? null : services.cursors.read<string>(listName, filters, cursor);
  const page = await listNotifications(services, { personId, unread, before, limit: limit + 1 });
  const shown = page.notifications.slice(0, limit);
  const hasMore = page.notifications.length > limit;
  return {
    notifications: shown.map(viewNotification),
    unread: page.unread,
    nextCursor: hasMore ? services.cursors.write(listName, filters, shown[shown.length - 1].id) : null,
  };
}

function viewSettings(settings: readonly NotificationSetting[] | null) {
  if (!settings) throw sessionOver();
  return { kinds: settings.map(setting => ({ ...setting, description: notificationMeanings[setting.kind] })) };
}

export async function getNotificationSettings(_input: unknown, { services, caller }: RequestContext) {
  return viewSettings(await readNotificationSettings(services, requirePerson(caller).playerId));
}

export async function patchNotificationSettings(
  { body }: RouteInput<{ body: typeof NotificationSettingsChange }>,
  { services, caller }: RequestContext,
) {
  return viewSettings(await changeNotificationSettings(services, requirePerson(caller).playerId, body));
}

export function postNotificationsRead(
  { body }: RouteInput<{ body: typeof ReadNotificationsRequest; bodyOptional: true }>,
  { services, caller }: RequestContext,
) {
  return markNotificationsRead(services, requirePerson(caller).playerId, body?.ids ?? null);
}
