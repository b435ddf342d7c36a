import type { playBudgets } from '../engine/write-counts.js';
import type { Refusal } from '../kernel/refusal.js';

/** Budgets that are counted inside the transaction of the write itself, so the limit is exact across nodes. */
export type WriteBudgetName = keyof typeof playBudgets;

/** The remaining budget after a write. */
export interface RemainingBudget {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** How a counted write ends without a result. */
export type UnfinishedWrite =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly budget: RemainingBudget }
  | { readonly kind: 'limited'; readonly budget: RemainingBudget }
  /** The connection was lost during the commit and the outcome could not be reconciled. */
  | { readonly kind: 'unknown' };

/** Identifies a write for its player and kind, permanently. */
export interface WriteIdentity {
  readonly clientId: string;
  /** SHA-256 of the canonical body without the client id, in hexadecimal. */
  readonly bodyDigest: string;
}

type Digest = string | Uint8Array;

function isSameDigest(a: Digest, b: Digest): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Whether a write whose client id is already bound is a replay of the stored one or conflicts with it. */
export function repeatKind(stored: Digest, sent: Digest): 'replayed' | 'differs' {
  return isSameDigest(stored, sent) ? 'replayed' : 'differs';
}
