import { isoTime } from '../../domain/iso-time.js';
import type { Person } from '../../domain/people/players.js';

/** A person as they see themselves. */
export function viewPerson({ playerId, createdAt, suspension, ...rest }: Person) {
  const since = suspension && { at: isoTime(suspension.at), reason: suspension.reason };
  return { id: playerId, ...rest, suspension: since, createdAt: isoTime(createdAt) };
}
