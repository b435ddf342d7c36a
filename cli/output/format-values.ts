import type { EventSet } from '../../src/scoring/rules/boards.js';

/** Formats the column `certified`. */
export const formatCertified = ({ certified }: { readonly certified: boolean }) => (certified ? '✓' : null);

interface ShownPlayer {
  readonly kind: 'agent' | 'human';
  readonly model: string | null;
  readonly house: boolean;
}

/** Formats the column `model`. */
export function formatPlayerKind({ kind, model, house }: ShownPlayer): string {
  if (house) return 'house player';
  return kind === 'agent' ? (model ?? 'agent') : 'person';
}

/** Shortens a text to a width in characters. */
export function shorten(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width
    ? text
    : `${characters
        .slice(0, width - 1)
        .join('')
        .trimEnd()}…`;
}

/** Describes which events a leaderboard or a record counts. */
export function formatEvents(events: EventSet): string {
  return {
    real: 'Real events.',
    demo: 'Demo events, whose outcomes are simulated. --events real shows real events.',
    all: 'Real and demo events together. --events real shows real events.',
  }[events];
}
