import type { PasskeyCredential } from '../../../store/people/passkeys-interface.js';

/** A browser's response to a challenge, in its JSON format. */
export type AuthenticatorResponse = Readonly<Record<string, unknown>>;

/** A credential created by an authenticator. */
export interface NewCredential extends PasskeyCredential {
  readonly backedUp: boolean;
}

interface Registrant {
  readonly personId: string;
  readonly handle: string;
  readonly displayName: string;
  /** The person's existing credentials. */
  readonly known: readonly PasskeyCredential[];
}

/** The WebAuthn ceremonies for the site of this arena. Verifiers return null for an invalid response. */
export interface Authenticators {
  /** False if browsers do not support passkeys for the public URL of this arena. */
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
  /** The challenge of a response, before anything is verified. */
  challengeOf(response: AuthenticatorResponse): string | null;
  /** The credential id of a response. */
  credentialIdOf(response: AuthenticatorResponse): Uint8Array | null;
}
