import { BoundedMap } from '../../../domain/bounded-map.js';
import type { Plan } from '../../../domain/people/plans.js';
import { words } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { KeyHolder } from '../interface.js';
import { hashSecret } from './hash-secret.js';

interface PendingLookup {
  readonly hash: string;
  readonly resolve: (holder: KeyHolder | null) => void;
  readonly reject: (error: unknown) => void;
}

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

const maxHolders = 50_000;

/** Reads the version of all credentials and the holders of some keys from one snapshot. */
function readHolders(sql: Sql, hashes: readonly string[]): PromiseLike<Columns[]> {
  if (hashes.length === 0) return sql<Columns[]>`select changes, null as hash from credential_changes`;
  return sql<Columns[]>`
    select c.changes, h.* from credential_changes c left join (
      select encode(k.key_hash, 'hex') as hash, k.id as key_id, p.id as player_id, a.owner_id, p.handle, p.plan,
             k.revoked_at is not null or p.retired_at is not null as revoked,
             (select u.reason from suspensions u where u.player_id in (p.id, a.owner_id) and u.lifted_at is null
              order by u.id limit 1) as suspension
      from agent_keys k join players p on p.id = k.agent_id join agents a on a.player_id = k.agent_id
      where k.key_hash in (select decode(h, 'hex') from unnest(${words(hashes, hash => hash)}::text::text[]) as t(h))
    ) h on true`;
}

/**
 * Finds the holder of a key. A revoked key must fail at once, so every lookup reads the number of credential changes;
 * holders that were read at the same number are still valid. Lookups that arrive while a query is in flight share the
 * next one: under load one single-row query serves many requests.
 * The cache kit doesn't fit: the database confirms the version of the cached entries on every lookup.
 */
export function createKeyLookup(sql: Sql): (key: string) => Promise<KeyHolder | null> {
  const holders = new BoundedMap<KeyHolder>(maxHolders);
  let changes = -1;
  let pending: PendingLookup[] = [];
  let running = false;

  function update(rows: readonly Columns[]): void {
    if (rows[0].changes !== changes) holders.clear();
    changes = rows[0].changes;
    for (const {
      hash,
      key_id: keyId,
      player_id: playerId,
      owner_id: ownerId,
      handle,
      plan,
      revoked,
      suspension,
    } of rows) {
      if (hash !== null) holders.set(hash, { keyId, playerId, ownerId, handle, plan, revoked, suspension });
    }
  }

  async function lookUp(batch: readonly PendingLookup[]): Promise<void> {
    const missing = new Set(batch.flatMap(({ hash }) => (holders.has(hash) ? [] : [hash])));
    update(await readHolders(sql, [...missing]));
    for (const entry of batch) {
      const holder = holders.get(entry.hash);
      if (holder || missing.has(entry.hash)) entry.resolve(holder ?? null);
      // The update has just evicted or invalidated the holder.
      else pending.push(entry);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      await lookUp(batch).catch(error => {
        for (const entry of batch) entry.reject(error);
      });
    }
    running = false;
  }

  return key =>
    new Promise((resolve, reject) => {
      pending.push({ hash: hashSecret(key).toString('hex'), resolve, reject });
      if (!running) void run();
    });
}
