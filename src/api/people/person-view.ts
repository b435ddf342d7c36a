import type { Person } from '../../domain/people/players.js';

/** A person as they see themselves. */
export function viewPerson({ playerId, createdAt, ...rest }: Person) {
  return { id: playerId, ...rest, createdAt: new Date(createdAt).toISOString() };
}
