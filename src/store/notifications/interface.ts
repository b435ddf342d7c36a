import type { NotificationKind } from '../../domain/notifications/notification.js';

/** Times are epoch milliseconds. */
export interface Notification {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly text: string;
  readonly eventSlug: string | null;
  readonly requestId: string | null;
  readonly createdAt: number;
  readonly readAt: number | null;
}

export interface NewNotification extends Omit<Notification, 'readAt'> {
  readonly personId: string;
}

interface NotificationFilter {
  readonly personId: string;
  /** Only those that are not read. */
  readonly unread: boolean;
  readonly since: number;
  /** The id of the last one of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

export interface NotificationReads {
  /** Newest first. */
  list(filter: NotificationFilter): Promise<Notification[]>;
  countUnread(personId: string, since: number): Promise<number>;
  /** The disabled kinds of a person; null: the person does not exist. */
  mutedOf(personId: string): Promise<readonly NotificationKind[] | null>;
}

export interface NotificationWrites extends NotificationReads {
  /** Of kinds that their people don’t mute. Adds them and deletes the oldest ones of their people beyond `maxPerPerson`. */
  add(notifications: readonly NewNotification[], maxPerPerson: number): Promise<void>;
  mute(personId: string, kinds: readonly NotificationKind[]): Promise<void>;
  /** Null marks all of them. Returns how many were unread. */
  markRead(personId: string, ids: readonly string[] | null, at: number): Promise<number>;
  deleteOf(personId: string): Promise<void>;
  deleteBefore(at: number): Promise<void>;
}

declare module '../store.js' {
  interface Reads {
    readonly notifications: NotificationReads;
  }
  interface Writes {
    readonly notifications: NotificationWrites;
  }
}
