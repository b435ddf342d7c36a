import type { Reader, Store } from '../database/store.js';
import type { CredentialHolders } from '../http/caller.js';
import { Cache } from '../kernel/cache.js';
import { hashSecret } from './store/hash-secret.js';
import * as playerStore from './store/players.js';
import * as sessionStore from './store/sessions.js';

const maxHolders = 50_000;
/** Holders of sessions include the last use, which other transactions change. */
const maxLastUseAgeMs = 60_000;

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

interface LookupOptions<H> {
  readonly store: Store;
  readonly clock: () => number;
  /** Reads the holders of at least one secret. */
  readonly readHolders: (reader: Reader, hashes: readonly string[]) => Promise<HoldersRead<H>>;
  /** How long a cached holder is used if it includes values whose changes are not counted; by default, without end. */
  readonly maxAgeMs?: number;
}

async function readChanges({ sql }: Reader): Promise<HoldersRead<never>> {
  const [{ changes }] = await sql<{ changes: number }[]>`select changes from credential_changes`;
  return { changes, holders: [] };
}

/**
 * Finds the holder of a secret. A revoked credential must fail at once, so cached holders are used only while the
 * number of credential changes is the same as when they were read: `CredentialChanges` tells when that is known without
 * a query. Look-ups that arrive while a query is in flight share the next one. The cache kit doesn't fit: the database
 * confirms the version of all cached entries together.
 */
function createLookup<H>({
  store,
  clock,
  readHolders,
  maxAgeMs = Number.POSITIVE_INFINITY,
}: LookupOptions<H>): (secret: string) => Promise<H | null> {
  const changes = store.credentials;
  const cached = new Cache<{ readonly holder: H; readonly readAt: number }>({ maxEntries: maxHolders });
  let version = -1;
  let pending: PendingLookup<H>[] = [];
  let running = false;

  function cachedHolder(hash: string): H | undefined {
    const entry = cached.get(hash);
    return entry && clock() - entry.readAt < maxAgeMs ? entry.holder : undefined;
  }

  async function readAgain(hashes: readonly string[]): Promise<void> {
    const [readAt, startedAt] = [clock(), performance.now()];
    const expirations = changes.expirations;
    const { changes: current, holders } = await store.read(reader =>
      hashes.length === 0 ? readChanges(reader) : readHolders(reader, hashes),
    );
    if (current !== version) cached.clear();
    version = current;
    for (const [hash, holder] of holders) cached.set(hash, { holder, readAt });
    changes.confirm(version, startedAt, expirations);
  }

  async function lookUp(batch: readonly PendingLookup<H>[]): Promise<void> {
    const missing = new Set(batch.flatMap(({ hash }) => (cachedHolder(hash) ? [] : [hash])));
    await readAgain([...missing]);
    for (const entry of batch) {
      const holder = cachedHolder(entry.hash);
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
    const holder = changes.confirmedVersion === version ? cachedHolder(hash) : undefined;
    if (holder) return Promise.resolve(holder);
    return new Promise((resolve, reject) => {
      pending.push({ hash, resolve, reject });
      if (!running) void run();
    });
  };
}

/** Finds the holders of agent keys and sessions. */
export function createCredentialHolders(store: Store, clock: () => number): CredentialHolders {
  return {
    findKey: createLookup({ store, clock, readHolders: playerStore.readKeyHolders }),
    findSession: createLookup({
      store,
      clock,
      readHolders: sessionStore.readSessionHolders,
      maxAgeMs: maxLastUseAgeMs,
    }),
  };
}
