import type { Reader, Transaction } from '../database/store.js';
import { isoTime } from '../kernel/time.js';
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

export interface NotificationFilter {
  readonly personId: string;
  /** Only unread ones. */
  readonly unread: boolean;
  readonly since: number;
  /** The id of the last one of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

interface NotificationColumns {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly text: string;
  readonly event_slug: string | null;
  readonly request_id: string | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

function notificationOf(row: NotificationColumns): Notification {
  const { id, kind, text, event_slug: eventSlug, request_id: requestId, created_at, read_at } = row;
  return { id, kind, text, eventSlug, requestId, createdAt: created_at.getTime(), readAt: read_at?.getTime() ?? null };
}

/** Newest first. */
export async function list(
  { sql }: Reader,
  { personId, unread, since, before, limit }: NotificationFilter,
): Promise<Notification[]> {
  const rows = await sql<NotificationColumns[]>`
    select id, kind, text, event_slug, request_id, created_at, read_at from notifications
    where person_id = ${personId} and created_at > ${new Date(since)}
      ${unread ? sql`and read_at is null` : sql``}
      ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}`;
  return rows.map(notificationOf);
}

export async function countUnread({ sql }: Reader, personId: string, since: number): Promise<number> {
  const [{ count }] = await sql<{ count: number }[]>`
    select count(*)::int as count from notifications
    where person_id = ${personId} and read_at is null and created_at > ${new Date(since)}`;
  return count;
}

/** The disabled kinds of a person; null if the person does not exist. */
export async function mutedOf({ sql }: Reader, personId: string): Promise<readonly NotificationKind[] | null> {
  const [row] = await sql<{ muted: NotificationKind[] }[]>`
    select coalesce(s.muted, '{}') as muted from people p left join notification_settings s on s.person_id = p.player_id
    where p.player_id = ${personId} and p.email is not null`;
  return row?.muted ?? null;
}

/**
 * Adds notifications of kinds that their people have not muted, and deletes each person's oldest ones beyond
 * `maxPerPerson`.
 */
export async function add(
  { sql, notices }: Transaction,
  notifications: readonly NewNotification[],
  maxPerPerson: number,
): Promise<void> {
  const column = <K extends keyof NewNotification>(name: K) => notifications.map(row => row[name]);
  const times = notifications.map(({ createdAt }) => isoTime(createdAt));
  await sql`insert into notifications (id, person_id, kind, text, event_slug, request_id, created_at)
    select n.* from unnest(${column('id')}::text[], ${column('personId')}::text[], ${column('kind')}::text[],
      ${column('text')}::text[], ${column('eventSlug') as string[]}::text[], ${column('requestId') as string[]}::text[],
      ${times}::timestamptz[]) as n(id, person_id, kind, text, event_slug, request_id, created_at)
    where not exists (
      select from notification_settings s where s.person_id = n.person_id and n.kind = any(s.muted))`;
  const people = [...new Set(notifications.map(({ personId }) => personId))];
  await sql`delete from notifications n using unnest(${people}::text[]) as p(id)
    where n.person_id = p.id and n.id <= (
      select o.id from notifications o where o.person_id = p.id order by o.id desc offset ${maxPerPerson} limit 1)`;
  notices.markNotified(people);
}

export async function mute({ sql }: Transaction, personId: string, kinds: readonly NotificationKind[]): Promise<void> {
  await sql`insert into notification_settings (person_id, muted) values (${personId}, ${kinds as string[]})
    on conflict (person_id) do update set muted = excluded.muted`;
}

/** Null marks all of them. Returns the number of previously unread ones. */
export async function markRead(
  { sql, notices }: Transaction,
  personId: string,
  ids: readonly string[] | null,
  at: number,
): Promise<number> {
  const rows = await sql`update notifications set read_at = ${new Date(at)}
    where person_id = ${personId} and read_at is null
      ${ids === null ? sql`` : sql`and id = any(${ids as string[]}::text[])`}
    returning 1`;
  if (rows.length > 0) notices.markNotified([personId]);
  return rows.length;
}

export async function deleteOf({ sql }: Transaction, personId: string): Promise<void> {
  await sql`delete from notifications where person_id = ${personId}`;
  await sql`delete from notification_settings where person_id = ${personId}`;
}

export async function deleteBefore({ sql }: Transaction, at: number): Promise<void> {
  await sql`delete from notifications where created_at <= ${new Date(at)}`;
}
