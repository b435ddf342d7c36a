import { dayMs } from '../durations.js';

/** The certification that a passed run earns. */
export interface Certification {
  readonly at: number;
  readonly contractVersion: string;
}

/** Clients change, so a certification expires. */
const lifetimeMs = 180 * dayMs;

export function expiresAt({ at }: Certification): number {
  return at + lifetimeMs;
}

/** A certification expires with time, and as soon as the contract version changes. */
export function isCertified(certification: Certification | null, contractVersion: string, now: number): boolean {
  return certification !== null && certification.contractVersion === contractVersion && now < expiresAt(certification);
}

/** Each run creates a dozen practice events, so runs are limited. */
export const runBounds = {
  minutes: 10,
  perDay: 10,
  retentionDays: 30,
} as const;
