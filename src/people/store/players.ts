import type { Sql } from '../../database/pool.js';
import type { Plan } from '../../kernel/plans.js';
import type { PlanHolder, PlayerReads, PlayerWrites } from '../store-interface.js';
import { createCredentialLookup, type LookupScope } from './credential-lookup.js';
import { hashSecret } from './hash-secret.js';
import { readKeyHolders } from './key-lookup.js';

interface PlayerRow {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly foldedName: string;
  readonly plan: Plan;
  readonly house: boolean;
  readonly at: number;
}

export function playerReads(scope: LookupScope): PlayerReads {
  const { sql } = scope;
  return {
    findByKey: createCredentialLookup({ ...scope, read: readKeyHolders }),
    async hasPlayed(playerId) {
      const [row] = await sql<{ played: boolean }[]>`
        select exists (select 1 from orders where player = (select number from accounts where player_id = ${playerId}))
            or exists (select 1 from forecasts where player_id = ${playerId})
            or exists (select 1 from practice_players where player_id = ${playerId}) as played`;
      return row.played;
    },
  };
}

async function addPlayer(sql: Sql, kind: 'agent' | 'human', player: PlayerRow): Promise<boolean> {
  const { playerId, handle, name, foldedName, plan, house, at } = player;
  const rows = await sql`insert into players (id, kind, handle, name, folded_name, plan, house, created_at)
    select ${playerId}, ${kind}, ${handle}, ${name}, ${foldedName}, ${plan}, ${house}, ${new Date(at)}
    where not exists (select 1 from retired_identities where digest = identity_digest('handle', ${handle}))
    on conflict (handle) do nothing returning 1`;
  return rows.length === 1;
}

export function playerWrites(scope: LookupScope): PlayerWrites {
  const { sql } = scope;
  return {
    ...playerReads(scope),
    async addPerson(person) {
      if (!(await addPlayer(sql, 'human', { ...person, plan: 'free', house: false }))) return false;
      await sql`insert into people (player_id, email, password_hash)
        values (${person.playerId}, ${person.signIn?.email ?? null}, ${person.signIn?.passwordHash ?? null})`;
      return true;
    },
    async addAgent(agent) {
      if (!(await addPlayer(sql, 'agent', { ...agent, house: agent.ownerId === null }))) return false;
      await sql`insert into agents (player_id, owner_id, description, homepage, model)
        values (${agent.playerId}, ${agent.ownerId}, ${agent.description}, ${agent.homepage}, ${agent.model})`;
      return true;
    },
    async addKey(key) {
      await sql`insert into agent_keys (id, agent_id, key_hash, last_four, created_at)
        values (${key.id}, ${key.agentId}, ${hashSecret(key.secret)}, ${key.secret.slice(-4)}, ${new Date(key.at)})`;
    },
    async revokeKey(keyId, at) {
      await sql`update agent_keys set revoked_at = ${new Date(at)} where id = ${keyId} and revoked_at is null`;
    },
    async anonymize(playerId, handle) {
      const [former] = await sql<{ handle: string }[]>`select handle from players where id = ${playerId}`;
      await sql`insert into retired_identities (digest)
        select identity_digest('handle', handle) from players where id = ${playerId}
        union select identity_digest('name', folded_name) from players where id = ${playerId} and kind = 'agent'
        on conflict do nothing`;
      await sql`update players set handle = ${handle}, name = ${handle}, folded_name = ${handle} where id = ${playerId}`;
      return former.handle;
    },
    async retire(playerId, at) {
      await sql`update players set retired_at = ${new Date(at)} where id = ${playerId} and retired_at is null`;
    },
    async setPlan(handle, plan) {
      const [row] = await sql<Omit<PlanHolder, 'plan'>[]>`
        with former as (
          select id, plan from players where handle = ${handle} and retired_at is null for update)
        update players p set plan = ${plan} from former f where p.id = f.id
        returning p.id as "playerId", p.handle, p.name, p.kind, f.plan as "formerPlan"`;
      return row ? { ...row, plan } : null;
    },
  };
}
