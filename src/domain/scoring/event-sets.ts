import type { BoardScope } from './scopes.js';

/** Which events count: real ones, demo ones, or both. */
export const eventSets = ['real', 'demo', 'all'] as const;
export type EventSet = (typeof eventSets)[number];

/** A scope of the events of one set, the key of stored leaderboards. */
export interface StoredScope extends BoardScope {
  readonly events: EventSet;
}

export function isInSet(demo: boolean, set: EventSet): boolean {
  return set === 'all' || demo === (set === 'demo');
}

/**
 * The sets to build leaderboards of, given the events of a scope. Leaderboards depend on the events alone and not on
 * the name of the set, so a scope with events of one kind is built once and also serves as its set of all events.
 */
export function setsToBuild(events: readonly { readonly demo: boolean }[]): readonly EventSet[] {
  const hasDemo = events.some(({ demo }) => demo);
  const hasReal = events.some(({ demo }) => !demo);
  if (hasDemo && hasReal) return eventSets;
  return hasReal ? ['real'] : hasDemo ? ['demo'] : [];
}

/** Real events once they have leaderboards, otherwise demo events. */
export function defaultSet(stored: readonly StoredScope[]): EventSet {
  return stored.some(({ events }) => events === 'real') ? 'real' : 'demo';
}

/** The stored scopes that together hold the leaderboards of a set, one for each window and category. */
export function scopesOfSet(stored: readonly StoredScope[], set: EventSet): StoredScope[] {
  if (set !== 'all') return stored.filter(({ events }) => events === set);
  const chosen = new Map<string, StoredScope>();
  for (const scope of stored) {
    const key = `${scope.window} ${scope.category ?? ''}`;
    if (scope.events === 'all' || !chosen.has(key)) chosen.set(key, scope);
  }
  return [...chosen.values()];
}
