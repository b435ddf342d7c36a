import { createHash } from 'node:crypto';
import type { Plan } from '../../domain/players/plans.js';
import type { Reads, Writes } from '../store.js';
import type { Sql } from './connect.js';

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

export function playerReads(sql: Sql): Reads['players'] {
  return {
    async findByKey(key) {
      const [row] = await sql<{ key_id: string; player_id: string; handle: string; plan: Plan; revoked: boolean }[]>`
        select k.id as key_id, p.id as player_id, p.handle, p.plan,
               k.revoked_at is not null or p.retired_at is not null as revoked
        from agent_keys k join players p on p.id = k.agent_id
        where k.key_hash = ${hashKey(key)}`;
      if (!row) return null;
      return { keyId: row.key_id, playerId: row.player_id, handle: row.handle, plan: row.plan, revoked: row.revoked };
    },
  };
}

export function playerWrites(sql: Sql): Writes['players'] {
  return {
    ...playerReads(sql),
    async addPerson(person) {
      const at = new Date(person.at);
      await sql`insert into players (id, kind, handle, name, folded_name, created_at)
        values (${person.playerId}, 'human', ${person.handle}, ${person.name}, ${person.foldedName}, ${at})`;
      await sql`insert into people (player_id) values (${person.playerId})`;
    },
    async addAgent(agent) {
      const at = new Date(agent.at);
      await sql`insert into players (id, kind, handle, name, folded_name, plan, created_at)
        values (${agent.playerId}, 'agent', ${agent.handle}, ${agent.name}, ${agent.foldedName}, ${agent.plan}, ${at})`;
      await sql`insert into agents (player_id, owner_id, description, homepage, model)
        values (${agent.playerId}, ${agent.ownerId}, ${agent.description}, ${agent.homepage}, ${agent.model})`;
    },
    async addKey(key) {
      await sql`insert into agent_keys (id, agent_id, key_hash, last_four, created_at)
        values (${key.id}, ${key.agentId}, ${hashKey(key.secret)}, ${key.secret.slice(-4)}, ${new Date(key.at)})`;
    },
    async revokeKey(keyId, at) {
      await sql`update agent_keys set revoked_at = ${new Date(at)} where id = ${keyId} and revoked_at is null`;
    },
  };
}
