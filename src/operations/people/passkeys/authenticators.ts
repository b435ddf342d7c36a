import type { PasskeyCredential } from '../../../store/people/passkeys-interface.js';

/** A response of a browser to a challenge, as its JSON form is sent. */
export type AuthenticatorResponse = Readonly<Record<string, unknown>>;

/** A credential that an authenticator has made. */
export interface NewCredential extends PasskeyCredential {
  readonly backedUp: boolean;
}

interface Registrant {
  readonly personId: string;
  readonly handle: string;
  readonly displayName: string;
  /** Credentials that the person has already. */
  readonly known: readonly PasskeyCredential[];
}

/** The WebAuthn ceremonies for the site of this arena. Verifiers return null for a response that does not hold. */
export interface Authenticators {
  /** False: browsers refuse passkeys for the public address of this arena. */
  readonly isAvailable: boolean;
  registrationOptions(challenge: string, registrant: Registrant): Promise<object>;
  verifyRegistration(response: AuthenticatorResponse, challenge: string): Promise<NewCredential | null>;
  signInOptions(challenge: string): Promise<object>;
  /** Returns the new counter of the credential. */
  verifySignIn(
    response: AuthenticatorResponse,
    challenge: string,
    credential: PasskeyCredential,
  ): Promise<{ readonly counter: number } | null>;
  /** The challenge that a response answers, before anything is verified. */
  challengeOf(response: AuthenticatorResponse): string | null;
  /** The credential that a response names. */
  credentialIdOf(response: AuthenticatorResponse): Uint8Array | null;
}
