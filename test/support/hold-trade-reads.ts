import { vi } from 'vitest';
import type { Reads, Store } from '../../src/store/store.js';

function replaced<T extends object, Name extends keyof T>(target: T, name: Name, value: T[Name]): T {
  return new Proxy(target, { get: (_target, asked) => (asked === name ? value : target[asked as keyof T]) });
}

/** Lets every read of a stream's trades wait until the returned function is called. */
export function holdTradeReads(store: Store): () => void {
  let release = () => {};
  const held = new Promise<void>(done => {
    release = done;
  });
  const read = store.read.bind(store);
  const spy = vi.spyOn(store, 'read').mockImplementation(work =>
    read(reads => {
      const trades: Reads['streams']['trades'] = (...page) => held.then(() => reads.streams.trades(...page));
      const streams = replaced(reads.streams, 'trades', trades);
      return work(replaced(reads, 'streams', streams));
    }),
  );
  return () => {
    spy.mockRestore();
    release();
  };
}
