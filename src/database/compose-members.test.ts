import { describe, expect, it } from 'vitest';
import { type CompleteFeatures, composersOf, type StoreFeature } from './compose-members.js';
import type { WriteScope } from './feature-store.js';

const scope = { clock: null, streamStorage: true } as WriteScope;

function feature(name: string, reads: object, writes: object = {}): StoreFeature {
  return { name, store: { reads, writes } };
}

describe('composersOf', () => {
  it('creates a member once, on its first use', () => {
    let created = 0;
    const { composeReads } = composersOf([feature('follows', { follows: () => ({ number: ++created }) })]);
    const reads = composeReads(scope) as unknown as { readonly follows: { readonly number: number } };
    expect(created).toBe(0);
    expect([reads.follows.number, reads.follows.number]).toEqual([1, 1]);
  });

  it('gives each composed object its own members', () => {
    const { composeReads } = composersOf([feature('follows', { follows: () => ({}) })]);
    const [first, second] = [composeReads(scope), composeReads(scope)] as unknown as { readonly follows: object }[];
    expect(first.follows).not.toBe(second.follows);
  });

  it('prefers the member for writes within a transaction', () => {
    const follows = feature('follows', { follows: () => 'reads', names: () => 'names' }, { follows: () => 'writes' });
    const { composeReads, composeWrites } = composersOf([follows]);
    expect(composeReads(scope)).toMatchObject({ follows: 'reads', names: 'names' });
    expect(composeWrites(scope)).toMatchObject({ follows: 'writes', names: 'names' });
  });

  it('skips features without a store', () => {
    const reads = composersOf([{ name: 'discovery' }]).composeReads(scope);
    expect(Object.keys(Object.getPrototypeOf(reads))).toEqual(['ping']);
  });

  it('rejects a member that two features register', () => {
    const [follows, leagues] = ['follows', 'leagues'].map(name => feature(name, { members: () => ({}) }));
    expect(() => composersOf([follows, leagues])).toThrow('feature leagues registers the store member members');
  });
});

it('names the members of Reads and Writes that no feature implements', () => {
  type Missing = CompleteFeatures<{ readonly name: 'discovery' }>['missingMember'];
  const missing: Missing[] = ['accounts', 'desk'];
  // @ts-expect-error The composition itself provides ping.
  missing.push('ping');
  expect(missing).toHaveLength(3);
});
