import { dayMs } from '../durations.js';
/** The part of the record that a board is about. */
export const boardWindows = ['7d', '30d', '90d', 'all'] as const;
export type BoardWindow = (typeof boardWindows)[number];

export interface BoardScope {
  readonly window: BoardWindow;
  /** Null for all categories together. */
  readonly category: string | null;
}

const windowDays = { '7d': 7, '30d': 30, '90d': 90, all: Number.POSITIVE_INFINITY } as const;

/** Part of every seed: a changed text would change every interval. No category contains the asterisk alone. */
export function scopeKey({ window, category }: BoardScope): string {
  return `${window}/${category ?? '*'}`;
}

interface DatedEvent {
  readonly resolvedAtMs: number;
  readonly category: string;
}

/** Whether an event that was resolved then belongs to the scope at `asOfMs`: the window's start is outside, its end inside. */
export function isInScope(event: DatedEvent, { window, category }: BoardScope, asOfMs: number): boolean {
  const ageMs = asOfMs - event.resolvedAtMs;
  return ageMs >= 0 && ageMs < windowDays[window] * dayMs && (category === null || category === event.category);
}

/** Every category on its own and all together, for every window that holds an event. */
export function scopesOf(events: readonly DatedEvent[], asOfMs: number): BoardScope[] {
  const categories = [null, ...new Set(events.map(event => event.category))];
  const all = boardWindows.flatMap(window => categories.map(category => ({ window, category })));
  return all.filter(scope => events.some(event => isInScope(event, scope, asOfMs)));
}
