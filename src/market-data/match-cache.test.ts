import { describe, expect, it } from 'vitest';
import { MatchCache } from './rankings.js';

function setUp() {
  const state = { version: 1 as number | null, now: 0, reads: 0 };
  const services = { clock: () => state.now, marketData: { live: { textVersion: () => state.version } } };
  const finds = new MatchCache<number>(2);
  const read = async () => {
    state.reads += 1;
    return state.reads;
  };
  const find = (key = 'rain', how: () => Promise<number> = read) => finds.find(services, key, how);
  return { state, find };
}

describe('cached matches', () => {
  it('are valid while no text changes, for ten seconds', async () => {
    const { state, find } = setUp();
    expect([await find(), await find()]).toEqual([1, 1]);
    state.now = 9_999;
    expect(await find()).toBe(1);
    state.now = 10_000;
    expect(await find()).toBe(2);
    state.version = 2;
    expect(await find()).toBe(3);
    expect(await find('snow')).toBe(4);
    expect([await find('snow'), await find()]).toEqual([4, 3]);
  });

  it('are not cached if a text changed during the search', async () => {
    const { state, find } = setUp();
    let answer: (value: number) => void = () => {};
    const early = find(
      'rain',
      () =>
        new Promise(done => {
          answer = done;
        }),
    );
    const beside = find();
    state.version = 2;
    const late = find();
    answer(100);
    expect(await Promise.all([early, beside, late])).toEqual([100, 100, 1]);
    expect(await find()).toBe(1);
  });

  it('are not cached without notifications, after a failure, or without room', async () => {
    const { state, find } = setUp();
    state.version = null;
    expect([await find(), await find()]).toEqual([1, 2]);
    state.version = 3;
    await expect(find('rain', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    expect(await find()).toBe(3);
    await find('snow');
    await find('wind');
    expect(await find('wind')).toBe(5);
    expect(await find()).toBe(6);
  });
});
