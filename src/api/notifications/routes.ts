import { defineRoute } from '../../http/route.js';
import {
  getNotificationSettings,
  getNotifications,
  patchNotificationSettings,
  postNotificationsRead,
} from './handlers.js';
import {
  NotificationList,
  NotificationSettings,
  NotificationSettingsChange,
  NotificationsQuery,
  NotificationsRead,
  ReadNotificationsRequest,
} from './schemas.js';

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
