import { requirePerson, sessionOver } from '../http/require-person.js';
import { defineRoute, type RequestContext, type RouteInput } from '../http/route.js';
import { Cursor, closed, Limit, NextCursor, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import {
  changeNotificationSettings,
  listNotifications,
  markNotificationsRead,
  type NotificationSetting,
  notificationKinds,
  notificationMeanings,
  readNotificationSettings,
} from './notify.js';
import type { Notification } from './store.js';

const NotificationsQuery = closed({
  unread: Type.Optional(Type.Boolean({ default: false, description: 'true: only unread notifications.' })),
  cursor: Cursor,
  limit: Limit(200, 50),
});

const NotificationSchema = named(
  'Notification',
  closed(
    {
      id: Type.String({ description: 'Id of the notification.', examples: ['ntf_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      kind: oneOf(notificationKinds, { description: 'What happened.' }),
      text: Type.String({
        description: 'Human-readable message.',
        examples: ['Your request “Will it rain in London on 1 May 2026?” is now a market.'],
      }),
      eventSlug: nullable(
        Type.String({
          description: 'Slug of the event that it is about; null if none.',
          examples: ['rain-in-london-on-1-may'],
        }),
      ),
      requestId: nullable(
        Type.String({
          description: 'Id of the market request that it is about; null if none.',
          examples: ['mrq_01kx3v7p9ye1f8m2q4s6t8v0wz'],
        }),
      ),
      at: Timestamp({ description: 'When it happened.' }),
      readAt: nullable(Timestamp({ description: 'When it was marked as read; null if unread.' })),
    },
    { description: 'A message to a person.' },
  ),
);

const NotificationList = named(
  'NotificationList',
  closed({
    notifications: Type.Array(NotificationSchema, { description: 'Notifications of this page, newest first.' }),
    unread: Type.Integer({ minimum: 0, description: 'Total number of unread notifications.', examples: [2] }),
    nextCursor: NextCursor,
  }),
);

const ReadNotificationsRequest = closed({
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      minItems: 1,
      maxItems: 200,
      description: 'Ids of the notifications to mark; all if omitted. Unknown ids are ignored.',
      examples: [['ntf_01kx3v7p9ye1f8m2q4s6t8v0wz']],
    }),
  ),
});

const NotificationsRead = named(
  'NotificationsRead',
  closed({
    marked: Type.Integer({
      minimum: 0,
      description: 'Number of notifications that this request marked.',
      examples: [2],
    }),
    unread: Type.Integer({ minimum: 0, description: 'Number of notifications that are still unread.', examples: [0] }),
  }),
);

const NotificationSettings = named(
  'NotificationSettings',
  closed(
    {
      kinds: Type.Array(
        closed({
          kind: oneOf(notificationKinds, { description: 'Kind of notification.' }),
          enabled: Type.Boolean({ description: 'Whether this kind is enabled.' }),
          description: Type.String({ description: 'Trigger of the notification.' }),
        }),
        { description: 'Every kind.' },
      ),
    },
    {
      examples: [
        {
          kinds: [
            { kind: 'event-scored', enabled: true, description: notificationMeanings['event-scored'] },
            { kind: 'event-closing', enabled: false, description: notificationMeanings['event-closing'] },
          ],
        },
      ],
    },
  ),
);

const kindSwitches = Object.fromEntries(
  notificationKinds.map(kind => [kind, Type.Optional(Type.Boolean({ description: notificationMeanings[kind] }))]),
) as Record<(typeof notificationKinds)[number], ReturnType<typeof Type.Optional<ReturnType<typeof Type.Boolean>>>>;

const NotificationSettingsChange = named(
  'NotificationSettingsChange',
  closed(kindSwitches, {
    minProperties: 1,
    description: 'Kinds to enable or disable; the others are unchanged.',
    examples: [{ 'event-closing': false }],
  }),
);

const listName = 'notifications';

function viewNotification({ createdAt, readAt, ...rest }: Notification) {
  return {
    ...rest,
    at: new Date(createdAt).toISOString(),
    readAt: readAt === null ? null : new Date(readAt).toISOString(),
  };
}

async function getNotifications(
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

async function getNotificationSettings(_input: unknown, { services, caller }: RequestContext) {
  return viewSettings(await readNotificationSettings(services, requirePerson(caller).playerId));
}

async function patchNotificationSettings(
  { body }: RouteInput<{ body: typeof NotificationSettingsChange }>,
  { services, caller }: RequestContext,
) {
  return viewSettings(await changeNotificationSettings(services, requirePerson(caller).playerId, body));
}

function postNotificationsRead(
  { body }: RouteInput<{ body: typeof ReadNotificationsRequest; bodyOptional: true }>,
  { services, caller }: RequestContext,
) {
  return markNotificationsRead(services, requirePerson(caller).playerId, body?.ids ?? null);
}

const forPeople = { area: 'people', auth: 'required', callers: ['person'] } as const;

export const notificationRoutes = [
  defineRoute({
    ...forPeople,
    id: 'listNotifications',
    method: 'GET',
    path: '/api/people/notifications',
    summary: 'Your notifications',
    description:
      'Newest first, with the number of unread ones. At most 200 are stored per person; those older than 90 days are deleted.',
    bucket: 'reads',
    request: { query: NotificationsQuery },
    responses: { 200: { description: 'The notifications.', schema: NotificationList } },
    handler: getNotifications,
  }),
  defineRoute({
    ...forPeople,
    id: 'markNotificationsRead',
    whileSuspended: true,
    method: 'POST',
    path: '/api/people/notifications/read',
    summary: 'Mark notifications as read',
    description:
      'Marks the notifications with the ids in the body, or all without a body. Repeating the request changes nothing.',
    bucket: 'changes',
    request: { body: ReadNotificationsRequest, bodyOptional: true },
    responses: {
      200: { description: 'Number of marked and of remaining unread notifications.', schema: NotificationsRead },
    },
    handler: postNotificationsRead,
  }),
  defineRoute({
    ...forPeople,
    id: 'getNotificationSettings',
    method: 'GET',
    path: '/api/people/notifications/settings',
    summary: 'Your notification settings',
    description: 'Every kind of notification and whether it is enabled. All are enabled by default.',
    bucket: 'reads',
    responses: { 200: { description: 'The settings.', schema: NotificationSettings } },
    handler: getNotificationSettings,
  }),
  defineRoute({
    ...forPeople,
    id: 'changeNotificationSettings',
    method: 'PATCH',
    path: '/api/people/notifications/settings',
    summary: 'Change your notification settings',
    description: 'Kinds that are disabled are no longer stored. Existing notifications remain.',
    bucket: 'changes',
    request: { body: NotificationSettingsChange },
    responses: { 200: { description: 'The changed settings.', schema: NotificationSettings } },
    handler: patchNotificationSettings,
  }),
];
