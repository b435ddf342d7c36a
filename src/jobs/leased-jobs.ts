import type { LeasedStore, Store } from '../database/store.js';
import type { Jobs } from './jobs.js';

interface HasStore {
  readonly store: Store;
  readonly clock?: () => number;
}

/** The dependencies with the store of the lease in place of the shared one. */
export type Leased<T extends HasStore> = Omit<T, 'store'> & { readonly store: LeasedStore };

type Work<T> = (tools: T, keepGoing: () => boolean) => Promise<unknown>;

/**
 * The time of the next work, given the current state: a past time for now, infinity if only a change can create work.
 */
type DueAt<T> = (tools: T) => Promise<number>;

/**
 * Jobs that run on one node at a time. Their work has no other store than that of its lease, so it can't write after
 * another node has taken over.
 */
export interface LeasedJobs<T extends HasStore> {
  /** `dueAt` avoids acquiring the lease while no work is due. */
  onOneNode(everyMs: number, name: string, work: Work<Leased<T>>, dueAt?: DueAt<T>): void;
  /** Runs once now, unless another node holds the lease. */
  onOneNodeSoon(name: string, work: Work<Leased<T>>): void;
  /** Work that every node does concurrently. */
  onEveryNode(everyMs: number, name: string, work: Work<T>): void;
}

/** How often a node checks for abandoned work of other nodes, in addition to its schedule. */
const lookEveryMs = 5_000;

/** How often a node checks for writes without a notification. */
const checkWritesMs = 8_000;

/** How often a job checks for work although nothing has changed: what is due may depend on the time. */
const lookAnywayMs = 60_000;

/** Detects writes without a notification; all jobs of a node share one query. */
class WriteMarks {
  private readAt = Number.NEGATIVE_INFINITY;
  private count = -1;
  private reading: Promise<string> = Promise.resolve('');

  constructor(private readonly store: Store) {}

  /** Returns a mark that is at most a few seconds old and includes the changes of a count. */
  recent(count: number): Promise<string> {
    return count === this.count && performance.now() - this.readAt < checkWritesMs ? this.reading : this.read(count);
  }

  private read(count: number): Promise<string> {
    this.count = count;
    this.readAt = performance.now();
    this.reading = this.store.writeMark();
    this.reading.catch(() => {
      this.readAt = Number.NEGATIVE_INFINITY;
    });
    return this.reading;
  }
}

/**
 * Returns whether a job is due, and queries for its work only after a change, at its last deadline, or after a while.
 */
function createDueCheck<T extends HasStore>(tools: T, marks: WriteMarks, dueAt: DueAt<T>): () => Promise<boolean> {
  const clock = tools.clock ?? Date.now;
  let seen = -1;
  let seenMark = '';
  let nextAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const { count, isListening } = tools.store.changes();
    const mark = isListening ? await marks.recent(count) : '';
    const isUnchanged =
      isListening && count === seen && mark === seenMark && performance.now() - askedAt < lookAnywayMs;
    if (isUnchanged && clock() < nextAt) return false;
    askedAt = performance.now();
    seen = count;
    seenMark = mark;
    nextAt = await dueAt(tools);
    return nextAt <= clock();
  };
}

/** The due time of work that only a change can create. */
export const dueNowIf = (hasWork: boolean): number => (hasWork ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);

export function createLeasedJobs<T extends HasStore>(jobs: Jobs, tools: T): LeasedJobs<T> {
  const marks = new WriteMarks(tools.store);
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
      const isDue = dueAt ? createDueCheck(tools, marks, dueAt) : async () => true;
      jobs.every(everyMs, name, async keepGoing => {
        if (await isDue()) await run(keepGoing);
      });
    },
    onOneNodeSoon: (name, work) => jobs.soon(name, leased(name, work)),
    onEveryNode: (everyMs, name, work) => jobs.every(everyMs, name, keepGoing => work(tools, keepGoing)),
  };
}
