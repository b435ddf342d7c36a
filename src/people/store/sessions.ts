import { words } from '../../database/columns.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { SessionHolder } from '../../http/caller.js';
import type { HoldersRead } from '../credential-lookup.js';
import { hashSecret } from './hash-secret.js';
import type { LastUse, NewSession, SessionRow } from './rows.js';

type Stored<T extends { createdAt: number; lastUsedAt: number }> = Omit<T, 'createdAt' | 'lastUsedAt'> & {
  createdAt: Date;
  lastUsedAt: Date;
};

type Columns = { readonly changes: number; readonly hash: string | null } & Stored<SessionHolder>;

/** The number of credential changes and the holders of sessions by the hash of their token. */
export async function readSessionHolders(
  { sql }: Reader,
  hashes: readonly string[],
): Promise<HoldersRead<SessionHolder>> {
  const rows = await sql<Columns[]>`
    select c.changes, h.* from credential_changes c left join (
      select encode(s.token_hash, 'hex') as hash, s.id as "sessionId", p.id as "playerId", p.handle, p.plan, h.role,
             u.reason as suspension, s.created_at as "createdAt", s.last_used_at as "lastUsedAt"
      from sessions s join people h on h.player_id = s.person_id join players p on p.id = s.person_id
        left join suspensions u on u.player_id = p.id and u.lifted_at is null
      where p.retired_at is null
        and s.token_hash in (select decode(h, 'hex') from unnest(${words(hashes, hash => hash)}::text::text[]) as t(h))
    ) h on true`;
  return {
    changes: rows[0].changes,
    holders: rows.flatMap(({ changes: _changes, hash, createdAt, lastUsedAt, ...row }) =>
      hash === null
        ? []
        : [[hash, { ...row, createdAt: createdAt.getTime(), lastUsedAt: lastUsedAt.getTime() }] as const],
    ),
  };
}

/** A person's sessions, most recently used first, possibly including expired ones. */
export async function ofPerson({ sql }: Reader, playerId: string): Promise<SessionRow[]> {
  const rows = await sql<Stored<SessionRow>[]>`
    select id as "sessionId", user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt"
    from sessions where person_id = ${playerId} order by last_used_at desc, id desc`;
  return rows.map(row => ({
    ...row,
    createdAt: row.createdAt.getTime(),
    lastUsedAt: row.lastUsedAt.getTime(),
  }));
}

/** Ends the oldest sessions of the person beyond `maxSessions`, counting the new one. */
export async function add(
  { sql }: Transaction,
  playerId: string,
  { sessionId, token, userAgent }: NewSession,
  maxSessions: number,
  at: number,
): Promise<void> {
  const now = new Date(at);
  await sql`insert into sessions (id, person_id, token_hash, created_at, last_used_at, user_agent)
    values (${sessionId}, ${playerId}, ${hashSecret(token)}, ${now}, ${now}, ${userAgent})`;
  await sql`delete from sessions where id in (
    select id from sessions where person_id = ${playerId} and id <> ${sessionId}
    order by created_at desc, id desc offset ${maxSessions - 1})`;
}

export async function end({ sql }: Transaction, sessionId: string): Promise<void> {
  await sql`delete from sessions where id = ${sessionId}`;
}

/** Ends a session of this person; returns the number of ended sessions: 0 or 1. */
export async function endOne({ sql }: Transaction, playerId: string, sessionId: string): Promise<number> {
  const rows = await sql`delete from sessions where person_id = ${playerId} and id = ${sessionId} returning 1`;
  return rows.length;
}

/** Ends all of a person's sessions except one, and returns their number. */
export async function endOthers(
  { sql }: Transaction,
  playerId: string,
  exceptSessionId: string | null,
): Promise<number> {
  const rows = await sql`delete from sessions
    where person_id = ${playerId} and id is distinct from ${exceptSessionId} returning 1`;
  return rows.length;
}

export async function recordUse({ sql }: Transaction, uses: readonly LastUse[]): Promise<void> {
  await sql`update sessions s set last_used_at = u.at
    from unnest(${uses.map(use => use.id)}::text[],
                ${uses.map(use => new Date(use.at).toISOString())}::timestamptz[]) as u (id, at)
    where s.id = u.id and s.last_used_at < u.at`;
}

/** Deletes expired sessions. */
export async function drop({ sql }: Transaction, usedBefore: number, createdBefore: number): Promise<void> {
  await sql`delete from sessions
    where last_used_at <= ${new Date(usedBefore)} or created_at <= ${new Date(createdBefore)}`;
}
