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

/** The members whose hash is the public key of an event, which clients can recompute. */
interface EventIdentity {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly outcomes: readonly string[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Canonical JSON: members by name, no spaces. */
export function identityText({ id, slug, title, outcomes, createdAt }: EventIdentity): string {
  return JSON.stringify({ createdAt: new Date(createdAt).toISOString(), id, outcomes, slug, title });
}

/** The prefix of practice events of runs. An operator's event may have it too, but is not a practice event. */
export const certificationSlugPrefix = 'cert-';

export function isCertificationEvent({
  practice,
  slug,
}: {
  readonly practice: boolean;
  readonly slug: string;
}): boolean {
  return practice && slug.startsWith(certificationSlugPrefix);
}
