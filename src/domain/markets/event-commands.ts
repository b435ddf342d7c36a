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
  /** Null: made from the title. */
  readonly slug: string | null;
  readonly outcomes: readonly string[];
  /** b, in micro-credits. */
  readonly liquidity: number;
  /** Opening prices in basis points; null for all alike. */
  readonly prior: readonly number[] | null;
  /** Null: at once. */
  readonly opensAt: number | null;
  readonly endsAt: number;
  readonly demo: boolean;
  readonly practice: boolean;
  /** Hash of the request in hexadecimal; null where no request asks for it. */
  readonly requestDigest: string | null;
  readonly actor: string;
  /** What the operator says to the rules of the policy; none where no operator asks for it. */
  readonly consent?: PolicyConsent;
}

export type ResolveVerb = 'resolve' | 'void' | 'correct';
