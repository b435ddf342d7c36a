import { vi } from 'vitest';
import type { Store } from '../../../src/database/store.js';
import { watchStatements } from './watch-statements.js';

/** Statements that read public trades, and private messages, for streams. */
const streamReads = /as market_sequence|from player_messages/;

/**
 * Lets every read of trades and private messages for streams wait until the returned function is called; with an error
 * they fail.
 */
export function holdStreamReads(store: Store): (error?: Error) => void {
  let release: (error?: Error) => void = () => {};
  const held = new Promise<void>((done, failed) => {
    release = error => (error ? failed(error) : done());
  });
  held.catch(() => {});
  const read = store.read.bind(store);
  const spy = vi
    .spyOn(store, 'read')
    .mockImplementation(work =>
      read(reader => work(watchStatements(reader, text => (streamReads.test(text) ? held : undefined)))),
    );
  return error => {
    spy.mockRestore();
    release(error);
  };
}
