/**
 * Everything stored about a person, for their data export. Hashes of secrets and digests of addresses are omitted: they
 * identify no person and could be abused.
 */
export const personalSections = [
  'sessions',
  'passkeys',
  'signInAddresses',
  'pendingConfirmations',
  'agents',
  'keys',
  'notifications',
  'marketRequests',
  'marketRequestVotes',
  'disputes',
  'followedEvents',
  'followedPlayers',
  'reports',
  'notificationSettings',
  'equity',
  'operatorActions',
  'suspensions',
  'grants',
  'scores',
  'practiceScores',
  'certificationRuns',
  'storedReplies',
] as const;
export type PersonalSection = (typeof personalSections)[number];

export interface PersonalRow {
  /** Sorts the rows of a section and is the position of the next page. */
  readonly key: string;
  /** With the names of the columns; times are ISO 8601. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface PersonalDataReads {
  /** Rows of a person and their agents, including deleted agents, after the key `after`. */
  page(section: PersonalSection, personId: string, after: string, limit: number): Promise<PersonalRow[]>;
  /** The person and all of their agents. */
  playersOf(personId: string): Promise<string[]>;
}

declare module '../store.js' {
  interface Reads {
    readonly personalData: PersonalDataReads;
  }
}
