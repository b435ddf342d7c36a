import { type Refusal, refuse } from '../../domain/refusal.js';
import type { OperationContext } from '../operation-context.js';

/** Pauses or resumes trading in the whole arena. */
export function setTrading(
  { store }: Pick<OperationContext, 'store'>,
  paused: boolean,
  reason: string,
  actor: string,
): Promise<{ at: number } | Refusal> {
  return store.transact(async writes => {
    const at = await writes.operators.now();
    if (!(await writes.arena.setTradingPaused(paused, reason))) {
      const status = paused ? 'paused' : 'active';
      return refuse('INVALID_TRANSITION', `Trading in the arena is already ${status}.`, { extra: { status } });
    }
    const action = paused ? 'trading.pause' : 'trading.resume';
    const change = { reason, before: { tradingPaused: !paused }, after: { tradingPaused: paused } };
    await writes.operators.record({ at, actor, action, subject: 'arena', details: {}, ...change });
    return { at };
  });
}
