import { invalidField, type Refusal, refuse } from '../../domain/refusal.js';
import type { LinkRow, LinkStatus } from '../../store/aggregator/interface.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';
import { pairOf } from './suggest-links.js';

type Tools = Pick<OperationContext, 'store' | 'newId' | 'clock'>;

/** Score of a link that an operator made without a suggestion. */
const operatorScore = 1;

const unknownLink = (id: string) => refuse('NOT_FOUND', `Link ${id} not found.`, { field: 'id' });

async function recordLink({ operators }: Writes, actor: string, former: LinkRow | null, link: LinkRow): Promise<void> {
  await operators.record({
    at: await operators.now(),
    actor,
    action: 'link.decide',
    subject: link.id,
    details: { leftId: link.leftId, rightId: link.rightId },
    before: former && { status: former.status },
    after: { status: link.status },
  });
}

/** Confirms or rejects a link. A rejected pair is not suggested again; repeating a decision changes nothing. */
export function decideLink({ store, clock }: Tools, id: string, status: LinkStatus, actor: string) {
  return store.transact(async (writes): Promise<LinkRow | Refusal> => {
    const link = await writes.aggregator.link(id);
    if (!link) return unknownLink(id);
    if (link.status === status) return link;
    const decided = { ...link, status, decidedAt: clock(), decidedBy: actor };
    await writes.aggregator.putLink(decided);
    await recordLink(writes, actor, link, decided);
    return decided;
  });
}

async function findPair(writes: Writes, marketIds: readonly [string, string]): Promise<Refusal | null> {
  const found = await writes.aggregator.findMarkets(marketIds);
  for (const [index, id] of marketIds.entries()) {
    if (!found.some(market => market.id === id)) {
      return refuse('NOT_FOUND', `Market ${id} not found.`, { field: `marketIds[${index}]` });
    }
  }
  const [left, right] = found;
  if (left.source === right.source)
    return invalidField('marketIds', `must name markets of two sources (both are ${left.source})`);
  return null;
}

/** Links two markets without a suggestion. The link is confirmed, whatever its status was. */
export function linkMarkets({ store, clock, newId }: Tools, marketIds: readonly [string, string], actor: string) {
  return store.transact(async (writes): Promise<LinkRow | Refusal> => {
    if (marketIds[0] === marketIds[1]) return invalidField('marketIds', 'must name two different markets');
    const refusal = await findPair(writes, marketIds);
    if (refusal) return refusal;
    const pair = pairOf(...marketIds);
    const known = await writes.aggregator.linkBetween(pair.leftId, pair.rightId);
    if (known?.status === 'confirmed') return known;
    const now = clock();
    const link: LinkRow = {
      id: known?.id ?? newId('lnk', now),
      ...pair,
      score: known?.score ?? operatorScore,
      status: 'confirmed',
      suggestedAt: known?.suggestedAt ?? now,
      decidedAt: now,
      decidedBy: actor,
    };
    await writes.aggregator.putLink(link);
    await recordLink(writes, actor, known, link);
    return link;
  });
}
