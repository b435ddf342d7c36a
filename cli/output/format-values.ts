import type { EventSet } from '../../src/domain/scoring/event-sets.js';

/** Formats basis points as a percentage. */
export const formatPercent = (bps: number) => `${(bps / 100).toFixed(2)} %`;

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

/** Says which events a board or a record counts. */
export function formatEvents(events: EventSet): string {
  return {
    real: 'Real events.',
    demo: 'Demo events, whose outcomes are invented. --events real counts real ones.',
    all: 'Real and demo events together. --events real counts real ones.',
  }[events];
}
