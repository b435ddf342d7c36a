import { type Certification, isCertified } from '../../domain/certification/certification.js';
import type { BoardRow } from '../../domain/scoring/boards.js';
import { contractVersion } from '../../http/schema.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import type { ScoreRow } from '../../store/scoring/interface.js';
import { viewCertification } from '../certification/run-view.js';
import { playerAddress } from './player-address.js';

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
