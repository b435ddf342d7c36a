import type { Sql } from '../../sql/pool.js';
import type { SessionHolder, SessionReads, SessionWrites } from '../interface.js';
import { hashSecret } from './hash-secret.js';

export function sessionReads(sql: Sql): SessionReads {
  return {
    async find(token) {
      const [row] = await sql<
        (Omit<SessionHolder, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date })[]
      >`
        select s.id as "sessionId", p.id as "playerId", p.handle, p.plan, h.role,
               s.created_at as "createdAt", s.last_used_at as "lastUsedAt"
        from sessions s join people h on h.player_id = s.person_id join players p on p.id = s.person_id
        where s.token_hash = ${hashSecret(token)} and p.retired_at is null`;
      return row ? { ...row, createdAt: row.createdAt.getTime(), lastUsedAt: row.lastUsedAt.getTime() } : null;
    },
  };
}

export function sessionWrites(sql: Sql): SessionWrites {
  return {
    ...sessionReads(sql),
    async add(playerId, { sessionId, token }, maxSessions, at) {
      const now = new Date(at);
      await sql`insert into sessions (id, person_id, token_hash, created_at, last_used_at)
        values (${sessionId}, ${playerId}, ${hashSecret(token)}, ${now}, ${now})`;
      await sql`delete from sessions where id in (
        select id from sessions where person_id = ${playerId} and id <> ${sessionId}
        order by created_at desc, id desc offset ${maxSessions - 1})`;
    },
    async end(sessionId) {
      await sql`delete from sessions where id = ${sessionId}`;
    },
    async endOthers(playerId, exceptSessionId) {
      await sql`delete from sessions where person_id = ${playerId} and id is distinct from ${exceptSessionId}`;
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
