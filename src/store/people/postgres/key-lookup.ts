import type { Plan } from '../../../domain/people/plans.js';
import { words } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { KeyHolder } from '../interface.js';
import { hashSecret } from './hash-secret.js';

interface Waiting {
  readonly hash: string;
  readonly resolve: (holder: KeyHolder | null) => void;
  readonly reject: (error: unknown) => void;
}

interface Columns {
  changes: number;
  hash: string | null;
  key_id: string;
  player_id: string;
  handle: string;
  plan: Plan;
  revoked: boolean;
}

const maxCached = 50_000;

/** Reads the change counter and the holders of some keys in one statement. */
function readHolders(sql: Sql, hashes: readonly string[]): PromiseLike<Columns[]> {
  if (hashes.length === 0) return sql<Columns[]>`select changes, null as hash from credential_changes`;
  return sql<Columns[]>`
    select c.changes, h.* from credential_changes c left join (
      select encode(k.key_hash, 'hex') as hash, k.id as key_id, p.id as player_id, p.handle, p.plan,
             k.revoked_at is not null or p.retired_at is not null as revoked
      from agent_keys k join players p on p.id = k.agent_id
      where k.key_hash in (select decode(h, 'hex') from unnest(${words(hashes, hash => hash)}::text::text[]) as t(h))
    ) h on true`;
}

/**
 * Caches key holders. A revoked key must fail at once, so every request reads the database's counter of credential
 * changes; cached holders are valid while it is unchanged. Requests that arrive while a query is in flight share the next
 * one, so under load one query of one row serves many.
 */
export function createKeyLookup(sql: Sql): (key: string) => Promise<KeyHolder | null> {
  const cached = new Map<string, KeyHolder>();
  let changes = -1;
  let waiting: Waiting[] = [];
  let running = false;

  function reconcile(rows: readonly Columns[]): void {
    if (rows[0].changes !== changes) cached.clear();
    changes = rows[0].changes;
    for (const { hash, key_id: keyId, player_id: playerId, handle, plan, revoked } of rows) {
      if (hash !== null) cached.set(hash, { keyId, playerId, handle, plan, revoked });
      if (cached.size > maxCached) cached.delete(cached.keys().next().value as string);
    }
  }

  async function resolveBatch(batch: readonly Waiting[]): Promise<void> {
    const unknown = new Set(batch.flatMap(({ hash }) => (cached.has(hash) ? [] : [hash])));
    reconcile(await readHolders(sql, [...unknown]));
    for (const entry of batch) {
      const holder = cached.get(entry.hash);
      if (holder || unknown.has(entry.hash)) entry.resolve(holder ?? null);
      // This query has invalidated the cache entry.
      else waiting.push(entry);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await resolveBatch(batch).catch(error => {
        for (const entry of batch) entry.reject(error);
      });
    }
    running = false;
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ hash: hashSecret(key).toString('hex'), resolve, reject });
      if (!running) void run();
    });
}
