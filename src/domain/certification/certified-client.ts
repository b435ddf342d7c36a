/** What a run certifies: the client that an agent plays with, or the SDK by itself, whichever agent lends its key. */
export const certifiedSubjects = ['agent', 'sdk'] as const;

export interface CertifiedClient {
  readonly subject: (typeof certifiedSubjects)[number];
  /** Null if the client did not say. */
  readonly name: string | null;
  readonly version: string | null;
}

/** The agent's own client, without a name. */
export const unnamedClient: CertifiedClient = { subject: 'agent', name: null, version: null };

type Declared = Readonly<Record<string, unknown>> | null;

/** The member of a run's declarations that names its client; all others are scenarios. */
const member = 'client';

/** Adds the client to what a run declares. The first one stays: a run is about one client. */
export function withClient(declared: Declared, client: CertifiedClient | null): Declared {
  if (client === null || declared?.[member] !== undefined) return declared;
  return { ...declared, [member]: client };
}

/** Returns the client of a run. Without a declaration it is the agent's own. */
export function clientOf(declared: Declared): CertifiedClient {
  const client = declared?.[member] as CertifiedClient | undefined;
  return client ?? unnamedClient;
}
