import type { MarketTools } from '../markets/lock-market.js';
import { type TransitionVerb, transitionEvent } from '../markets/transition-event.js';

const verbs: Readonly<Record<'market-moved' | 'market-paused' | 'market-resumed', readonly TransitionVerb[]>> = {
  'market-paused': ['pause'],
  'market-resumed': ['resume'],
  // The sequence moves on and nothing else does.
  'market-moved': ['pause', 'resume'],
};

/** Really does to a practice market what a scenario says. Where it is so already, nothing has to be done. */
export async function prepareMarket(tools: MarketTools, slug: string, change: keyof typeof verbs): Promise<void> {
  for (const verb of verbs[change]) {
    await transitionEvent(tools, slug, { verb, endsAt: null, note: 'a certification scenario', actor: null });
  }
}
