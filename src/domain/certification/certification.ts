/** The mark that a passed run earns. */
export interface Certification {
  readonly at: number;
  readonly contractVersion: string;
}

/** Clients change; half a year after its run the mark says too little. */
const lastsMs = 180 * 86_400_000;

export function expiresAt({ at }: Certification): number {
  return at + lastsMs;
}

/** The mark lapses with its time, and as soon as the contract is another one. */
export function isCertified(mark: Certification | null, contractVersion: string, now: number): boolean {
  return mark !== null && mark.contractVersion === contractVersion && now < expiresAt(mark);
}

/** Runs are for trying things out, but each makes a dozen practice events. */
export const runBounds = {
  minutes: 10,
  perDay: 10,
  keptDays: 30,
} as const;
