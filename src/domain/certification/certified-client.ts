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
