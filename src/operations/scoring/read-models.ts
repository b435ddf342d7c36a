import type { EventSet } from '../../domain/scoring/event-sets.js';
import type { Estimate } from '../../domain/scoring/intervals/bootstrap.js';
import { meanEstimate, type PairedDifference, pairedDifference } from '../../domain/scoring/paired-difference.js';
import type { GroupScores } from '../../store/scoring/comparison-interface.js';
import type { OperationContext } from '../operation-context.js';
import { runYielding } from './run-yielding.js';

export interface GroupFigures extends Pick<GroupScores, 'name' | 'players' | 'firstResolvedAt' | 'lastResolvedAt'> {
  readonly resolvedEvents: number;
  readonly brier: Estimate;
  /** The group minus the market over the same events and intervals: below 0 is better than the market. */
  readonly againstMarket: PairedDifference;
}

async function figuresOf(
  { briers, marketBriers, ...group }: GroupScores,
  yieldToEventLoop: () => Promise<void>,
): Promise<GroupFigures> {
  const { name, players, firstResolvedAt, lastResolvedAt } = group;
  const seed = `group\n${name}`;
  const brier = await runYielding(meanEstimate(briers, seed), yieldToEventLoop);
  const againstMarket = await runYielding(pairedDifference(briers, marketBriers, seed), yieldToEventLoop);
  if (!brier || !againstMarket) throw new Error(`the group ${name} has no event`);
  const resolvedEvents = briers.length;
  return { name, players, firstResolvedAt, lastResolvedAt, resolvedEvents, brier, againstMarket };
}

/**
 * Scores of agents grouped by the model that they declare, and of all agents and all people. The score of a group on an
 * event is the mean of its players there, so that a model with many agents counts once per event.
 */
export async function readModels(
  { store }: Pick<OperationContext, 'store'>,
  events: EventSet,
  maxModels: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<{ readonly models: readonly GroupFigures[]; readonly kinds: readonly GroupFigures[] }> {
  const { models, kinds } = await store.read(async reads => ({
    models: await reads.comparisons.models(events, maxModels),
    kinds: await reads.comparisons.kinds(events),
  }));
  const all: GroupFigures[] = [];
  for (const group of [...models, ...kinds]) all.push(await figuresOf(group, yieldToEventLoop));
  return { models: all.slice(0, models.length), kinds: all.slice(models.length) };
}
