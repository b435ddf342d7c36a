import type { NotificationKind } from './notify.js';

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
  /** Only unread ones. */
  readonly unread: boolean;
  readonly since: number;
  /** The id of the last one of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

export interface NotificationReads {
  /** Newest first. */
  list(filter: NotificationFilter): Promise<Notification[]>;
  countUnread(personId: string, since: number): Promise<number>;
  /** The disabled kinds of a person; null if the person does not exist. */
  mutedOf(personId: string): Promise<readonly NotificationKind[] | null>;
}

export interface NotificationWrites extends NotificationReads {
  /**
   * Adds notifications of kinds that their people have not muted, and deletes each person's oldest ones beyond
   * `maxPerPerson`.
   */
  add(notifications: readonly NewNotification[], maxPerPerson: number): Promise<void>;
  mute(personId: string, kinds: readonly NotificationKind[]): Promise<void>;
  /** Null marks all of them. Returns the number of previously unread ones. */
  markRead(personId: string, ids: readonly string[] | null, at: number): Promise<number>;
  deleteOf(personId: string): Promise<void>;
  deleteBefore(at: number): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly notifications: NotificationReads;
  }
  interface Writes {
    readonly notifications: NotificationWrites;
  }
}
