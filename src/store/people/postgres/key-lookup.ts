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

const maxKnown = 50_000;

/** The count of changes and the holders of some keys, as of one moment. */
function look(sql: Sql, hashes: readonly string[]): PromiseLike<Columns[]> {
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
 * Every request with a key asks, and a revoked key must fail at once. So every request asks the database how often
 * credentials have changed, and holders that were read at that count are as they were. Questions that come while one is
 * under way go together into the next: under load a query of one row answers for many.
 */
export function createKeyLookup(sql: Sql): (key: string) => Promise<KeyHolder | null> {
  const known = new Map<string, KeyHolder>();
  let changes = -1;
  let waiting: Waiting[] = [];
  let running = false;

  function learn(rows: readonly Columns[]): void {
    if (rows[0].changes !== changes) known.clear();
    changes = rows[0].changes;
    for (const { hash, key_id: keyId, player_id: playerId, handle, plan, revoked } of rows) {
      if (hash !== null) known.set(hash, { keyId, playerId, handle, plan, revoked });
      if (known.size > maxKnown) known.delete(known.keys().next().value as string);
    }
  }

  async function answer(taken: readonly Waiting[]): Promise<void> {
    const asked = new Set(taken.flatMap(({ hash }) => (known.has(hash) ? [] : [hash])));
    learn(await look(sql, [...asked]));
    for (const entry of taken) {
      const holder = known.get(entry.hash);
      if (holder || asked.has(entry.hash)) entry.resolve(holder ?? null);
      // It was known until just now.
      else waiting.push(entry);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      await answer(taken).catch(error => {
        for (const entry of taken) entry.reject(error);
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
