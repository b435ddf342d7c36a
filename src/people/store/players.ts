import { words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { KeyHolder } from '../../http/caller.js';
import type { Plan } from '../../kernel/plans.js';
import type { HoldersRead } from '../credential-lookup.js';
import { hashSecret } from './hash-secret.js';
import type { NewAgent, NewPerson, PlanHolder } from './rows.js';

interface PlayerRow {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly foldedName: string;
  readonly plan: Plan;
  readonly house: boolean;
  readonly at: number;
}

interface KeyColumns {
  changes: number;
  hash: string | null;
  key_id: string;
  player_id: string;
  owner_id: string;
  handle: string;
  plan: Plan;
  revoked: boolean;
  suspension: string | null;
}

/** The number of credential changes and the holders of agent keys, revoked ones included, by the hash of their key. */
export async function readKeyHolders({ sql }: Reader, hashes: readonly string[]): Promise<HoldersRead<KeyHolder>> {
  const rows = await sql<KeyColumns[]>`
    select c.changes, h.* from credential_changes c left join (
      select encode(k.key_hash, 'hex') as hash, k.id as key_id, p.id as player_id, a.owner_id, p.handle, p.plan,
             k.revoked_at is not null or p.retired_at is not null as revoked,
             (select u.reason from suspensions u where u.player_id in (p.id, a.owner_id) and u.lifted_at is null
              order by u.id limit 1) as suspension
      from agent_keys k join players p on p.id = k.agent_id join agents a on a.player_id = k.agent_id
      where k.key_hash in (select decode(h, 'hex') from unnest(${words(hashes, hash => hash)}::text::text[]) as t(h))
    ) h on true`;
  return {
    changes: rows[0].changes,
    holders: rows.flatMap(row => {
      const { hash, key_id: keyId, player_id: playerId, owner_id: ownerId, handle, plan, revoked, suspension } = row;
      return hash === null ? [] : [[hash, { keyId, playerId, ownerId, handle, plan, revoked, suspension }] as const];
    }),
  };
}

/** True once the player has placed an order or recorded a forecast, in practice or outside. */
export async function hasPlayed({ sql }: Reader, playerId: string): Promise<boolean> {
  const [row] = await sql<{ played: boolean }[]>`
    select exists (select 1 from orders where player = (select number from accounts where player_id = ${playerId}))
        or exists (select 1 from forecasts where player_id = ${playerId})
        or exists (select 1 from practice_players where player_id = ${playerId}) as played`;
  return row.played;
}

async function addPlayer(sql: Sql, kind: 'agent' | 'human', player: PlayerRow): Promise<boolean> {
  const { playerId, handle, name, foldedName, plan, house, at } = player;
  const rows = await sql`insert into players (id, kind, handle, name, folded_name, plan, house, created_at)
    select ${playerId}, ${kind}, ${handle}, ${name}, ${foldedName}, ${plan}, ${house}, ${new Date(at)}
    where not exists (select 1 from retired_identities where digest = identity_digest('handle', ${handle}))
    on conflict (handle) do nothing returning 1`;
  return rows.length === 1;
}

/** False if the handle is taken; nothing was written. */
export async function addPerson({ sql }: Transaction, person: NewPerson): Promise<boolean> {
  if (!(await addPlayer(sql, 'human', { ...person, plan: 'free', house: false }))) return false;
  await sql`insert into people (player_id, email, password_hash)
    values (${person.playerId}, ${person.signIn?.email ?? null}, ${person.signIn?.passwordHash ?? null})`;
  return true;
}

/** False if the handle is taken; nothing was written. */
export async function addAgent({ sql }: Transaction, agent: NewAgent): Promise<boolean> {
  if (!(await addPlayer(sql, 'agent', { ...agent, house: agent.ownerId === null }))) return false;
  await sql`insert into agents (player_id, owner_id, description, homepage, model)
    values (${agent.playerId}, ${agent.ownerId}, ${agent.description}, ${agent.homepage}, ${agent.model})`;
  return true;
}

export async function addKey(
  { sql }: Transaction,
  key: { id: string; agentId: string; secret: string; at: number },
): Promise<void> {
  await sql`insert into agent_keys (id, agent_id, key_hash, last_four, created_at)
    values (${key.id}, ${key.agentId}, ${hashSecret(key.secret)}, ${key.secret.slice(-4)}, ${new Date(key.at)})`;
}

export async function revokeKey({ sql }: Transaction, keyId: string, at: number): Promise<void> {
  await sql`update agent_keys set revoked_at = ${new Date(at)} where id = ${keyId} and revoked_at is null`;
}

/**
 * Replaces handle and name with `handle`. The former ones can't be used again; only salted digests of them are
 * stored. Returns the former handle.
 */
export async function anonymize({ sql }: Transaction, playerId: string, handle: string): Promise<string> {
  const [former] = await sql<{ handle: string }[]>`select handle from players where id = ${playerId}`;
  await sql`insert into retired_identities (digest)
    select identity_digest('handle', handle) from players where id = ${playerId}
    union select identity_digest('name', folded_name) from players where id = ${playerId} and kind = 'agent'
    on conflict do nothing`;
  await sql`update players set handle = ${handle}, name = ${handle}, folded_name = ${handle} where id = ${playerId}`;
  return former.handle;
}

/** Ends all access as this player; the record stays. */
export async function retire({ sql }: Transaction, playerId: string, at: number): Promise<void> {
  await sql`update players set retired_at = ${new Date(at)} where id = ${playerId} and retired_at is null`;
}

/** Null if the player does not exist. */
export async function setPlan({ sql }: Transaction, handle: string, plan: Plan): Promise<PlanHolder | null> {
  const [row] = await sql<Omit<PlanHolder, 'plan'>[]>`
    with former as (
      select id, plan from players where handle = ${handle} and retired_at is null for update)
    update players p set plan = ${plan} from former f where p.id = f.id
    returning p.id as "playerId", p.handle, p.name, p.kind, f.plan as "formerPlan"`;
  return row ? { ...row, plan } : null;
}
