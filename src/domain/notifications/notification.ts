import { dayMs } from '../durations.js';

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
export const maxNotifications = 200;
export const maxNotificationAgeMs = 90 * dayMs;
