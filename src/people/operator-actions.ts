import * as operatorStore from '../database/arena/operators.js';
import type { OperationContext } from '../database/transactions.js';
import type { Plan, Role } from '../kernel/plans.js';
import { type Refusal, refuse } from '../kernel/refusal.js';
import type { Person } from '../players/rules/players.js';
import * as personStore from './store/people.js';
import * as playerStore from './store/players.js';
import type { PlanHolder } from './store/rows.js';

/** Sets the plan of a player, given by handle. */
export function setPlan(
  { store }: Pick<OperationContext, 'store'>,
  handle: string,
  plan: Plan,
  reason: string,
  actor: string,
): Promise<PlanHolder | Refusal> {
  return store.transact(async tx => {
    const holder = await playerStore.setPlan(tx, handle, plan);
    if (!holder) return refuse('NOT_FOUND', 'Player not found.', { field: 'handle' });
    const at = await operatorStore.now(tx);
    const change = { reason, before: { plan: holder.formerPlan }, after: { plan } };
    await operatorStore.record(tx, { at, actor, action: 'player.plan', subject: handle, details: { plan }, ...change });
    return holder;
  });
}

/** Sets the role of a person, given by id or handle. */
export function setRole(
  { store }: Pick<OperationContext, 'store'>,
  reference: string,
  role: Role,
  reason: string,
  actor: string,
): Promise<Person | Refusal> {
  return store.transact(async tx => {
    const person = await personStore.findByReference(tx, reference);
    if (!person || !(await personStore.setRole(tx, person.playerId, role))) {
      return refuse('NOT_FOUND', 'Person not found.', { field: 'id' });
    }
    const { playerId } = person;
    const at = await operatorStore.now(tx);
    const details = { from: person.role, role };
    const change = { reason, before: { role: person.role }, after: { role } };
    await operatorStore.record(tx, { at, actor, action: 'person.role', subject: playerId, details, ...change });
    return { ...person, role };
  });
}
