import type { Person, Role } from '../../domain/people/players.js';
import { type Refusal, refuse } from '../../domain/refusal.js';
import type { OperationContext } from '../operation-context.js';

/** Sets the role of a person, given by id or handle. */
export function setRole(
  { store }: Pick<OperationContext, 'store'>,
  reference: string,
  role: Role,
  reason: string,
  actor: string,
): Promise<Person | Refusal> {
  return store.transact(async writes => {
    const person = await writes.people.findByReference(reference);
    if (!person || !(await writes.people.setRole(person.playerId, role))) {
      return refuse('NOT_FOUND', 'Person not found.', { field: 'id' });
    }
    const { playerId } = person;
    const at = await writes.operators.now();
    const details = { from: person.role, role };
    const change = { reason, before: { role: person.role }, after: { role } };
    await writes.operators.record({ at, actor, action: 'person.role', subject: playerId, details, ...change });
    return { ...person, role };
  });
}
