/** Passkeys of people and the challenges for authenticators. Times are epoch milliseconds. */
export interface PasskeyCredential {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface Passkey extends PasskeyCredential {
  readonly id: string;
  readonly personId: string;
  /** Synced between devices by its provider. */
  readonly backedUp: boolean;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface PasskeyReads {
  /** Oldest first. */
  ofPerson(personId: string): Promise<Passkey[]>;
  findCredential(credentialId: Uint8Array): Promise<Passkey | null>;
}

export interface PasskeyWrites extends PasskeyReads {
  /** False if the credential is already registered; nothing was written. */
  add(passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean>;
  recordUse(id: string, counter: number, at: number): Promise<void>;
  /** Null if the person has no such passkey. */
  rename(personId: string, id: string, name: string): Promise<Passkey | null>;
  /** Returns the number of deleted rows: 0 or 1. */
  delete(personId: string, id: string): Promise<number>;
  /** Deletes the passkeys and challenges of a person. */
  deleteOf(personId: string): Promise<void>;
  addChallenge(challenge: string, personId: string | null, expiresAt: number): Promise<void>;
  /** Consumes a challenge; false if there is none for this person, or it has expired. */
  takeChallenge(challenge: string, personId: string | null, now: number): Promise<boolean>;
  deleteChallenges(before: number): Promise<void>;
}

declare module '../store.js' {
  interface Reads {
    readonly passkeys: PasskeyReads;
  }
  interface Writes {
    readonly passkeys: PasskeyWrites;
  }
}
