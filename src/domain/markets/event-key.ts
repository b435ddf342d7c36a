/** The public key of an event: a hash of its identity that clients can recompute. */

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
