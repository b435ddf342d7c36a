import { describe, expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.js';
import { SharedLoads } from './shared-loads.js';

/** Loads that end when the test releases them. */
function held() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const load = async (keys: readonly string[]) => {
    begun.push(keys.join(' '));
    await new Promise<void>(done => ends.push(done));
  };
  return { begun, ends, load };
}

const turn = () => new Promise(done => setImmediate(done));

describe('shared loads', () => {
  it('load missing keys that are not in flight, together', async () => {
    const loads = new SharedLoads(2);
    const { begun, ends, load } = held();
    const first = loads.run(['a', 'b'], load);
    const second = loads.run(['b', 'c', 'c'], load);
    const third = loads.run(['a'], load);
    await turn();
    expect(begun).toEqual(['a b', 'c']);
    for (const end of ends) end();
    await Promise.all([first, second, third]);
    const again = loads.run(['a'], load);
    ends[2]();
    await again;
    expect(begun).toEqual(['a b', 'c', 'a']);
  });

  it('wait for a slot, and continue after a failure', async () => {
    const loads = new SharedLoads(1);
    const { begun, ends, load } = held();
    const failing = loads.run(['a'], async () => {
      await turn();
      throw new Error('no luck');
    });
    const next = loads.run(['b'], load);
    const both = loads.run(['a', 'b'], load);
    expect(begun).toEqual([]);
    await expect(failing).rejects.toThrow('no luck');
    await expect(both).rejects.toThrow('no luck');
    await turn();
    expect(begun).toEqual(['b']);
    ends[0]();
    await next;
  });

  it('limit the size of their cache', () => {
    const map = new BoundedMap<number>(2);
    for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, index);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([2, undefined, 3]);
  });
});
