import { vi } from 'vitest';

/** Longer timers do not supervise anything. */
const maxMs = 15_000;

/**
 * Counts the short timers that code in `folder` starts from now on and that are still running. Other code of the process
 * may start some meanwhile.
 */
export function watchTimers(folder: string) {
  const running = new Map<unknown, 'interval' | 'timeout'>();
  const { setInterval: repeat, clearInterval: endRepeat, setTimeout: start, clearTimeout: end } = globalThis;
  const note = (kind: 'interval' | 'timeout', timer: NodeJS.Timeout, ms = 0) => {
    if (ms <= maxMs && new Error().stack?.includes(folder)) running.set(timer, kind);
    return timer;
  };
  const startNoted = (work: () => void, ms?: number) => {
    const fire = () => {
      running.delete(timer);
      work();
    };
    const timer = note('timeout', start(fire, ms), ms);
    return timer;
  };
  const spies = [
    vi
      .spyOn(globalThis, 'setInterval')
      .mockImplementation(((work: () => void, ms?: number) => note('interval', repeat(work, ms), ms)) as never),
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(startNoted as never),
    ...[['clearInterval', endRepeat] as const, ['clearTimeout', end] as const].map(([name, original]) =>
      vi.spyOn(globalThis, name).mockImplementation(timer => {
        running.delete(timer);
        original(timer);
      }),
    ),
  ];
  return {
    get count() {
      return running.size;
    },
    get intervals() {
      return [...running.values()].filter(kind => kind === 'interval').length;
    },
    restore() {
      for (const spy of spies) spy.mockRestore();
    },
  };
}
