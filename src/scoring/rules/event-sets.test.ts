import { describe, expect, it } from 'vitest';
import { defaultSet, isInSet, type StoredScope, scopesOfSet, setsToBuild } from './boards.js';

const scope = (events: StoredScope['events'], category: string | null = null): StoredScope => ({
  events,
  window: 'all',
  category,
});

describe('event sets', () => {
  it('puts a demo event into demo and all, and a real one into real and all', () => {
    const sets = ['real', 'demo', 'all'] as const;
    expect(sets.filter(set => isInSet(true, set))).toEqual(['demo', 'all']);
    expect(sets.filter(set => isInSet(false, set))).toEqual(['real', 'all']);
  });

  it('builds leaderboards of all events only if a scope has both kinds', () => {
    expect(setsToBuild([])).toEqual([]);
    expect(setsToBuild([{ demo: true }, { demo: true }])).toEqual(['demo']);
    expect(setsToBuild([{ demo: false }])).toEqual(['real']);
    expect(setsToBuild([{ demo: true }, { demo: false }])).toEqual(['real', 'demo', 'all']);
  });

  it('finds the leaderboards of all events under the only kind of a scope', () => {
    const mixed = [scope('real'), scope('demo'), scope('all')];
    const stored = [...mixed, scope('demo', 'moons'), scope('real', 'rivers')];
    expect(scopesOfSet(stored, 'all')).toEqual([scope('all'), scope('demo', 'moons'), scope('real', 'rivers')]);
    expect(scopesOfSet(stored, 'real')).toEqual([scope('real'), scope('real', 'rivers')]);
    expect(scopesOfSet(stored, 'demo')).toEqual([scope('demo'), scope('demo', 'moons')]);
  });

  it('defaults to real events once they have leaderboards', () => {
    expect(defaultSet([])).toBe('demo');
    expect(defaultSet([scope('demo')])).toBe('demo');
    expect(defaultSet([scope('demo'), scope('real', 'rivers'), scope('all')])).toBe('real');
  });
});
