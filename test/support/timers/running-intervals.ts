import { vi } from 'vitest';

/** Counts the intervals that are created from now on and not cleared yet. */
export function watchIntervals() {
  const running = new Set<unknown>();
  const { setInterval: set, clearInterval: clear } = globalThis;
  const sets = vi.spyOn(globalThis, 'setInterval').mockImplementation(((...given: Parameters<typeof set>) => {
    const timer = set(...given);
    running.add(timer);
    return timer;
  }) as typeof set);
  const clears = vi.spyOn(globalThis, 'clearInterval').mockImplementation(timer => {
    running.delete(timer);
    clear(timer);
  });
  return {
    get count() {
      return running.size;
    },
    restore() {
      sets.mockRestore();
      clears.mockRestore();
    },
  };
}
