import type { Readiness } from '../../http/services.js';
import type { Store } from '../../store/store.js';

/** Asked for more often than this, the last answer is given again: checks must not become a load of their own. */
const keptMs = 1000;
const patienceMs = 2000;

async function checkDatabase(store: Store): Promise<Readiness['checks'][string]> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), patienceMs);
  });
  try {
    await Promise.race([store.read(reads => reads.ping()), tooLong]);
    return { ok: true, milliseconds: Math.round((performance.now() - started) * 1000) / 1000 };
  } catch {
    return { ok: false, detail: 'the database does not answer' };
  } finally {
    clearTimeout(timer);
  }
}

export function createReadiness(store: Store, draining: () => boolean): () => Promise<Readiness> {
  let last: { at: number; answer: Promise<Readiness> } | null = null;

  async function check(): Promise<Readiness> {
    const database = await checkDatabase(store);
    return { ready: database.ok, checks: { database } };
  }

  return async () => {
    if (draining()) return { ready: false, checks: { running: { ok: false, detail: 'the service is stopping' } } };
    const now = performance.now();
    if (!last || now - last.at > keptMs) last = { at: now, answer: check() };
    return last.answer;
  };
}
