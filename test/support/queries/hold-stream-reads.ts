import { vi } from 'vitest';
import type { Store } from '../../../src/store/store.js';

function intercepted<T extends object>(target: T, get: (name: PropertyKey, value: unknown) => unknown): T {
  return new Proxy(target, { get: (_target, name) => get(name, target[name as keyof T]) });
}

/**
 * Lets every read of trades and private messages for streams wait until the returned function is called; with an error
 * they fail.
 */
export function holdStreamReads(store: Store): (error?: Error) => void {
  let release: (error?: Error) => void = () => {};
  const held = new Promise<void>((done, failed) => {
    release = error => (error ? failed(error) : done());
  });
  const read = store.read.bind(store);
  const spy = vi.spyOn(store, 'read').mockImplementation(work =>
    read(reads => {
      const streams = intercepted(reads.streams, (name, value) =>
        name === 'trades' || name === 'own'
          ? (...page: unknown[]) => held.then(() => (value as (...page: unknown[]) => unknown)(...page))
          : value,
      );
      return work(intercepted(reads, (name, value) => (name === 'streams' ? streams : value)));
    }),
  );
  return error => {
    spy.mockRestore();
    release(error);
  };
}
