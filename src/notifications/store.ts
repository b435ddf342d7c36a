import { defineFeatureStore, type WriteScope } from '../database/feature-store.js';
import type { Sql } from '../database/pool.js';
import { isoTime } from '../kernel/time.js';
import type { NotificationKind } from './notify.js';
import type { NewNotification, Notification, NotificationReads, NotificationWrites } from './store-interface.js';

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

function notificationReads(sql: Sql): NotificationReads {
  return {
    async list({ personId, unread, since, before, limit }) {
      const rows = await sql<NotificationColumns[]>`
        select id, kind, text, event_slug, request_id, created_at, read_at from notifications
        where person_id = ${personId} and created_at > ${new Date(since)}
          ${unread ? sql`and read_at is null` : sql``}
          ${before === null ? sql`` : sql`and id < ${before}`}
        order by id desc limit ${limit}`;
      return rows.map(notificationOf);
    },
    async countUnread(personId, since) {
      const [{ count }] = await sql<{ count: number }[]>`
        select count(*)::int as count from notifications
        where person_id = ${personId} and read_at is null and created_at > ${new Date(since)}`;
      return count;
    },
    async mutedOf(personId) {
      const [row] = await sql<{ muted_notifications: NotificationKind[] }[]>`
        select muted_notifications from people where player_id = ${personId} and email is not null`;
      return row?.muted_notifications ?? null;
    },
  };
}

function notificationWrites({ sql, notices }: WriteScope): NotificationWrites {
  return {
    ...notificationReads(sql),
    async add(notifications, maxPerPerson) {
      const column = <K extends keyof NewNotification>(name: K) => notifications.map(row => row[name]);
      const times = notifications.map(({ createdAt }) => isoTime(createdAt));
      await sql`insert into notifications (id, person_id, kind, text, event_slug, request_id, created_at)
        select n.* from unnest(${column('id')}::text[], ${column('personId')}::text[], ${column('kind')}::text[],
          ${column('text')}::text[], ${column('eventSlug') as string[]}::text[], ${column('requestId') as string[]}::text[],
          ${times}::timestamptz[]) as n(id, person_id, kind, text, event_slug, request_id, created_at)
        where not exists (
          select from people p where p.player_id = n.person_id and n.kind = any(p.muted_notifications))`;
      const people = [...new Set(notifications.map(({ personId }) => personId))];
      await sql`delete from notifications n using unnest(${people}::text[]) as p(id)
        where n.person_id = p.id and n.id <= (
          select o.id from notifications o where o.person_id = p.id order by o.id desc offset ${maxPerPerson} limit 1)`;
      notices.markNotified(people);
    },
    async mute(personId, kinds) {
      await sql`update people set muted_notifications = ${kinds as string[]} where player_id = ${personId}`;
    },
    async markRead(personId, ids, at) {
      const rows = await sql`update notifications set read_at = ${new Date(at)}
        where person_id = ${personId} and read_at is null
          ${ids === null ? sql`` : sql`and id = any(${ids as string[]}::text[])`}
        returning 1`;
      if (rows.length > 0) notices.markNotified([personId]);
      return rows.length;
    },
    async deleteOf(personId) {
      await sql`delete from notifications where person_id = ${personId}`;
    },
    async deleteBefore(at) {
      await sql`delete from notifications where created_at <= ${new Date(at)}`;
    },
  };
}

export const notificationsStore = defineFeatureStore({
  reads: { notifications: ({ sql }) => notificationReads(sql) },
  writes: { notifications: notificationWrites },
});
