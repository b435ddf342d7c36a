import { dayMs } from '../durations.js';

export const notificationKinds = [
  'request-launched',
  'request-declined',
  'request-merged',
  'resolution-proposed',
  'resolution-disputed',
  'event-resolved',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Notifications of one person; older ones are deleted first. */
export const maxNotifications = 200;
export const maxNotificationAgeMs = 90 * dayMs;
