import { hash } from 'node:crypto';
import { viewCertification } from '../certification/routes.js';
import { contractVersion, oneOf, Type } from '../http/schema.js';
import { base58, readBase58 } from '../kernel/ids.js';
import type { PlayerProfile } from '../people/store-interface.js';
import type { BoardRow } from '../scoring/rules/boards.js';
import type { ScoreRow } from '../scoring/store-interface.js';
import { type Certification, isCertified } from './rules/certification-mark.js';

/** Members that every public object of a player has in common. */

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

export function viewEstimate({ mean, low, high, resolvedEvents, coverage, total }: BoardRow) {
  return { mean, low, high, resolvedEvents, coverage, totalCredits: total };
}

export function viewScore(score: ScoreRow['score']) {
  if (score === null) return null;
  const { brier, marketBrier, benchmarkBrier, last, coverage } = score;
  const edge = benchmarkBrier === null ? null : benchmarkBrier - brier;
  return { brier, marketBrier, benchmarkBrier, edge, last, coverage };
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
