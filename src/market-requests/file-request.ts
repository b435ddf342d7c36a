import type { Transaction } from '../database/store.js';
import { inTransaction, type OperationContext } from '../database/transactions.js';
import { statusAt } from '../engine/lifecycle.js';
import { findPolicyRules } from '../events/rules/policy.js';
import * as eventStore from '../events/store/events.js';
import { maxOpenRequests } from '../http/limits.js';
import { type Refusal, refuse } from '../kernel/refusal.js';
import { isoTime } from '../kernel/time.js';
import { maxWords } from '../kernel/words.js';
import * as personStore from '../people/store/people.js';
import { searchEvents } from '../search/queries.js';
import { significantWords, similarityOf } from '../search/rules/similarity.js';
import { type LaunchKit, launchKitOf, makerKitOf, type SimilarEvent } from './rules/kits.js';
import {
  type Duplicate,
  draftOf,
  type EventDraft,
  failingRules,
  judgeReadiness,
  minSimilarity,
  outcomesOf,
  type Readiness,
  type RequestTexts,
} from './rules/readiness.js';
import type { MarketRequest } from './store.js';
import * as marketRequestStore from './store.js';

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
  const found = await store.read(reader =>
    eventStore.findMany(
      reader,
      hits.map(({ eventId }) => eventId),
    ),
  );
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
    context.store.read(reader => marketRequestStore.withWords(reader, words, maxRequests)),
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

interface CheckedDraft extends Readiness {
  readonly duplicates: readonly Duplicate[];
  readonly draft: EventDraft;
  /** Members of the draft that the request lacks. */
  readonly assumed: readonly string[];
  readonly launchKit: LaunchKit;
}

/** Rates a draft and builds the inputs of its launch. Stores nothing and fetches nothing. */
export async function checkReadiness(
  context: Pick<OperationContext, 'store' | 'clock'> & { readonly settings: { readonly publicUrl: string } },
  texts: RequestTexts,
): Promise<CheckedDraft> {
  const now = context.clock();
  const { duplicates, events } = await findSimilar(context, texts.question);
  const kit = makerKitOf(texts, 0, events);
  const launchKit = launchKitOf({
    question: texts.question,
    outcomes: outcomesOf(texts),
    priorBps: kit.priorBps,
    endsAt: texts.endsAt === null ? null : isoTime(texts.endsAt),
    sourceName: texts.sourceName,
    requestId: null,
    eventSlug: null,
    publicUrl: context.settings.publicUrl,
  });
  return { ...judgeReadiness(texts, duplicates, now), duplicates, ...draftOf(texts, kit, now), launchKit };
}

/** The queue is public, so questions that the policy excludes are rejected. */
function refuseExcluded({ question, category, outcomes, sourceName, observationRule }: RequestTexts): Refusal | null {
  const finding = findPolicyRules({
    title: question,
    description: '',
    category: category ?? '',
    tags: [],
    outcomes,
    resolutionSource: { name: sourceName ?? '', rule: observationRule ?? '' },
  }).find(({ rule }) => rule.action === 'refuse');
  if (!finding) return null;
  const { rule, term } = finding;
  return refuse(
    'POLICY_EXCLUDED',
    `The rule ${rule.id} excludes this question, because of the words “${term}”: ${rule.title}.`,
    { field: 'question', extra: { rule: rule.id, term } },
  );
}

/** Files a request. The person's row is locked, so that concurrent requests can't exceed the limit. */
export async function fileRequest(
  context: OperationContext,
  { personId, texts }: { readonly personId: string; readonly texts: RequestTexts },
  open: Transaction | null,
): Promise<MarketRequest | Refusal | 'person-gone'> {
  const excluded = refuseExcluded(texts);
  if (excluded) return excluded;
  const now = context.clock();
  const { duplicates } = await findSimilar(context, texts.question);
  const readiness = judgeReadiness(texts, duplicates, now);
  const id = context.newId('mrq', now);
  return inTransaction(context, open, async tx => {
    if (!(await personStore.lock(tx, personId))) return 'person-gone';
    if ((await marketRequestStore.countOpen(tx, personId)) >= maxOpenRequests) {
      return refuse('REQUEST_LIMIT_REACHED', `You already have ${maxOpenRequests} open requests, the maximum.`);
    }
    const filed = { readinessScore: readiness.score, failingRules: failingRules(readiness), demo: false };
    await marketRequestStore.add(tx, { ...texts, ...filed, id, personId, createdAt: now });
    const found = await marketRequestStore.find(tx, id, now);
    if (!found) throw new Error(`the request ${id} was not stored`);
    return found;
  });
}
