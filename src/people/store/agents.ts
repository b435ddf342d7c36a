import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { Plan } from '../../kernel/plans.js';
import type { Certification, CertifiedClient } from '../../players/rules/certification-mark.js';
import type { Agent, AgentKey } from '../../players/rules/players.js';
import { certificationRow } from '../../players/store/profiles.js';
import type { AgentDetails, LastUse } from './rows.js';

interface AgentRow {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  readonly homepage: string | null;
  readonly model: string | null;
  readonly plan: Plan;
  readonly active_keys: number;
  readonly certified_at: Date | null;
  readonly certified_contract: string | null;
  readonly certified_client: CertifiedClient | null;
  readonly created_at: Date;
  readonly retired_at: Date | null;
}

interface KeyRow {
  readonly id: string;
  readonly last_four: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

function agentOf(row: AgentRow): Agent {
  const { id, handle, name, description, homepage, model, plan } = row;
  return {
    playerId: id,
    handle,
    name,
    description,
    homepage,
    model,
    plan,
    activeKeys: row.active_keys,
    certification: certificationRow(row.certified_at, row.certified_contract, row.certified_client),
    createdAt: row.created_at.getTime(),
    retiredAt: row.retired_at?.getTime() ?? null,
  };
}

function keyOf(row: KeyRow): AgentKey {
  return {
    keyId: row.id,
    lastFour: row.last_four,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    revokedAt: row.revoked_at?.getTime() ?? null,
  };
}

function agentColumns(sql: Sql) {
  return sql`
    p.id, p.handle, p.name, a.description, a.homepage, a.model, p.plan, p.created_at, p.retired_at,
    a.certified_at, a.certified_contract, a.certified_client,
    (select count(*)::int from agent_keys k where k.agent_id = p.id and k.revoked_at is null) as active_keys
    from agents a join players p on p.id = a.player_id`;
}

function keyColumns(sql: Sql) {
  return sql`id, last_four, created_at, last_used_at, revoked_at from agent_keys`;
}

/** Those that are not deleted, oldest first. */
export async function ofOwner({ sql }: Reader, ownerId: string): Promise<Agent[]> {
  const rows = await sql<AgentRow[]>`
    select ${agentColumns(sql)} where a.owner_id = ${ownerId} and p.retired_at is null order by p.created_at, p.id`;
  return rows.map(agentOf);
}

export async function find({ sql }: Reader, agentId: string, ownerId: string): Promise<Agent | null> {
  const [row] = await sql<AgentRow[]>`
    select ${agentColumns(sql)} where a.player_id = ${agentId} and a.owner_id = ${ownerId} and p.retired_at is null`;
  return row ? agentOf(row) : null;
}

/** Active ones first, then newest first. */
export async function keysOf({ sql }: Reader, agentId: string, limit: number): Promise<AgentKey[]> {
  const rows = await sql<KeyRow[]>`
    select ${keyColumns(sql)} where agent_id = ${agentId}
    order by revoked_at is not null, created_at desc, id desc limit ${limit}`;
  return rows.map(keyOf);
}

export async function findKey({ sql }: Reader, agentId: string, keyId: string): Promise<AgentKey | null> {
  const [row] = await sql<KeyRow[]>`select ${keyColumns(sql)} where agent_id = ${agentId} and id = ${keyId}`;
  return row ? keyOf(row) : null;
}

/** Locks the agent until the transaction ends; also finds deleted ones. */
export async function lock({ sql }: Transaction, agentId: string, ownerId: string): Promise<Agent | null> {
  // Two statements, because only the second sees the commits that the first one waited for.
  await sql`select 1 from agents where player_id = ${agentId} and owner_id = ${ownerId} for update`;
  const [row] = await sql<AgentRow[]>`
    select ${agentColumns(sql)} where a.player_id = ${agentId} and a.owner_id = ${ownerId}`;
  return row ? agentOf(row) : null;
}

/** Serializes decisions about this name until the transaction ends. True if another agent has it. */
export async function isNameTaken({ sql }: Transaction, foldedName: string, agentId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`name ${foldedName}`}, 0))`;
  const [row] = await sql<{ taken: boolean }[]>`
    select exists (
      select 1 from players where kind = 'agent' and folded_name = ${foldedName} and id <> ${agentId})
    or exists (select 1 from retired_identities where digest = identity_digest('name', ${foldedName})) as taken`;
  return row.taken;
}

export async function countSlots({ sql }: Transaction, ownerId: string): Promise<number> {
  const [row] = await sql<{ places: number }[]>`
    select count(*)::int as places from agents where owner_id = ${ownerId} and holds_place`;
  return row.places;
}

export async function freeSlot({ sql }: Transaction, agentId: string): Promise<void> {
  await sql`update agents set holds_place = false where player_id = ${agentId}`;
}

export async function update(
  { sql }: Transaction,
  agentId: string,
  { name, foldedName, description, homepage, model }: AgentDetails,
): Promise<void> {
  await sql`update players set name = ${name}, folded_name = ${foldedName} where id = ${agentId}`;
  await sql`update agents set description = ${description}, homepage = ${homepage}, model = ${model}
    where player_id = ${agentId}`;
}

/** Deletes the owner's texts about the agent. */
export async function eraseDetails({ sql }: Transaction, agentId: string): Promise<void> {
  await sql`update agents set description = 'Deleted.', homepage = null, model = null where player_id = ${agentId}`;
}

export async function revokeKeys({ sql }: Transaction, agentId: string, at: number): Promise<void> {
  await sql`update agent_keys set revoked_at = ${new Date(at)} where agent_id = ${agentId} and revoked_at is null`;
}

export async function recordKeyUse({ sql }: Transaction, uses: readonly LastUse[]): Promise<void> {
  await sql`update agent_keys k set last_used_at = u.at
    from unnest(${uses.map(use => use.id)}::text[],
                ${uses.map(use => new Date(use.at).toISOString())}::timestamptz[]) as u (id, at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`;
}

/** Records the certification of an agent. */
export async function certify(
  { sql }: Transaction,
  playerId: string,
  { at, contractVersion, client }: Certification,
): Promise<void> {
  await sql`update agents set certified_at = ${new Date(at)}, certified_contract = ${contractVersion},
      certified_client = ${sql.json({ ...client })}
    where player_id = ${playerId}`;
}
