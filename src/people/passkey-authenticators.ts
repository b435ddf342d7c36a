import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AuthenticatorResponse, Authenticators } from './passkeys.js';
import type { PasskeyCredential } from './store/rows.js';

const rpName = 'Presage';
const timeout = 300_000;

/** Loaded on first use: its certificate parsers take a tenth of a second to load. */
const load = () => import('@simplewebauthn/server');

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
/** A copy, because the library requires views over separate buffers. */
const bytesOf = (bytes: Uint8Array) => new Uint8Array(bytes);

function descriptor({ credentialId, transports }: PasskeyCredential) {
  return { id: base64url(credentialId), transports: transports as Transports };
}

function memberOf(response: AuthenticatorResponse, name: string): string | null {
  const inner = response.response;
  const value = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : null;
  return typeof value === 'string' ? value : null;
}

function challengeOf(response: AuthenticatorResponse): string | null {
  try {
    const text = Buffer.from(memberOf(response, 'clientDataJSON') ?? '', 'base64url').toString('utf8');
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]{16,128}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

function credentialIdOf({ id }: AuthenticatorResponse): Uint8Array | null {
  if (typeof id !== 'string' || !/^[\w-]{1,1366}$/.test(id)) return null;
  return Buffer.from(id, 'base64url');
}

/** A response that can't be verified is not an error of the service. */
async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/** Browsers require a domain name served over https, or localhost. */
function isSite({ hostname, protocol }: URL): boolean {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** WebAuthn for the site at `publicUrl`. Passkeys are discoverable and verify their user, so they need no password. */
export function createAuthenticators(publicUrl: string): Authenticators {
  const site = new URL(publicUrl);
  const rpID = site.hostname;
  const expected = { expectedOrigin: site.origin, expectedRPID: rpID, requireUserVerification: true };
  return {
    isAvailable: isSite(site),
    challengeOf,
    credentialIdOf,
    async registrationOptions(challenge, { personId, handle, displayName, known }) {
      const { generateRegistrationOptions } = await load();
      return generateRegistrationOptions({
        rpName,
        rpID,
        timeout,
        challenge: bytesOf(Buffer.from(challenge, 'base64url')),
        userID: bytesOf(Buffer.from(personId, 'utf8')),
        userName: handle,
        userDisplayName: displayName,
        attestationType: 'none',
        excludeCredentials: known.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    verifyRegistration: (response, expectedChallenge) =>
      orNull(async () => {
        const { verifyRegistrationResponse } = await load();
        const sent = response as unknown as RegistrationResponseJSON;
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response: sent,
          expectedChallenge,
        });
        if (!registrationInfo) return null;
        const { credential, credentialBackedUp: backedUp } = registrationInfo;
        const { id, publicKey, counter, transports = [] } = credential;
        const validTransports = transports.filter(transport => /^[a-z-]{1,20}$/.test(transport)).slice(0, 10);
        return {
          credentialId: Buffer.from(id, 'base64url'),
          publicKey,
          counter,
          transports: validTransports,
          backedUp,
        };
      }),
    async signInOptions(challenge) {
      const { generateAuthenticationOptions } = await load();
      const bytes = bytesOf(Buffer.from(challenge, 'base64url'));
      return generateAuthenticationOptions({ rpID, timeout, challenge: bytes, userVerification: 'required' });
    },
    verifySignIn: (response, expectedChallenge, stored) =>
      orNull(async () => {
        const { verifyAuthenticationResponse } = await load();
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge,
          credential: { ...descriptor(stored), publicKey: bytesOf(stored.publicKey), counter: stored.counter },
        });
        return verified ? { counter: authenticationInfo.newCounter } : null;
      }),
  };
}
