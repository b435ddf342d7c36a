import { hash } from 'node:crypto';
import { base58, readBase58 } from '../../domain/base58.js';

const digestBytes = 32;

/** The public address of a player. */
export function playerAddress(playerId: string): string {
  return base58(hash('sha256', playerId, 'buffer'));
}

/** Returns the digest in an address; null for an invalid address. */
export function digestOfAddress(address: string): Uint8Array | null {
  return readBase58(address, digestBytes);
}
