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
    summary: 'Notifications of the person who is signed in',
    description:
      'Newest first, with the number of unread ones. A person has at most 200; those older than 90 days are deleted.',
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
    description: 'Those with the ids of the body, or all without a body. Repeating the request changes nothing.',
    bucket: 'changes',
    request: { body: ReadNotificationsRequest, bodyOptional: true },
    responses: { 200: { description: 'How many were marked and how many are left.', schema: NotificationsRead } },
    handler: postNotificationsRead,
  }),
  defineRoute({
    ...forPeople,
    id: 'getNotificationSettings',
    method: 'GET',
    path: '/api/people/notifications/settings',
    summary: 'Which notifications one gets',
    description: 'Every kind of notification and whether it is on. All are on at first.',
    bucket: 'reads',
    responses: { 200: { description: 'The settings.', schema: NotificationSettings } },
    handler: getNotificationSettings,
  }),
  defineRoute({
    ...forPeople,
    id: 'changeNotificationSettings',
    method: 'PATCH',
    path: '/api/people/notifications/settings',
    summary: 'Choose which notifications one gets',
    description: 'Kinds that are off are not stored from now on. Those that are there stay.',
    bucket: 'changes',
    request: { body: NotificationSettingsChange },
    responses: { 200: { description: 'The settings as changed.', schema: NotificationSettings } },
    handler: patchNotificationSettings,
  }),
];
