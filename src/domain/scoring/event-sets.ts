import type { BoardScope } from './scopes.js';

/** Which events count: those of outside data, those of the demonstration, or both. */
export const eventSets = ['real', 'demo', 'all'] as const;
export type EventSet = (typeof eventSets)[number];

/** A scope of the events of one set, as boards are stored for it. */
export interface StoredScope extends BoardScope {
  readonly events: EventSet;
}

export function isInSet(demo: boolean, set: EventSet): boolean {
  return set === 'all' || demo === (set === 'demo');
}

/**
 * The sets to build boards of, given the events of a scope. Boards depend on the events alone and not on the name of the
 * set, so those of a scope with events of one kind also are its boards of all events and are built once.
 */
export function setsToBuild(events: readonly { readonly demo: boolean }[]): readonly EventSet[] {
  const hasDemo = events.some(({ demo }) => demo);
  const hasReal = events.some(({ demo }) => !demo);
  if (hasDemo && hasReal) return eventSets;
  return hasReal ? ['real'] : hasDemo ? ['demo'] : [];
}

/** Real events once there are boards of them, else demo events. */
export function defaultSet(stored: readonly StoredScope[]): EventSet {
  return stored.some(({ events }) => events === 'real') ? 'real' : 'demo';
}

/** The stored scopes that together hold the boards of a set, one for each window and category. */
export function scopesOfSet(stored: readonly StoredScope[], set: EventSet): StoredScope[] {
  if (set !== 'all') return stored.filter(({ events }) => events === set);
  const chosen = new Map<string, StoredScope>();
  for (const scope of stored) {
    const key = `${scope.window} ${scope.category ?? ''}`;
    if (scope.events === 'all' || !chosen.has(key)) chosen.set(key, scope);
  }
  return [...chosen.values()];
}
