import { invalid } from '../../../http/errors.js';
import type { Services } from '../../../http/services.js';

/** A caller's probability for one outcome. */
export interface Belief {
  readonly eventId: string;
  readonly outcome: number;
  /** In percent. */
  readonly probability: number;
}

interface SentProbability {
  readonly slug: string;
  readonly outcomeIndex: number;
  readonly probability: number;
}

/** Resolves beliefs to events. Unknown events are returned as missing; an unknown outcome is rejected. */
export async function readBeliefs(
  services: Services,
  sent: readonly SentProbability[] = [],
): Promise<{ beliefs: Belief[]; missing: string[] }> {
  const found = await services.markets.references.findAll([...new Set(sent.map(({ slug }) => slug))]);
  const markets = await services.marketData.live.markets.read([...found.values()].map(({ id }) => id));
  const beliefs: Belief[] = [];
  const missing = new Set<string>();
  for (const [index, { slug, outcomeIndex: outcome, probability }] of sent.entries()) {
    const event = markets.get(found.get(slug)?.id ?? '')?.event;
    if (!event) missing.add(slug);
    else if (outcome >= event.outcomes.length) {
      const count = event.outcomes.length;
      throw invalid(`probabilities[${index}].outcomeIndex`, `must be below ${count}, the number of outcomes`);
    } else beliefs.push({ eventId: event.id, outcome, probability });
  }
  return { beliefs, missing: [...missing] };
}
