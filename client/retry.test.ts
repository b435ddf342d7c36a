import { expect, it } from 'vitest';
import { createClient } from './client.js';

/** Returns numbers from 0 to 1 that are the same in every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it('survives a restart of the service of 15 s in 99 % of cases with the default retries', async () => {
  const runs = 2_000;
  const random = seededRandom(1);
  let survived = 0;
  for (let run = 0; run < runs; run += 1) {
    let now = 0;
    const client = createClient({
      baseUrl: 'http://127.0.0.1:4870',
      random,
      // Time passes only in back-offs: a refused connection fails at once.
      sleep: async milliseconds => {
        now += milliseconds;
      },
      fetch: async () => {
        if (now < 15_000) throw new TypeError('fetch failed');
        return new Response('{}');
      },
    });
    survived += await client.account().then(
      () => 1,
      () => 0,
    );
  }
  expect(survived / runs).toBeGreaterThan(0.99);
});
