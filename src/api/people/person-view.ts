import { isoTime } from '../../domain/iso-time.js';
import type { Person } from '../../domain/people/players.js';

/** The private view of a person's own account. */
export function viewPerson({ playerId, createdAt, suspension, ...rest }: Person) {
  const since = suspension && { at: isoTime(suspension.at), reason: suspension.reason };
  return { id: playerId, ...rest, suspension: since, createdAt: isoTime(createdAt) };
}
