import type { SimilarEvent } from '../../domain/market-requests/maker-kit.js';
import { type Duplicate, minSimilarity } from '../../domain/market-requests/readiness.js';
import { significantWords, similarityOf } from '../../domain/market-requests/similarity.js';
import { statusAt } from '../../domain/market-status.js';
import { maxWords } from '../../domain/search/words.js';
import type { OperationContext } from '../operation-context.js';
import { searchEvents } from '../search/queries.js';

type ReadContext = Pick<OperationContext, 'store' | 'clock'>;

const maxEvents = 20;
const maxRequests = 50;
const maxDuplicates = 5;

interface FoundEvent extends SimilarEvent {
  readonly slug: string;
  readonly title: string;
  readonly isActive: boolean;
}

/** Unresolved events that resemble the question, found by search. */
async function findEvents({ store, clock }: ReadContext, question: string): Promise<FoundEvent[]> {
  const words = significantWords(question).slice(0, maxWords);
  if (words.length === 0) return [];
  const { hits } = await searchEvents({ store }, words, maxEvents);
  if (hits.length === 0) return [];
  const found = await store.read(reads => reads.events.findMany(hits.map(({ eventId }) => eventId)));
  const now = clock();
  return found.flatMap(({ event, market }) => {
    const status = statusAt(market, now);
    const similarity = similarityOf(question, event.title);
    if (status === 'resolved' || status === 'void' || similarity < minSimilarity) return [];
    const { slug, title, outcomes } = event;
    return [{ slug, title, outcomes, priceBps: market.priceBps, similarity, isActive: status === 'active' }];
  });
}

/** Open events that resemble the question, with their prices. */
export async function findSimilarEvents(context: ReadContext, question: string): Promise<SimilarEvent[]> {
  return (await findEvents(context, question)).filter(({ isActive }) => isActive);
}

export interface SimilarQuestions {
  /** Most similar first. */
  readonly duplicates: readonly Duplicate[];
  readonly events: readonly SimilarEvent[];
}

/** Unresolved events and open requests that resemble the question. */
export async function findSimilar(context: ReadContext, question: string): Promise<SimilarQuestions> {
  const words = significantWords(question).slice(0, maxWords);
  const [events, requests] = await Promise.all([
    findEvents(context, question),
    context.store.read(reads => reads.marketRequests.withWords(words, maxRequests)),
  ]);
  const duplicates = [
    ...events.map(({ slug, title, similarity }) => ({ eventSlug: slug, requestId: null, title, similarity })),
    ...requests.map(request => {
      const similarity = similarityOf(question, request.question);
      return { eventSlug: null, requestId: request.id, title: request.question, similarity };
    }),
  ]
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxDuplicates);
  return { duplicates, events: events.filter(({ isActive }) => isActive) };
}
