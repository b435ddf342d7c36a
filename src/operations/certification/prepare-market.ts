import type { MarketTools } from '../markets/lock-market.js';
import { type TransitionVerb, transitionEvent } from '../markets/transition-event.js';

const verbs: Readonly<Record<'market-moved' | 'market-paused' | 'market-resumed', readonly TransitionVerb[]>> = {
  'market-paused': ['pause'],
  'market-resumed': ['resume'],
  // Raises the sequence without any other change.
  'market-moved': ['pause', 'resume'],
};

/** Applies the change of a scenario to its practice market. A market that is already in that state is unchanged. */
export async function prepareMarket(tools: MarketTools, slug: string, change: keyof typeof verbs): Promise<void> {
  for (const verb of verbs[change]) {
    await transitionEvent(tools, slug, { verb, endsAt: null, note: 'a certification scenario', actor: null });
  }
}
