import type { Reader, Transaction } from '../store.js';
import type { ReplyIdentity, StoredReply } from './rows.js';

export async function find({ sql }: Reader, { playerId, kind, clientId }: ReplyIdentity): Promise<StoredReply | null> {
  const [row] = await sql<{ body_digest: Buffer; status: number; reply: unknown }[]>`
    select body_digest, status, reply from stored_replies
    where player_id = ${playerId} and kind = ${kind} and client_id = ${clientId}`;
  return row ? { bodyDigest: row.body_digest, status: row.status, reply: row.reply } : null;
}

/**
 * Binds the identity to this transaction. A second writer waits here until the first has ended; false means that an
 * accepted write already holds the identity.
 */
export async function claim(
  { sql }: Transaction,
  { playerId, kind, clientId }: ReplyIdentity,
  bodyDigest: Uint8Array,
  at: number,
): Promise<boolean> {
  const rows = await sql`
    insert into stored_replies (player_id, kind, client_id, body_digest, status, reply, created_at)
    values (${playerId}, ${kind}, ${clientId}, ${bodyDigest}, 0, 'null', ${new Date(at)})
    on conflict do nothing returning 1`;
  return rows.length === 1;
}

export async function save(
  { sql }: Transaction,
  { playerId, kind, clientId }: ReplyIdentity,
  status: number,
  reply: unknown,
): Promise<void> {
  await sql`update stored_replies set status = ${status}, reply = ${sql.json(reply as never)}
    where player_id = ${playerId} and kind = ${kind} and client_id = ${clientId}`;
}

/**
 * Merges into the `agent` of stored responses to its creation, so that replays reveal nothing about a deleted agent.
 */
export async function amendAgent(
  { sql }: Transaction,
  agentId: string,
  members: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`update stored_replies r
    set reply = jsonb_set(reply, '{agent}', reply -> 'agent' || ${sql.json(members as never)}::jsonb)
    from agents a where a.player_id = ${agentId} and r.player_id = a.owner_id and r.reply #>> '{agent,id}' = ${agentId}`;
}

export async function eraseOf({ sql }: Transaction, playerId: string): Promise<void> {
  await sql`delete from stored_replies where player_id = ${playerId}`;
}
