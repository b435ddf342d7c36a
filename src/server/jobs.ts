import type { Logger } from './log.js';

export interface Jobs {
  every(milliseconds: number, name: string, work: () => Promise<void> | void): void;
  stop(): void;
}

/** Work that goes on beside requests. A run that fails is told to the log and tried again at its next turn. */
export function createJobs(log: Logger): Jobs {
  const timers: NodeJS.Timeout[] = [];
  return {
    every(milliseconds, name, work) {
      const run = async () => {
        try {
          await work();
        } catch (error) {
          log.warn({ err: error }, `${name} failed and will be tried again`);
        }
      };
      timers.push(setInterval(run, milliseconds).unref());
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
