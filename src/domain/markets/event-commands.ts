import type { PolicyConsent } from './policy.js';

/** The texts of an event that an operator may edit. */
export interface EventTexts {
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly resolutionSource: { readonly name: string; readonly url: string; readonly rule: string };
}

export interface CreateEventCommand extends EventTexts {
  readonly title: string;
  /** Null: derived from the title. */
  readonly slug: string | null;
  readonly outcomes: readonly string[];
  /** b, in micro-credits. */
  readonly liquidity: number;
  /** Opening prices in basis points; null for equal prices. */
  readonly prior: readonly number[] | null;
  /** Null opens it immediately. */
  readonly opensAt: number | null;
  readonly endsAt: number;
  readonly demo: boolean;
  readonly practice: boolean;
  /** Hexadecimal hash of the request body; null for events that no request creates. */
  readonly requestDigest: string | null;
  readonly actor: string;
  /** The operator's consent to policy rules; absent for events that no operator creates. */
  readonly consent?: PolicyConsent;
}

export type ResolveVerb = 'resolve' | 'void' | 'correct';
