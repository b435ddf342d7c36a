import { words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { SessionHolder, SessionReads, SessionRow, SessionWrites } from '../store-interface.js';
import { createCredentialLookup, type HoldersRead, type LookupScope } from './credential-lookup.js';
import { hashSecret } from './hash-secret.js';

/** Holders include the last use of a session, which other transactions change. */
const maxLastUseAgeMs = 60_000;

type Stored<T extends { createdAt: number; lastUsedAt: number }> = Omit<T, 'createdAt' | 'lastUsedAt'> & {
  createdAt: Date;
  lastUsedAt: Date;
};

type Columns = { readonly changes: number; readonly hash: string | null } & Stored<SessionHolder>;

async function readSessionHolders(sql: Sql, hashes: readonly string[]): Promise<HoldersRead<SessionHolder>> {
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

export function sessionReads(scope: LookupScope): SessionReads {
  const { sql } = scope;
  return {
    find: createCredentialLookup({ ...scope, read: readSessionHolders, maxAgeMs: maxLastUseAgeMs }),
    async ofPerson(playerId) {
      const rows = await sql<Stored<SessionRow>[]>`
        select id as "sessionId", user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt"
        from sessions where person_id = ${playerId} order by last_used_at desc, id desc`;
      return rows.map(row => ({
        ...row,
        createdAt: row.createdAt.getTime(),
        lastUsedAt: row.lastUsedAt.getTime(),
      }));
    },
  };
}

export function sessionWrites(scope: LookupScope): SessionWrites {
  const { sql } = scope;
  return {
    ...sessionReads(scope),
    async add(playerId, { sessionId, token, userAgent }, maxSessions, at) {
      const now = new Date(at);
      await sql`insert into sessions (id, person_id, token_hash, created_at, last_used_at, user_agent)
        values (${sessionId}, ${playerId}, ${hashSecret(token)}, ${now}, ${now}, ${userAgent})`;
      await sql`delete from sessions where id in (
        select id from sessions where person_id = ${playerId} and id <> ${sessionId}
        order by created_at desc, id desc offset ${maxSessions - 1})`;
    },
    async end(sessionId) {
      await sql`delete from sessions where id = ${sessionId}`;
    },
    async endOne(playerId, sessionId) {
      const rows = await sql`delete from sessions where person_id = ${playerId} and id = ${sessionId} returning 1`;
      return rows.length;
    },
    async endOthers(playerId, exceptSessionId) {
      const rows = await sql`delete from sessions
        where person_id = ${playerId} and id is distinct from ${exceptSessionId} returning 1`;
      return rows.length;
    },
    async recordUse(uses) {
      await sql`update sessions s set last_used_at = u.at
        from unnest(${uses.map(use => use.id)}::text[],
                    ${uses.map(use => new Date(use.at).toISOString())}::timestamptz[]) as u (id, at)
        where s.id = u.id and s.last_used_at < u.at`;
    },
    async drop(usedBefore, createdBefore) {
      await sql`delete from sessions
        where last_used_at <= ${new Date(usedBefore)} or created_at <= ${new Date(createdBefore)}`;
    },
  };
}
