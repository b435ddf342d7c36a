import type { Reads, Store } from '../../../src/database/store.js';

/** Reads of jobs only. */
const ofJobs: readonly PropertyKey[] = [
  'ping',
  'auditRuns',
  'scores',
  'boards',
  'crowds',
  'history',
  'practice',
  'certification',
  'connectors',
  'aggregator',
  'sports',
  'intelligence',
] satisfies (keyof Reads)[];

/** Records whether a read looks for due market work, which only jobs do. */
function watchMarkets(markets: Reads['markets'], onJob: () => void): Reads['markets'] {
  return new Proxy(markets, {
    get(target, name) {
      if (name === 'due' || name === 'dueAt') onJob();
      return Reflect.get(target, name);
    },
  });
}

/** Counts the store reads of requests from now on. */
export function countReads(store: Store): () => number {
  const { read } = store;
  let count = 0;
  store.read = work =>
    read(reads => {
      let job = false;
      const seen = new Proxy(reads, {
        get(target, name) {
          if (ofJobs.includes(name)) job = true;
          if (name !== 'markets') return Reflect.get(target, name);
          return watchMarkets(target.markets, () => {
            job = true;
          });
        },
      });
      return work(seen).finally(() => {
        if (!job) count += 1;
      });
    });
  return () => count;
}
