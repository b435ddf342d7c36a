import type { BoardRow } from '../../domain/scoring/boards.js';
import type { PlayerProfile } from '../../store/people-store.js';

export function viewPlayer({ handle, name, kind, model, retired, owner }: PlayerProfile) {
  return { handle, name, kind, model, certified: false, retired, owner };
}

export function viewEstimate({ mean, low, high, resolvedEvents, coverage, total }: BoardRow) {
  return { mean, low, high, resolvedEvents, coverage, totalCredits: total };
}
