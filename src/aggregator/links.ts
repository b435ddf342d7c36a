import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { invalidField, type Refusal, refuse } from '../kernel/refusal.js';
import { candidateWords, linkScorer, maxSuggestions, minLinkScore } from './rules/link-score.js';
import * as venueStore from './store/aggregator-store.js';
import * as linkStore from './store/links.js';
import type { LinkFilter, LinkRow, LinkStatus, UncheckedMarket } from './store/rows.js';

type Tools = Pick<OperationContext, 'store' | 'newId' | 'clock'>;

/** Score of a link that an operator made without a suggestion. */
const operatorScore = 1;

const unknownLink = (id: string) => refuse('NOT_FOUND', `Link ${id} not found.`, { field: 'id' });

async function recordLink(tx: Transaction, actor: string, former: LinkRow | null, link: LinkRow): Promise<void> {
  await operatorStore.record(tx, {
    at: await operatorStore.now(tx),
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
  return store.transact(async (tx): Promise<LinkRow | Refusal> => {
    const link = await linkStore.link(tx, id);
    if (!link) return unknownLink(id);
    if (link.status === status) return link;
    const decided = { ...link, status, decidedAt: clock(), decidedBy: actor };
    await linkStore.putLink(tx, decided);
    await recordLink(tx, actor, link, decided);
    return decided;
  });
}

async function findPair(tx: Transaction, marketIds: readonly [string, string]): Promise<Refusal | null> {
  const markets = await venueStore.findMarkets(tx, marketIds);
  for (const [index, id] of marketIds.entries()) {
    if (!markets.some(market => market.id === id)) {
      return refuse('NOT_FOUND', `Market ${id} not found.`, { field: `marketIds[${index}]` });
    }
  }
  const [left, right] = markets;
  if (left.source === right.source)
    return invalidField('marketIds', `must name markets of two sources (both are ${left.source})`);
  return null;
}

/** Links two markets without a suggestion. The link is confirmed, whatever its status was. */
export function linkMarkets({ store, clock, newId }: Tools, marketIds: readonly [string, string], actor: string) {
  return store.transact(async (tx): Promise<LinkRow | Refusal> => {
    if (marketIds[0] === marketIds[1]) return invalidField('marketIds', 'must name two different markets');
    const refusal = await findPair(tx, marketIds);
    if (refusal) return refusal;
    const pair = pairOf(...marketIds);
    const existingLink = await linkStore.linkBetween(tx, pair.leftId, pair.rightId);
    if (existingLink?.status === 'confirmed') return existingLink;
    const now = clock();
    const link: LinkRow = {
      id: existingLink?.id ?? newId('lnk', now),
      ...pair,
      score: existingLink?.score ?? operatorScore,
      status: 'confirmed',
      suggestedAt: existingLink?.suggestedAt ?? now,
      decidedAt: now,
      decidedBy: actor,
    };
    await linkStore.putLink(tx, link);
    await recordLink(tx, actor, existingLink, link);
    return link;
  });
}

/** Word frequencies come from this many of the newest markets. */
const maxSampled = 20_000;
/** Markets per transaction, and per call. */
const chunkSize = 100;
const maxMarkets = 5_000;
/** Candidates that are scored for one market. */
const maxCandidates = 200;
type Suggestion = Pick<LinkRow, 'id' | 'leftId' | 'rightId' | 'score'>;

/** A pair is stored once, with the lower id on the left. */
export function pairOf(a: string, b: string): Pick<LinkRow, 'leftId' | 'rightId'> {
  return a < b ? { leftId: a, rightId: b } : { leftId: b, rightId: a };
}

/** Suggests links for markets with new titles. Returns the number of markets checked. */
export async function suggestLinks({ store, newId, clock }: Tools, keepGoing: () => boolean): Promise<number> {
  const hasWork = (await store.transact(tx => linkStore.unchecked(tx, 1))).length > 0;
  if (!hasWork) return 0;
  const statistics = await store.transact(tx => linkStore.wordStatistics(tx, maxSampled));
  const suggestFor = async (): Promise<number> =>
    store.transact(async tx => {
      const markets = await linkStore.unchecked(tx, chunkSize);
      const byId = new Map(markets.map(market => [market.id, market]));
      const requests = markets.map(({ id, source, title }) => ({
        id,
        source,
        words: candidateWords(title, statistics),
      }));
      const linkScore = linkScorer(statistics);
      const scored = new Map<string, Suggestion[]>();
      for (const candidate of await linkStore.candidates(tx, requests, maxCandidates)) {
        const market = byId.get(candidate.forId) as UncheckedMarket;
        const score = linkScore(market, candidate);
        if (score < minLinkScore) continue;
        const link = { id: newId('lnk', clock()), ...pairOf(market.id, candidate.id), score };
        scored.set(market.id, [...(scored.get(market.id) ?? []), link]);
      }
      const best = [...scored.values()].flatMap(links =>
        links.sort((a, b) => b.score - a.score || (a.leftId < b.leftId ? -1 : 1)).slice(0, maxSuggestions),
      );
      // Two new markets may find each other.
      const pairs = new Map(best.map(link => [`${link.leftId} ${link.rightId}`, link]));
      await linkStore.suggest(tx, [...pairs.values()], [...byId.keys()], clock());
      return markets.length;
    });
  let checked = 0;
  while (checked < maxMarkets && keepGoing()) {
    const count = await suggestFor();
    checked += count;
    if (count < chunkSize) break;
  }
  return checked;
}

type Context = Pick<OperationContext, 'store'>;

export function findLink({ store }: Context, id: string): Promise<LinkRow | null> {
  return store.read(reader => linkStore.link(reader, id));
}

export function listLinks({ store }: Context, filter: LinkFilter): Promise<LinkRow[]> {
  return store.read(reader => linkStore.links(reader, filter));
}
