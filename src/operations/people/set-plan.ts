import type { Plan } from '../../domain/people/plans.js';
import { type Refusal, refuse } from '../../domain/refusal.js';
import type { PlanHolder } from '../../store/people/interface.js';
import type { OperationContext } from '../operation-context.js';

export function setPlan(
  { store }: Pick<OperationContext, 'store'>,
  handle: string,
  plan: Plan,
  reason: string,
  actor: string,
): Promise<PlanHolder | Refusal> {
  return store.transact(async writes => {
    const holder = await writes.players.setPlan(handle, plan);
    if (!holder) return refuse('NOT_FOUND', 'Player not found.', { field: 'handle' });
    const at = await writes.operators.now();
    const change = { reason, before: { plan: holder.formerPlan }, after: { plan } };
    await writes.operators.record({ at, actor, action: 'player.plan', subject: handle, details: { plan }, ...change });
    return holder;
  });
}
