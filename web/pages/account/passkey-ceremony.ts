import type { startRegistration } from '@simplewebauthn/browser';
import type { FailureText } from '../../api/client';

/** The contract does not describe the options, because the browser validates them. */
export type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

const texts: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  NotAllowedError: ['The request was cancelled or timed out.', 'Try again, and confirm when your device asks.'],
  AbortError: ['The request was cancelled or timed out.', 'Try again, and confirm when your device asks.'],
  InvalidStateError: ['This device has a passkey for this account.', 'Use it, or add one on another device.'],
  SecurityError: ['This address can’t use passkeys.', 'Open the arena at its HTTPS address or on localhost.'],
  NotSupportedError: ['This device can’t create passkeys.', 'Use another device or the password.'],
};

/** Returns the explanation of a browser error; null for errors of the arena. */
export function ceremonyFailure(error: unknown): FailureText | null {
  const known = texts[(error as Error).name];
  return known ? { title: known[0], advice: known[1], field: null, requestId: null } : null;
}
