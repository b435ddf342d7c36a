// Follows of people. Times are epoch milliseconds.

import type { Reader, Transaction } from '../database/store.js';
import type { MarketStatus } from '../engine/lifecycle.js';

/** The last follow of a page. */
export interface FollowCursor {
  readonly at: number;
  readonly id: string;
}

export interface FollowPage {
  readonly personId: string;
  readonly before: FollowCursor | null;
  readonly limit: number;
}

export interface FollowedEvent {
  readonly eventId: string;
  readonly slug: string;
  readonly title: string;
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
  readonly followedAt: number;
}

export interface FollowedPlayer {
  readonly playerId: string;
  readonly followedAt: number;
}

/** A followed event whose trading ends soon, with the people to notify. */
export interface ClosingEvent {
  readonly eventId: string;
  readonly slug: string;
  readonly title: string;
  readonly endsAt: number;
}

type Dated<T, K extends keyof T> = Omit<T, K> & Record<K, Date>;

/** Most recently followed first. */
export async function events({ sql }: Reader, { personId, before, limit }: FollowPage): Promise<FollowedEvent[]> {
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
}

export async function players({ sql }: Reader, { personId, before, limit }: FollowPage): Promise<FollowedPlayer[]> {
  const rows = await sql<Dated<FollowedPlayer, 'followedAt'>[]>`
    select f.player_id as "playerId", f.followed_at as "followedAt" from followed_players f
    where f.person_id = ${personId}
      ${before === null ? sql`` : sql`and (f.followed_at, f.player_id) < (${new Date(before.at)}, ${before.id})`}
    order by f.followed_at desc, f.player_id desc limit ${limit}`;
  return rows.map(row => ({ ...row, followedAt: row.followedAt.getTime() }));
}

/** Open events that end before a time and have followers who have not been notified. */
export async function closing({ sql }: Reader, before: number, limit: number): Promise<ClosingEvent[]> {
  const rows = await sql<Dated<ClosingEvent, 'endsAt'>[]>`
    select e.id as "eventId", e.slug, e.title, m.ends_at as "endsAt" from markets m join events e on e.id = m.event_id
    where m.status in ('active', 'paused') and m.ends_at <= ${new Date(before)} and exists (
      select from followed_events f where f.event_id = m.event_id and f.closing_notified_at is null)
    order by m.ends_at, e.id limit ${limit}`;
  return rows.map(row => ({ ...row, endsAt: row.endsAt.getTime() }));
}

/** When the person began to follow it; null if the person follows too many. */
export async function followEvent(
  { sql }: Transaction,
  personId: string,
  eventId: string,
  at: number,
  max: number,
): Promise<number | null> {
  const [existingFollow] = await sql<{ followed_at: Date }[]>`
    select followed_at from followed_events where person_id = ${personId} and event_id = ${eventId}`;
  if (existingFollow) return existingFollow.followed_at.getTime();
  const [{ count }] = await sql<{ count: number }[]>`
    select count(*)::int as count from followed_events where person_id = ${personId}`;
  if (count >= max) return null;
  await sql`insert into followed_events (person_id, event_id, followed_at)
    values (${personId}, ${eventId}, ${new Date(at)})`;
  return at;
}

export async function followPlayer(
  { sql }: Transaction,
  personId: string,
  playerId: string,
  at: number,
  max: number,
): Promise<number | null> {
  const [existingFollow] = await sql<{ followed_at: Date }[]>`
    select followed_at from followed_players where person_id = ${personId} and player_id = ${playerId}`;
  if (existingFollow) return existingFollow.followed_at.getTime();
  const [{ count }] = await sql<{ count: number }[]>`
    select count(*)::int as count from followed_players where person_id = ${personId}`;
  if (count >= max) return null;
  await sql`insert into followed_players (person_id, player_id, followed_at)
    values (${personId}, ${playerId}, ${new Date(at)})`;
  return at;
}

export async function unfollowEvent({ sql }: Transaction, personId: string, eventId: string): Promise<void> {
  await sql`delete from followed_events where person_id = ${personId} and event_id = ${eventId}`;
}

export async function unfollowPlayer({ sql }: Transaction, personId: string, playerId: string): Promise<void> {
  await sql`delete from followed_players where person_id = ${personId} and player_id = ${playerId}`;
}

/** Marks the followers of an event as notified and returns those who had not been. */
export async function markClosing({ sql }: Transaction, eventId: string, at: number): Promise<string[]> {
  const rows = await sql<{ person_id: string }[]>`
    update followed_events set closing_notified_at = ${new Date(at)}
    where event_id = ${eventId} and closing_notified_at is null returning person_id`;
  return rows.map(row => row.person_id);
}

/** Deletes the follows of a person whose account is deleted. */
export async function deleteOf({ sql }: Transaction, personId: string): Promise<void> {
  await sql`delete from followed_events where person_id = ${personId}`;
  await sql`delete from followed_players where person_id = ${personId} or player_id = ${personId}`;
}
