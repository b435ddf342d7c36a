import { words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Plan } from '../../kernel/plans.js';
import type { KeyHolder } from '../store-interface.js';
import type { HoldersRead } from './credential-lookup.js';

interface Columns {
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

/** The holders of agent keys, including revoked ones. */
export async function readKeyHolders(sql: Sql, hashes: readonly string[]): Promise<HoldersRead<KeyHolder>> {
  const rows = await sql<Columns[]>`
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
