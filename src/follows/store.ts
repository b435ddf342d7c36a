import { defineFeatureStore } from '../database/feature-store.js';
import type { Sql } from '../database/pool.js';
import type { ClosingEvent, FollowedEvent, FollowedPlayer, FollowReads, FollowWrites } from './store-interface.js';

type Dated<T, K extends keyof T> = Omit<T, K> & Record<K, Date>;

function followReads(sql: Sql): FollowReads {
  return {
    async events({ personId, before, limit }) {
      const rows = await sql<Dated<FollowedEvent, 'opensAt' | 'endsAt' | 'followedAt'>[]>`
        select e.id as "eventId", e.slug, e.title, m.status, m.opens_at as "opensAt", m.ends_at as "endsAt",
          f.followed_at as "followedAt"
        from followed_events f join events e on e.id = f.event_id join markets m on m.event_id = e.id
        where f.person_id = ${personId}
          ${before === null ? sql`` : sql`and (f.followed_at, f.event_id) < (${new Date(before.at)}, ${before.id})`}
        order by f.followed_at desc, f.event_id desc limit ${limit}`;
      return rows.map(row => ({
        ...row,
        opensAt: row.opensAt.getTime(),
        endsAt: row.endsAt.getTime(),
        followedAt: row.followedAt.getTime(),
      }));
    },
    async players({ personId, before, limit }) {
      const rows = await sql<Dated<FollowedPlayer, 'followedAt'>[]>`
        select f.player_id as "playerId", f.followed_at as "followedAt" from followed_players f
        where f.person_id = ${personId}
          ${before === null ? sql`` : sql`and (f.followed_at, f.player_id) < (${new Date(before.at)}, ${before.id})`}
        order by f.followed_at desc, f.player_id desc limit ${limit}`;
      return rows.map(row => ({ ...row, followedAt: row.followedAt.getTime() }));
    },
    async closing(before, limit) {
      const rows = await sql<Dated<ClosingEvent, 'endsAt'>[]>`
        select e.id as "eventId", e.slug, e.title, m.ends_at as "endsAt" from markets m join events e on e.id = m.event_id
        where m.status in ('active', 'paused') and m.ends_at <= ${new Date(before)} and exists (
          select from followed_events f where f.event_id = m.event_id and f.closing_notified_at is null)
        order by m.ends_at, e.id limit ${limit}`;
      return rows.map(row => ({ ...row, endsAt: row.endsAt.getTime() }));
    },
  };
}

function followWrites(sql: Sql): FollowWrites {
  return {
    ...followReads(sql),
    async followEvent(personId, eventId, at, max) {
      const [known] = await sql<{ followed_at: Date }[]>`
        select followed_at from followed_events where person_id = ${personId} and event_id = ${eventId}`;
      if (known) return known.followed_at.getTime();
      const [{ count }] = await sql<{ count: number }[]>`
        select count(*)::int as count from followed_events where person_id = ${personId}`;
      if (count >= max) return null;
      await sql`insert into followed_events (person_id, event_id, followed_at)
        values (${personId}, ${eventId}, ${new Date(at)})`;
      return at;
    },
    async followPlayer(personId, playerId, at, max) {
      const [known] = await sql<{ followed_at: Date }[]>`
        select followed_at from followed_players where person_id = ${personId} and player_id = ${playerId}`;
      if (known) return known.followed_at.getTime();
      const [{ count }] = await sql<{ count: number }[]>`
        select count(*)::int as count from followed_players where person_id = ${personId}`;
      if (count >= max) return null;
      await sql`insert into followed_players (person_id, player_id, followed_at)
        values (${personId}, ${playerId}, ${new Date(at)})`;
      return at;
    },
    async unfollowEvent(personId, eventId) {
      await sql`delete from followed_events where person_id = ${personId} and event_id = ${eventId}`;
    },
    async unfollowPlayer(personId, playerId) {
      await sql`delete from followed_players where person_id = ${personId} and player_id = ${playerId}`;
    },
    async markClosing(eventId, at) {
      const rows = await sql<{ person_id: string }[]>`
        update followed_events set closing_notified_at = ${new Date(at)}
        where event_id = ${eventId} and closing_notified_at is null returning person_id`;
      return rows.map(row => row.person_id);
    },
    async deleteOf(personId) {
      await sql`delete from followed_events where person_id = ${personId}`;
      await sql`delete from followed_players where person_id = ${personId} or player_id = ${personId}`;
    },
  };
}

export const followsStore = defineFeatureStore({
  reads: { follows: ({ sql }) => followReads(sql) },
  writes: { follows: ({ sql }) => followWrites(sql) },
});
