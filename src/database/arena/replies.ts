import type { Sql } from '../pool.js';
import type { ReplyReads, ReplyWrites } from './interface.js';

export function replyReads(sql: Sql): ReplyReads {
  return {
    async find({ playerId, kind, clientId }) {
      const [row] = await sql<{ body_digest: Buffer; status: number; reply: unknown }[]>`
        select body_digest, status, reply from stored_replies
        where player_id = ${playerId} and kind = ${kind} and client_id = ${clientId}`;
      return row ? { bodyDigest: row.body_digest, status: row.status, reply: row.reply } : null;
    },
  };
}

export function replyWrites(sql: Sql): ReplyWrites {
  return {
    ...replyReads(sql),
    async claim({ playerId, kind, clientId }, bodyDigest, at) {
      const rows = await sql`
        insert into stored_replies (player_id, kind, client_id, body_digest, status, reply, created_at)
        values (${playerId}, ${kind}, ${clientId}, ${bodyDigest}, 0, 'null', ${new Date(at)})
        on conflict do nothing returning 1`;
      return rows.length === 1;
    },
    async save({ playerId, kind, clientId }, status, reply) {
      await sql`update stored_replies set status = ${status}, reply = ${sql.json(reply as never)}
        where player_id = ${playerId} and kind = ${kind} and client_id = ${clientId}`;
    },
    async amendAgent(agentId, members) {
      await sql`update stored_replies r
        set reply = jsonb_set(reply, '{agent}', reply -> 'agent' || ${sql.json(members as never)}::jsonb)
        from agents a where a.player_id = ${agentId} and r.player_id = a.owner_id and r.reply #>> '{agent,id}' = ${agentId}`;
    },
    async eraseOf(playerId) {
      await sql`delete from stored_replies where player_id = ${playerId}`;
    },
  };
}
