import { notificationKinds, notificationMeanings } from '../../domain/notifications/notification.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';

export const NotificationsQuery = closed({
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

export const NotificationList = named(
  'NotificationList',
  closed({
    notifications: Type.Array(NotificationSchema, { description: 'Notifications of this page, newest first.' }),
    unread: Type.Integer({ minimum: 0, description: 'Total number of unread notifications.', examples: [2] }),
    nextCursor: NextCursor,
  }),
);

export const ReadNotificationsRequest = closed({
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      minItems: 1,
      maxItems: 200,
      description: 'Ids of the notifications to mark; all if omitted. Unknown ids are ignored.',
      examples: [['ntf_01kx3v7p9ye1f8m2q4s6t8v0wz']],
    }),
  ),
});

export const NotificationsRead = named(
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

export const NotificationSettings = named(
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

export const NotificationSettingsChange = named(
  'NotificationSettingsChange',
  closed(kindSwitches, {
    minProperties: 1,
    description: 'Kinds to enable or disable; the others are unchanged.',
    examples: [{ 'event-closing': false }],
  }),
);
