import type { ScenarioId } from './scenarios.js';

/** The choices of a run. They follow from its seed, so that a client can't hard-code them. */
export interface RunPlan {
  readonly retryAfterSeconds: number;
  readonly lostReplies: number;
  readonly unknownStatus: Readonly<Record<'unknown-placed' | 'unknown-not-placed', 202 | 504>>;
  /** The number of 500 responses for each of the first intended orders. */
  readonly failures: number;
  /** The number of intended orders that get failures: only a second series shows whether back-offs are jittered. */
  readonly failingWishes: number;
  readonly marketPauseMs: number;
  readonly tradingPauseSeconds: number;
}

export function planOf(seed: number): RunPlan {
  const bit = (index: number) => (seed >>> index) & 1;
  return {
    retryAfterSeconds: 2 + bit(0),
    lostReplies: 1 + bit(1),
    unknownStatus: bit(2)
      ? { 'unknown-placed': 202, 'unknown-not-placed': 504 }
      : { 'unknown-placed': 504, 'unknown-not-placed': 202 },
    failures: 5,
    failingWishes: 2,
    marketPauseMs: 2_000 + 1_000 * bit(3),
    tradingPauseSeconds: 2 + bit(4),
  };
}

export interface RunEvent {
  readonly scenario: ScenarioId;
  readonly eventId: string;
  readonly slug: string;
  readonly pubkey: string;
}
