import type { OperationContext } from '../database/transactions.js';
import { statusAt } from '../engine/lifecycle.js';
import * as eventStore from '../events/store/events.js';
import type { EventRow, EventWithMarket } from '../events/store/rows.js';
import { maxWords } from '../kernel/words.js';
import { significantWords, similarityOf } from './rules/similarity.js';
import * as searchStore from './store.js';

type ReadContext = Pick<OperationContext, 'store' | 'clock'>;

/** Candidates from each source: words of the title, and the most traded events of the category. */
const maxCandidates = 60;
const weights = { title: 1, tags: 0.6, category: 0.2 } as const;

function sharedTags(one: readonly string[], other: readonly string[]): number {
  const all = new Set([...one, ...other]);
  const tags = new Set(other);
  return all.size === 0 ? 0 : one.filter(tag => tags.has(tag)).length / all.size;
}

/** How closely two events are related, 0 to 1.8: by the words of their titles, their tags and their category. */
function relation(one: EventRow, other: EventRow): number {
  return (
    weights.title * similarityOf(one.title, other.title) +
    weights.tags * sharedTags(one.tags, other.tags) +
    weights.category * Number(one.category === other.category)
  );
}

/** Returns open events that are related to an event, closest first; ties go to the one with more volume. */
export async function findRelated(
  { store, clock }: ReadContext,
  event: EventRow,
  limit: number,
): Promise<readonly string[]> {
  const words = significantWords(event.title).slice(0, maxWords);
  const candidates = await store.read(async reader => {
    // Any of the words is enough, because only the event itself has all of them.
    const wordRows = await searchStore.words(reader, words);
    const hits = wordRows.length === 0 ? [] : await searchStore.events(reader, wordRows, false, maxCandidates);
    const ofCategory = await searchStore.ofCategory(reader, event.category, maxCandidates);
    const ids = new Set([...hits.map(({ eventId }) => eventId), ...ofCategory]);
    ids.delete(event.id);
    return eventStore.findMany(reader, [...ids]);
  });
  const now = clock();
  const isOpen = ({ market }: EventWithMarket) => ['scheduled', 'active', 'paused'].includes(statusAt(market, now));
  return candidates
    .filter(candidate => isOpen(candidate) && candidate.event.demo === event.demo)
    .map(candidate => ({ ...candidate, score: relation(event, candidate.event) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.market.volume - a.market.volume || (a.event.id < b.event.id ? -1 : 1))
    .slice(0, limit)
    .map(({ event: { id } }) => id);
}
