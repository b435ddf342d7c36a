import { type Certification, isCertified } from '../../domain/certification/certification.js';
import type { BoardRow } from '../../domain/scoring/boards.js';
import { contractVersion } from '../../http/schema.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import type { ScoreRow } from '../../store/scoring/interface.js';

/** Whether an agent may carry the mark now. */
export function isCertifiedPlayer(certification: Certification | null, now: number): boolean {
  return isCertified(certification, contractVersion, now);
}

export function viewPlayer(
  { handle, name, kind, model, retired, house, owner, certification }: PlayerProfile,
  now: number,
) {
  return { handle, name, kind, model, certified: isCertifiedPlayer(certification, now), retired, house, owner };
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
