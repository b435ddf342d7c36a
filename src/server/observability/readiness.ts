import type { Readiness } from '../../http/services.js';
import { CachedLoad } from '../../operations/cache/cached-loads.js';
import type { Store } from '../../store/store.js';

/** Frequent probes share one check, so they put no load on the database. */
const ttlMs = 1000;
const timeoutMs = 2000;

async function checkDatabase(store: Store): Promise<Readiness['checks'][string]> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), timeoutMs);
  });
  try {
    await Promise.race([store.read(reads => reads.ping()), timeout]);
    return { ok: true, milliseconds: Math.round((performance.now() - started) * 1000) / 1000 };
  } catch {
    return { ok: false, detail: 'the database does not answer' };
  } finally {
    clearTimeout(timer);
  }
}

export function createReadiness(store: Store, draining: () => boolean): () => Promise<Readiness> {
  const cached = new CachedLoad<Readiness>(ttlMs);

  async function check(): Promise<Readiness> {
    const database = await checkDatabase(store);
    return { ready: database.ok, checks: { database } };
  }

  return async () => {
    if (draining()) return { ready: false, checks: { running: { ok: false, detail: 'the service is stopping' } } };
    return cached.get(performance.now(), check);
  };
}
