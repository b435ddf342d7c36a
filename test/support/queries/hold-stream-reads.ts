import { vi } from 'vitest';
import type { Reads, Store } from '../../../src/database/store.js';
import { withMember } from '../with-member.js';

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
      const { streams } = reads;
      const trades: Reads['streams']['trades'] = (...page) => held.then(() => streams.trades(...page));
      const own: Reads['streams']['own'] = (...page) => held.then(() => streams.own(...page));
      return work(withMember(reads, 'streams', withMember(withMember(streams, 'trades', trades), 'own', own)));
    }),
  );
  return error => {
    spy.mockRestore();
    release(error);
  };
}
