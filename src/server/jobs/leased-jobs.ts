import type { LeasedStore, Store } from '../../store/store.js';
import type { Jobs } from './jobs.js';

interface HasStore {
  readonly store: Store;
  readonly clock?: () => number;
}

/** The tools with the store of the lease in place of the common one. */
export type Leased<T extends HasStore> = Omit<T, 'store'> & { readonly store: LeasedStore };

type Work<T> = (tools: T, keepGoing: () => boolean) => Promise<unknown>;

/** When there will be something to do as things are: a moment of the past for now, infinity if only a change can bring work. */
type DueAt<T> = (tools: T) => Promise<number>;

/**
 * Jobs of which one node runs each at a time. Their work has no other store than that of its lease, so it can't write after
 * another node has taken over.
 */
export interface LeasedJobs<T extends HasStore> {
  /** `dueAt` spares the lease while there is nothing to do. */
  onOneNode(everyMs: number, name: string, work: Work<Leased<T>>, dueAt?: DueAt<T>): void;
  /** Once, now, unless another node is at it. */
  onOneNodeSoon(name: string, work: Work<Leased<T>>): void;
  /** Work that every node does beside the others. */
  onEveryNode(everyMs: number, name: string, work: Work<T>): void;
}

/** How often a node looks for work that another has abandoned, whenever its own turn would come. */
const lookEveryMs = 5_000;

/** How often a job looks for work that no notification has announced. */
const lookAnywayMs = 8_000;

/**
 * Returns whether a job is due, and asks the database only after something has changed, at the moment that it named last,
 * or after a while.
 */
function createDueCheck<T extends HasStore>(tools: T, dueAt: DueAt<T>): () => Promise<boolean> {
  const clock = tools.clock ?? Date.now;
  let seen = -1;
  let nextAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const { count, isListening } = tools.store.changes();
    const isUnchanged = isListening && count === seen && performance.now() - askedAt < lookAnywayMs;
    if (isUnchanged && clock() < nextAt) return false;
    askedAt = performance.now();
    seen = count;
    nextAt = await dueAt(tools);
    return nextAt <= clock();
  };
}

export function createLeasedJobs<T extends HasStore>(jobs: Jobs, tools: T): LeasedJobs<T> {
  const works = new Map<string, (keepGoing: () => boolean) => Promise<unknown>>();

  function leased(name: string, work: Work<Leased<T>>) {
    return (keepGoing: () => boolean) =>
      tools.store.exclusively(name, async store => {
        await work({ ...tools, store }, () => keepGoing() && !store.isLost);
      });
  }

  async function takeOver(): Promise<void> {
    for (const name of await tools.store.abandonedWork()) {
      const work = works.get(name);
      if (work) jobs.soon(name, work);
    }
  }
  jobs.every(lookEveryMs, 'looking for abandoned work', takeOver);

  return {
    onOneNode(everyMs, name, work, dueAt) {
      const run = leased(name, work);
      works.set(name, run);
      const isDue = dueAt ? createDueCheck(tools, dueAt) : async () => true;
      jobs.every(everyMs, name, async keepGoing => {
        if (await isDue()) await run(keepGoing);
      });
    },
    onOneNodeSoon: (name, work) => jobs.soon(name, leased(name, work)),
    onEveryNode: (everyMs, name, work) => jobs.every(everyMs, name, keepGoing => work(tools, keepGoing)),
  };
}
