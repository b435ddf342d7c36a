import { expect, it } from 'vitest';
import type { Store } from '../database/store.js';
import type { Caller } from '../http/caller.js';
import { createLastUsed } from './last-used.js';

it('a flush ends after one that is already writing', async () => {
  let endWrite = () => {};
  const store = {
    transact: () =>
      new Promise<void>(done => {
        endWrite = done;
      }),
  } as unknown as Store;
  const lastUsed = createLastUsed(store, () => 0);
  lastUsed.note({ kind: 'agent', keyId: 'key_1' } as Caller);
  const ended: string[] = [];
  const first = lastUsed.flush().then(() => ended.push('first'));
  const second = lastUsed.flush().then(() => ended.push('second'));
  await new Promise(done => setImmediate(done));
  expect(ended).toEqual([]);
  endWrite();
  await Promise.all([first, second]);
  expect(ended).toEqual(['first', 'second']);
});
