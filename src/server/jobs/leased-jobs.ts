import type { LeasedStore, Store } from '../../store/store.js';
import type { Jobs } from './jobs.js';

interface HasStore {
  readonly store: Store;
}

/** The tools with the store of the lease in place of the common one. */
export type Leased<T extends HasStore> = Omit<T, 'store'> & { readonly store: LeasedStore };

type Work<T> = (tools: T, keepGoing: () => boolean) => Promise<unknown>;

/**
 * Jobs of which one node runs each at a time. Their work has no other store than that of its lease, so it can't write after
 * another node has taken over.
 */
export interface LeasedJobs<T extends HasStore> {
  /** `isDue` spares the lease while there is nothing to do. */
  onOneNode(everyMs: number, name: string, work: Work<Leased<T>>, isDue?: (tools: T) => Promise<boolean>): void;
  /** Once, now, unless another node is at it. */
  onOneNodeSoon(name: string, work: Work<Leased<T>>): void;
  /** Work that every node does beside the others. */
  onEveryNode(everyMs: number, name: string, work: Work<T>): void;
}

/** How often a node looks for work that another has abandoned, whenever its own turn would come. */
const lookEveryMs = 5_000;

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
    onOneNode(everyMs, name, work, isDue) {
      const run = leased(name, work);
      works.set(name, run);
      jobs.every(everyMs, name, async keepGoing => {
        if (!isDue || (await isDue(tools))) await run(keepGoing);
      });
    },
    onOneNodeSoon: (name, work) => jobs.soon(name, leased(name, work)),
    onEveryNode: (everyMs, name, work) => jobs.every(everyMs, name, keepGoing => work(tools, keepGoing)),
  };
}
