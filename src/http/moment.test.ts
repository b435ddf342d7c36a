import { describe, expect, it } from 'vitest';
import { readMoment } from './schema.js';

describe('a time in a query', () => {
  it('is ISO 8601 or Unix seconds', () => {
    expect(readMoment('from', '2026-03-17T12:00:00Z')).toBe(Date.parse('2026-03-17T12:00:00Z'));
    expect(readMoment('from', '1773748800')).toBe(1_773_748_800_000);
    expect(readMoment('from', undefined)).toBeNull();
  });

  it.each(['0000-01-01T00:00:00.000Z', '1969-12-31', 'yesterday'])('is rejected by name: %s', text => {
    expect(() => readMoment('from', text)).toThrow(/^from must be/);
  });
});
