import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { waitWhileOpen } from './wait-while-open.js';

const never = new Promise<never>(() => {});

describe('a wait on a connection', () => {
  it('gives the result or the failure of the work', async () => {
    const { signal } = new AbortController();
    await expect(waitWhileOpen(Promise.resolve(5), signal, 1_000)).resolves.toBe(5);
    await expect(waitWhileOpen(Promise.reject(new Error('broken')), signal, 1_000)).rejects.toThrow('broken');
  });

  it('ends with the connection, also with one that is closed already', async () => {
    const closed = new AbortController();
    const wait = waitWhileOpen(never, closed.signal, 60_000);
    closed.abort();
    await expect(wait).rejects.toThrow('the connection is closed');
    await expect(waitWhileOpen(never, closed.signal, 60_000)).rejects.toThrow('the connection is closed');
  });

  it('ends with the time', async () => {
    const { signal } = new AbortController();
    await expect(waitWhileOpen(never, signal, 20)).rejects.toThrow('no response within 20 ms');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('leaves nothing in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { signal } = new AbortController();
    const results: WeakRef<object>[] = [];
    for (let wait = 0; wait < 20; wait += 1) {
      results.push(new WeakRef(await waitWhileOpen(Promise.resolve({ wait }), signal, 1_000)));
    }
    await new Promise(setImmediate);
    collectGarbage();
    expect(results.filter(result => result.deref()).length).toBeLessThan(3);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
