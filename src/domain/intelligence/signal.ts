import { hourMs } from '../durations.js';

export const signalTypes = ['momentum', 'mispricing', 'liquidity', 'stale', 'resolution-near', 'unusual-flow'] as const;
export type SignalType = (typeof signalTypes)[number];

export const signalDirections = ['up', 'down', 'none'] as const;
export type SignalDirection = (typeof signalDirections)[number];

/** The figures of a signal, with the formula that derives its strength from them. */
export type Evidence = { readonly formula: string } & Readonly<Record<string, string | number | null>>;

/** A signal detected in a market. Prices are basis points of the outcome. */
export interface DetectedSignal {
  readonly type: SignalType;
  readonly outcome: number;
  readonly direction: SignalDirection;
  /** From 0 to 1. */
  readonly strength: number;
  readonly evidence: Evidence;
  readonly priceBps: number;
  /** Null only if the direction is none. */
  readonly spreadBps: number | null;
  readonly expiresAt: number;
}

/** How long a signal of each type is in force; resolution-near and stale end with trading at the latest. */
export const signalLifeMs: Readonly<Record<SignalType, number>> = {
  momentum: 6 * hourMs,
  mispricing: 24 * hourMs,
  liquidity: 2 * hourMs,
  stale: 12 * hourMs,
  'resolution-near': 24 * hourMs,
  'unusual-flow': 6 * hourMs,
};

/** Maps a figure from 0 upwards to a strength from 0 to 1; `half` has the strength 0.5. */
export function saturate(figure: number, half: number): number {
  return figure / (figure + half);
}

export function directionOf(change: number): 'up' | 'down' {
  return change > 0 ? 'up' : 'down';
}
