import type { Clock } from '../../database/columns.js';
import type { CredentialChanges } from '../../database/credential-changes.js';
import type { Sql } from '../../database/pool.js';
import { Cache } from '../../kernel/cache.js';
import { hashSecret } from './hash-secret.js';

const maxHolders = 50_000;
interface PendingLookup<H> {
  readonly hash: string;
  readonly resolve: (holder: H | null) => void;
  readonly reject: (error: unknown) => void;
}

/** The number of credential changes and the holders of some secrets by their hash, from one snapshot. */
export interface HoldersRead<H> {
  readonly changes: number;
  readonly holders: readonly (readonly [hash: string, holder: H])[];
}

export interface LookupScope {
  readonly sql: Sql;
  readonly clock: Clock;
  /** Null if every look-up reads the number of changes. */
  readonly credentials: CredentialChanges | null;
}

interface LookupOptions<H> extends LookupScope {
  /** Reads the holders of at least one secret. */
  readonly read: (sql: Sql, hashes: readonly string[]) => Promise<HoldersRead<H>>;
  /** How long a cached holder is used if it includes values whose changes are not counted; by default, without end. */
  readonly maxAgeMs?: number;
}

async function readChanges(sql: Sql): Promise<HoldersRead<never>> {
  const [{ changes }] = await sql<{ changes: number }[]>`select changes from credential_changes`;
  return { changes, holders: [] };
}

/**
 * Finds the holder of a secret. A revoked credential must fail at once, so cached holders are used only while the
 * number of credential changes is the same as when they were read: `CredentialChanges` tells when that is known without
 * a query. Look-ups that arrive while a query is in flight share the next one. The cache kit doesn't fit: the database
 * confirms the version of all cached entries together.
 */
export function createCredentialLookup<H>(options: LookupOptions<H>): (secret: string) => Promise<H | null> {
  const { sql, read, credentials: changes, maxAgeMs = Number.POSITIVE_INFINITY } = options;
  const now = options.clock ?? Date.now;
  const cached = new Cache<{ readonly holder: H; readonly readAt: number }>({ maxEntries: maxHolders });
  let version = -1;
  let pending: PendingLookup<H>[] = [];
  let running = false;

  function current(hash: string): H | undefined {
    const entry = cached.get(hash);
    return entry && now() - entry.readAt < maxAgeMs ? entry.holder : undefined;
  }

  async function readAgain(hashes: readonly string[]): Promise<void> {
    const [readAt, startedAt] = [now(), performance.now()];
    const expirations = changes?.expirations ?? 0;
    const found = await (hashes.length === 0 ? readChanges(sql) : read(sql, hashes));
    if (found.changes !== version) cached.clear();
    version = found.changes;
    for (const [hash, holder] of found.holders) cached.set(hash, { holder, readAt });
    changes?.confirm(version, startedAt, expirations);
  }

  async function lookUp(batch: readonly PendingLookup<H>[]): Promise<void> {
    const missing = new Set(batch.flatMap(({ hash }) => (current(hash) ? [] : [hash])));
    await readAgain([...missing]);
    for (const entry of batch) {
      const holder = current(entry.hash);
      if (holder || missing.has(entry.hash)) entry.resolve(holder ?? null);
      // The read has just evicted or invalidated the holder.
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

  return secret => {
    const hash = hashSecret(secret).toString('hex');
    const known = changes?.confirmedVersion === version ? current(hash) : undefined;
    if (known) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      pending.push({ hash, resolve, reject });
      if (!running) void run();
    });
  };
}
