import { dayMs } from '../../kernel/time.js';

/** The certification that a passed run earns. */
export interface Certification {
  readonly at: number;
  readonly contractVersion: string;
  /** The subject of the certification: the agent's own client, or the SDK. */
  readonly client: CertifiedClient;
}

/** Clients change, so a certification expires. */
const lifetimeMs = 180 * dayMs;

export function expiresAt({ at }: Pick<Certification, 'at'>): number {
  return at + lifetimeMs;
}

/** A certification expires with time, and as soon as the contract version changes. */
function isInForce(certification: Certification | null, contractVersion: string, now: number): boolean {
  return certification !== null && certification.contractVersion === contractVersion && now < expiresAt(certification);
}

/** Whether the agent is certified: a certification of the SDK says nothing about the agent. */
export function isCertified(certification: Certification | null, contractVersion: string, now: number): boolean {
  return isInForce(certification, contractVersion, now) && certification?.client.subject === 'agent';
}

/** Whether a new certification replaces an agent's existing one: one of the SDK never replaces the agent's own. */
export function replaces(next: Certification, current: Certification | null): boolean {
  return next.client.subject === 'agent' || !isCertified(current, next.contractVersion, next.at);
}

/** Each run creates a dozen practice events, so runs are limited. */
export const runBounds = {
  minutes: 10,
  perDay: 10,
  retentionDays: 30,
} as const;

/** The subject of a run: the client of an agent, or the SDK, regardless of the agent whose key it uses. */
export const certifiedSubjects = ['agent', 'sdk'] as const;

export interface CertifiedClient {
  readonly subject: (typeof certifiedSubjects)[number];
  /** Null if the client did not declare it. */
  readonly name: string | null;
  readonly version: string | null;
}

/** The agent's own client, without a name. */
export const unnamedClient: CertifiedClient = { subject: 'agent', name: null, version: null };

type Declared = Readonly<Record<string, unknown>> | null;

/** The member of a run's declarations that contains its client; all others are scenarios. */
const member = 'client';

/** Adds the client to a run's declarations. The first one stays: a run is about one client. */
export function withClient(declared: Declared, client: CertifiedClient | null): Declared {
  if (client === null || declared?.[member] !== undefined) return declared;
  return { ...declared, [member]: client };
}

/** Returns the client of a run. Without a declaration it is the agent's own. */
export function clientOf(declared: Declared): CertifiedClient {
  const client = declared?.[member] as CertifiedClient | undefined;
  return client ?? unnamedClient;
}
