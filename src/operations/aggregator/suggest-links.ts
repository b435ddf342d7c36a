import { candidateWords, linkScorer, maxSuggestions, minLinkScore } from '../../domain/aggregator/link-score.js';
import type { LinkRow, UncheckedMarket } from '../../store/aggregator/interface.js';
import type { OperationContext } from '../operation-context.js';

/** Word frequencies come from this many of the newest markets. */
const maxSampled = 20_000;
/** Markets per transaction, and per call. */
const chunkSize = 100;
const maxMarkets = 5_000;
/** Candidates that are scored for one market. */
const maxCandidates = 200;

type Tools = Pick<OperationContext, 'store' | 'newId' | 'clock'>;
type Suggestion = Pick<LinkRow, 'id' | 'leftId' | 'rightId' | 'score'>;

/** A pair is stored once, with the lower id on the left. */
export function pairOf(a: string, b: string): Pick<LinkRow, 'leftId' | 'rightId'> {
  return a < b ? { leftId: a, rightId: b } : { leftId: b, rightId: a };
}

/** Suggests links for markets with new titles. Returns the number of markets checked. */
export async function suggestLinks({ store, newId, clock }: Tools, keepGoing: () => boolean): Promise<number> {
  const hasWork = (await store.transact(writes => writes.aggregator.unchecked(1))).length > 0;
  if (!hasWork) return 0;
  const statistics = await store.transact(writes => writes.aggregator.wordStatistics(maxSampled));
  const suggestFor = async (): Promise<number> =>
    store.transact(async writes => {
      const markets = await writes.aggregator.unchecked(chunkSize);
      const byId = new Map(markets.map(market => [market.id, market]));
      const requests = markets.map(({ id, source, title }) => ({
        id,
        source,
        words: candidateWords(title, statistics),
      }));
      const linkScore = linkScorer(statistics);
      const scored = new Map<string, Suggestion[]>();
      for (const candidate of await writes.aggregator.candidates(requests, maxCandidates)) {
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
      await writes.aggregator.suggest([...pairs.values()], [...byId.keys()], clock());
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
