import type { Plan } from '../../domain/players/plans.js';
import type { KeyHolder } from '../store.js';
import type { Sql } from './connect.js';
import { hashSecret } from './hash-secret.js';

interface Waiting {
  readonly hash: string;
  readonly resolve: (holder: KeyHolder | null) => void;
  readonly reject: (error: unknown) => void;
}

interface Columns {
  hash: string;
  key_id: string;
  player_id: string;
  handle: string;
  plan: Plan;
  revoked: boolean;
}

async function look(sql: Sql, waiting: readonly Waiting[]): Promise<void> {
  const hashes = [...new Set(waiting.map(entry => entry.hash))];
  const rows = await sql<Columns[]>`
    select encode(k.key_hash, 'hex') as hash, k.id as key_id, p.id as player_id, p.handle, p.plan,
           k.revoked_at is not null or p.retired_at is not null as revoked
    from agent_keys k join players p on p.id = k.agent_id
    where k.key_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) as t(h))`;
  const found = new Map(rows.map(row => [row.hash, row]));
  for (const { hash, resolve } of waiting) {
    const row = found.get(hash);
    resolve(
      row
        ? { keyId: row.key_id, playerId: row.player_id, handle: row.handle, plan: row.plan, revoked: row.revoked }
        : null,
    );
  }
}

/**
 * Every request with a key asks, and a revoked key must fail at once, so nothing is kept. Questions that come while one
 * is under way go together into the next: under load one query answers for many.
 */
export function createKeyLookup(sql: Sql): (key: string) => Promise<KeyHolder | null> {
  let waiting: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      await look(sql, taken).catch(error => {
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
