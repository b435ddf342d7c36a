import type { Logger } from '../observability/log.js';

/** `keepGoing` says no once the service is stopping; long work asks it between its steps. */
type Work = (keepGoing: () => boolean) => Promise<unknown> | unknown;

export interface Jobs {
  /** A run that is still going on when its next turn comes takes that turn too. */
  every(milliseconds: number, name: string, work: Work): void;
  /** Runs once, without anyone waiting for it. */
  soon(name: string, work: Work): void;
  /** Begins nothing more; done when what was running has ended. */
  stop(): Promise<void>;
}

/** Background work. A run that fails is logged and retried at its next turn. */
export function createJobs(log: Logger): Jobs {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
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
      timers.push(setInterval(() => turn(name, work), milliseconds).unref());
    },
    soon: turn,
    async stop() {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
