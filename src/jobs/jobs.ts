import { StoreFull, StoreUnavailable } from '../database/store.js';
import type { Logger } from '../observability/log.js';

/** `keepGoing` returns false once the service is stopping; long work checks it between its steps. */
type Work = (keepGoing: () => boolean) => Promise<unknown> | unknown;

export interface Jobs {
  /** A run that is still in progress at its next scheduled time replaces that run. */
  every(milliseconds: number, name: string, work: Work): void;
  /** Runs once in the background, after a current run of the same name, which may have passed the new work already. */
  soon(name: string, work: Work): void;
  /** Failed runs by job, since the start. */
  failures(): ReadonlyMap<string, number>;
  /** How long the most delayed job has been without a finished run, beyond its interval. */
  lagMs(): number;
  /** Starts no more runs; resolves when running ones have ended. */
  stop(): Promise<void>;
}

interface Repeated {
  readonly everyMs: number;
  readonly turn: () => void;
  nextAt: number;
}

/** A run starts up to this much early, or a quarter of its interval, together with that of another job. */
const maxEarlyMs = 250;

const earliestAt = ({ nextAt, everyMs }: Repeated) => nextAt - Math.min(maxEarlyMs, everyMs / 4);

/**
 * Runs repeated work with one timer. Jobs with different intervals start together, so that they wake an idle process
 * once.
 */
class SharedTimer {
  private readonly repeated: Repeated[] = [];
  private timer: NodeJS.Timeout | null = null;

  add(everyMs: number, turn: () => void): void {
    this.repeated.push({ everyMs, turn, nextAt: performance.now() + everyMs });
    this.schedule();
  }

  stop(): void {
    this.repeated.length = 0;
    this.schedule();
  }

  private schedule(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.repeated.length === 0) return;
    const nextAt = Math.min(...this.repeated.map(each => each.nextAt));
    this.timer = setTimeout(() => this.run(), Math.max(1, nextAt - performance.now())).unref();
  }

  private run(): void {
    const now = performance.now();
    const due = this.repeated.filter(each => earliestAt(each) <= now);
    for (const each of due) each.nextAt = now + each.everyMs;
    this.schedule();
    for (const { turn } of due) turn();
  }
}

/** Background work. A failed run is logged and retried at its next scheduled time. */
export function createJobs(log: Logger): Jobs {
  const timer = new SharedTimer();
  const running = new Map<string, Promise<void>>();
  /** Work to run once more, by the name of its current run. */
  const waiting = new Map<string, Work>();
  /** The next due time of each repeated job, on a monotonic clock. */
  const dueAt = new Map<string, number>();
  const failures = new Map<string, number>();
  let stopping = false;
  const keepGoing = () => !stopping;

  async function run(name: string, work: Work): Promise<void> {
    try {
      await work(keepGoing);
    } catch (error) {
      failures.set(name, (failures.get(name) ?? 0) + 1);
      // The log reports the outage itself. One text for all jobs, so that the log collapses the lines of an outage.
      if (error instanceof StoreUnavailable || error instanceof StoreFull)
        log.warn({ job: name }, `jobs failed and will be retried: ${error.message}`);
      else log.warn({ err: error }, `${name} failed and will be retried`);
    }
  }

  async function runUntilDone(name: string, work: Work): Promise<void> {
    for (let next: Work | undefined = work; next; next = stopping ? undefined : waiting.get(name)) {
      waiting.delete(name);
      await run(name, next);
    }
    waiting.delete(name);
    running.delete(name);
  }

  function turn(name: string, work: Work): void {
    if (!stopping && !running.has(name)) running.set(name, runUntilDone(name, work));
  }

  return {
    every(milliseconds, name, work) {
      dueAt.set(name, performance.now() + milliseconds);
      const timed: Work = async proceed => {
        await work(proceed);
        dueAt.set(name, performance.now() + milliseconds);
      };
      timer.add(milliseconds, () => turn(name, timed));
    },
    soon(name, work) {
      if (running.has(name)) waiting.set(name, work);
      else turn(name, work);
    },
    failures: () => failures,
    lagMs: () => Math.max(0, performance.now() - Math.min(...dueAt.values())),
    async stop() {
      stopping = true;
      timer.stop();
      await Promise.all(running.values());
    },
  };
}
