import type { Logger } from '../observability/log.js';

/** `keepGoing` returns false once the service is stopping; long work checks it between its steps. */
type Work = (keepGoing: () => boolean) => Promise<unknown> | unknown;

export interface Jobs {
  /** A run that is still in progress at its next scheduled time replaces that run. */
  every(milliseconds: number, name: string, work: Work): void;
  /** Runs once in the background. */
  soon(name: string, work: Work): void;
  /** How long the most delayed job has been without a finished run, beyond its interval. */
  lagMs(): number;
  /** Starts no more runs; resolves when running ones have ended. */
  stop(): Promise<void>;
}

/** Background work. A failed run is logged and retried at its next scheduled time. */
export function createJobs(log: Logger): Jobs {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  /** The next due time of each repeated job, on a monotonic clock. */
  const dueAt = new Map<string, number>();
  let stopping = false;
  const keepGoing = () => !stopping;

  async function run(name: string, work: Work): Promise<void> {
    try {
      await work(keepGoing);
    } catch (error) {
      log.warn({ err: error }, `${name} failed and will be retried`);
    }
  }

  function turn(name: string, work: Work): void {
    if (running.has(name)) return;
    const done = run(name, work).finally(() => running.delete(name));
    running.set(name, done);
  }

  return {
    every(milliseconds, name, work) {
      dueAt.set(name, performance.now() + milliseconds);
      const timed: Work = async proceed => {
        await work(proceed);
        dueAt.set(name, performance.now() + milliseconds);
      };
      timers.push(setInterval(() => turn(name, timed), milliseconds).unref());
    },
    soon: turn,
    lagMs: () => Math.max(0, performance.now() - Math.min(...dueAt.values())),
    async stop() {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
