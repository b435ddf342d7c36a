import { dayMs } from '../durations.js';

export const boardWindows = ['7d', '30d', '90d', 'all'] as const;
export type BoardWindow = (typeof boardWindows)[number];

export interface BoardScope {
  readonly window: BoardWindow;
  /** Null for all categories together. */
  readonly category: string | null;
}

const windowDays = { '7d': 7, '30d': 30, '90d': 90, all: Number.POSITIVE_INFINITY } as const;

/**
 * Part of every seed: changing this text would change every interval. No category is named `*`. The set of events is
 * not part of it, so equal events have equal leaderboards in every set.
 */
export function scopeKey({ window, category }: BoardScope): string {
  return `${window}/${category ?? '*'}`;
}

interface DatedEvent {
  readonly resolvedAtMs: number;
  readonly category: string;
}

/** Whether an event is in the scope at `asOfMs`. The window excludes its start and includes its end. */
export function isInScope(event: DatedEvent, { window, category }: BoardScope, asOfMs: number): boolean {
  const ageMs = asOfMs - event.resolvedAtMs;
  return ageMs >= 0 && ageMs < windowDays[window] * dayMs && (category === null || category === event.category);
}

/** Each category and all together, for every window with an event. */
export function scopesOf(events: readonly DatedEvent[], asOfMs: number): BoardScope[] {
  const categories = [null, ...new Set(events.map(event => event.category))];
  const all = boardWindows.flatMap(window => categories.map(category => ({ window, category })));
  return all.filter(scope => events.some(event => isInScope(event, scope, asOfMs)));
}
