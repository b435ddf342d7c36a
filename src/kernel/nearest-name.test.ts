import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.js';

const known = ['status', 'sort', 'limit', 'eventSlug', 'minVolumeUsd', 'includeStale', 'staleDays'];

describe('the nearest of the known names', () => {
  it.each([
    ['statsu', 'status'],
    ['LIMIT', 'limit'],
    ['min_volume_usd', 'minVolumeUsd'],
    ['slug', 'eventSlug'],
    ['stale', 'includeStale'],
    ['include-stale', 'includeStale'],
    ['colour', null],
    ['', null],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest);
  });

  it('is null without known names, and works for names of any length', () => {
    expect(nearestName('limit', [])).toBeNull();
    expect(nearestName('limit'.repeat(100_000), known)).toBeNull();
  });
});
