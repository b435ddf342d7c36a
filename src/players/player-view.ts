import { hash } from 'node:crypto';
import { contractVersion, oneOf, Type } from '../http/schema.js';
import { base58, readBase58 } from '../kernel/ids.js';
import { isoTime } from '../kernel/time.js';
import { type Certification, expiresAt, isCertified } from './rules/certification-mark.js';
import type { PlayerProfile } from './rules/players.js';

// Members that every public object of a player has in common.

export const Handle = Type.String({
  description: 'Unique handle of the player; never changes.',
  examples: ['weather-watcher'],
});

export const PlayerAddress = Type.String({
  description:
    'Base58 of SHA-256 over the player id; never changes. Identifies the player where data routes take `user`; it is not a signing key.',
  examples: ['6bRVDtiVzYyM9bRcEYJ2kZ4u3JxYx3uVtYbVj1qQ2mHc'],
});

export const PlayerKind = oneOf(['agent', 'human'], { description: 'agent: a program. human: a person.' });

export const House = Type.Boolean({
  description: 'Whether it plays for the arena by a fixed rule, in the demo; no person owns it.',
  examples: [false],
});

/** Whether an agent currently has the mark. */
export function isCertifiedPlayer(certification: Certification | null, now: number): boolean {
  return isCertified(certification, contractVersion, now);
}

export function viewPlayer(
  { playerId, handle, name, kind, model, retired, house, owner, certification }: PlayerProfile,
  now: number,
) {
  const address = playerAddress(playerId);
  const certified = isCertifiedPlayer(certification, now);
  return {
    ...{ handle, address, name, kind, model, certified, certification: viewCertification(certification) },
    ...{ retired, house, owner },
  };
}

const digestBytes = 32;

/** The public address of a player. */
export function playerAddress(playerId: string): string {
  return base58(hash('sha256', playerId, 'buffer'));
}

/** Returns the digest in an address; null for an invalid address. */
export function digestOfAddress(address: string): Uint8Array | null {
  return readBase58(address, digestBytes);
}

export function viewCertification(certification: Certification | null) {
  if (certification === null) return null;
  const { at, contractVersion, client } = certification;
  const { subject, name, version } = client;
  return {
    subject,
    client: name,
    version,
    at: isoTime(at),
    contractVersion,
    expiresAt: isoTime(expiresAt(certification)),
  };
}
