import { decideTransition } from '../../domain/markets/lifecycle.js';
import { isRefusal, type Refusal } from '../../domain/refusal.js';
import { applyTransition, changeMarket, type MarketTools } from './lock-market.js';

export type TransitionVerb = 'pause' | 'resume' | 'close' | 'reopen';

interface MoveCommand {
  readonly verb: TransitionVerb;
  /** The new end of a market that is opened again. */
  readonly endsAt: number | null;
  readonly note: string;
  /** Null: the arena's own doing, which is on no operator's record. */
  readonly actor: string | null;
}

/** Pauses, resumes, closes or opens a market again. */
export function transitionEvent(
  tools: MarketTools,
  reference: string,
  { verb, endsAt, note, actor }: MoveCommand,
): Promise<{ eventId: string } | Refusal> {
  return changeMarket(tools, reference, verb === 'close', async (held, writes) => {
    const { work, open } = held;
    const transition = decideTransition(open.market, { verb, endsAt: endsAt ?? undefined }, work.now);
    if (isRefusal(transition)) return transition;
    applyTransition(held, transition);
    const details = { from: transition.from, to: transition.to, endsAt, note };
    if (actor !== null)
      await writes.operators.record({
        at: work.now,
        actor,
        action: `event.${verb}`,
        subject: open.event.slug,
        details,
      });
    return { eventId: open.event.id };
  });
}
