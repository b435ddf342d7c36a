import { decideTransition } from '../../domain/markets/lifecycle.js';
import { isRefusal, type Refusal } from '../../domain/refusal.js';
import { applyTransition, changeMarket, type MarketTools } from './lock-market.js';

export type TransitionVerb = 'pause' | 'resume' | 'close' | 'reopen';

interface TransitionCommand {
  readonly verb: TransitionVerb;
  /** The new end of trading; only for reopen. */
  readonly endsAt: number | null;
  readonly note: string;
  /** Null for the arena itself, whose actions are not in the operators' audit trail. */
  readonly actor: string | null;
}

/** Pauses, resumes, closes or reopens a market. */
export function transitionEvent(
  tools: MarketTools,
  reference: string,
  { verb, endsAt, note, actor }: TransitionCommand,
): Promise<{ eventId: string } | Refusal> {
  return changeMarket(tools, reference, { ends: verb === 'close', actor }, async (locked, writes) => {
    const { work, open } = locked;
    const transition = decideTransition(open.market, { verb, endsAt: endsAt ?? undefined }, work.now);
    if (isRefusal(transition)) return transition;
    const { endsAt: formerEnd } = open.market;
    applyTransition(locked, transition);
    if (open.market.endsAt !== formerEnd && verb === 'reopen') {
      const change = { from: formerEnd, to: open.market.endsAt };
      await writes.markets.recordEdit(open.event.id, { at: work.now, note, changes: { endsAt: change } });
    }
    if (verb === 'reopen' && open.market.proposal) await writes.markets.setProposal(open.event.id, null, null);
    const details = { from: transition.from, to: transition.to, endsAt, note };
    if (actor !== null)
      await writes.operators.record({
        at: work.now,
        actor,
        action: `event.${verb}`,
        subject: open.event.slug,
        details,
        reason: note,
        before: { status: transition.from, endsAt: formerEnd },
        after: { status: transition.to, endsAt: open.market.endsAt },
      });
    return { eventId: open.event.id };
  });
}
