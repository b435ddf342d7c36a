/** Texts shared by page heads and preview images. */

export function percent(bps: number): string {
  return `${(bps / 100).toFixed(bps < 1000 || bps > 9000 ? 1 : 0)}%`;
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
}

/** Two outcomes keep their order; of more, the likeliest come first. */
export function sortedOutcomes<T extends { readonly priceBps: number }>(outcomes: readonly T[]): readonly T[] {
  return outcomes.length === 2 ? outcomes : [...outcomes].sort((a, b) => b.priceBps - a.priceBps);
}

interface StatedEvent {
  readonly status: string;
  readonly endsAt: string;
  readonly outcomes: readonly { readonly label: string }[];
  readonly resolution: { readonly winningOutcomeIndex: number | null } | null;
}

export function stateOf({ status, resolution, outcomes, endsAt }: StatedEvent): string {
  const winner = resolution?.winningOutcomeIndex;
  if (winner !== undefined && winner !== null) return `Resolved: ${outcomes[winner].label}.`;
  if (status === 'void') return 'Void.';
  return status === 'active' || status === 'paused' ? `Closes ${day(endsAt)}.` : `Status: ${status}.`;
}
