import type { Store } from '../database/store.js';
import { CachedLoad } from '../kernel/cache.js';
import type { Readiness } from '../service/service-description.js';

/** Frequent probes share one check, so they put no load on the database. */
const ttlMs = 1000;
const timeoutMs = 2000;

async function checkDatabase(store: Store): Promise<Readiness['checks'][string]> {
  // Known without a query, from the same source as the metrics and the log.
  if (!store.pool().isReachable) return { ok: false, detail: 'the database is unreachable' };
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), timeoutMs);
  });
  try {
    await Promise.race([store.read(reader => reader.sql`select 1`), timeout]);
    return { ok: true, milliseconds: Math.round((performance.now() - started) * 1000) / 1000 };
  } catch {
    return { ok: false, detail: 'the database does not respond' };
  } finally {
    clearTimeout(timer);
  }
}

/** A disk that is nearly full is a detail of a passing check: traffic need not be redirected yet. */
function checkDisk({ isFull, detail }: DiskState): Readiness['checks'][string] {
  return { ok: !isFull, ...(detail === null ? {} : { detail }) };
}

export interface DiskState {
  readonly isFull: boolean;
  readonly isLow: boolean;
  readonly freeBytes: number | null;
  readonly detail: string | null;
}

export function createReadiness(
  store: Store,
  draining: () => boolean,
  disk: DiskState | null,
): () => Promise<Readiness> {
  const cached = new CachedLoad<Readiness>(ttlMs);

  async function check(): Promise<Readiness> {
    const database = await checkDatabase(store);
    if (!disk) return { ready: database.ok, checks: { database } };
    return { ready: database.ok && !disk.isFull, checks: { database, disk: checkDisk(disk) } };
  }

  return async () => {
    if (draining()) return { ready: false, checks: { running: { ok: false, detail: 'the service is stopping' } } };
    return cached.get(performance.now(), check);
  };
}
