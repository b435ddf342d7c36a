import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyDigest, canonicalJson } from './pipeline/idempotency.js';

const objects = fc.dictionary(
  fc.string({ unit: 'binary' }).filter(key => key !== '__proto__'),
  fc.jsonValue({ noUnicodeString: false } as never),
);

describe('canonical JSON', () => {
  it('is JSON of the same value, with sorted members', () => {
    fc.assert(
      fc.property(objects, value => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      }),
    );
  });

  it('serializes every string and number as JSON.stringify does', () => {
    const scalars = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null));
    const property = fc.property(scalars, value => {
      expect(canonicalJson(value)).toBe(JSON.stringify(value));
    });
    fc.assert(property);
  });

  it('omits one member of the value itself, not of its members', () => {
    const value = { id: 'a', list: [{ id: 'b' }, 1], inner: { id: 'c' } };
    expect(canonicalJson(value, 'id')).toBe('{"inner":{"id":"c"},"list":[{"id":"b"},1]}');
    expect(bodyDigest(value, 'id')).toBe(bodyDigest({ ...value, id: 'other' }, 'id'));
    expect(bodyDigest(value, 'id')).not.toBe(bodyDigest({ ...value, list: [] }, 'id'));
  });

  it('keeps the digests of stored writes', () => {
    expect(bodyDigest({ side: 'buy', note: 'a "b" ü', amount: 1.5, clientOrderId: 'x' }, 'clientOrderId')).toBe(
      '1e246c9f1f576bcc125f6d7cd4b4240d7a7b5333ee341bce3c9b9b3b901a8901',
    );
  });
});
