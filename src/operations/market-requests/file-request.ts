import { failingRules, judgeReadiness } from '../../domain/market-requests/readiness.js';
import { maxOpenRequests, type RequestTexts } from '../../domain/market-requests/request.js';
import { findPolicyRules } from '../../domain/markets/policy.js';
import { type Refusal, refuse } from '../../domain/refusal.js';
import type { MarketRequest } from '../../store/market-requests/interface.js';
import type { Writes } from '../../store/store.js';
import { inTransaction } from '../in-transaction.js';
import type { OperationContext } from '../operation-context.js';
import { findSimilar } from './find-similar.js';

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
  open: Writes | null,
): Promise<MarketRequest | Refusal | 'person-gone'> {
  const excluded = refuseExcluded(texts);
  if (excluded) return excluded;
  const now = context.clock();
  const { duplicates } = await findSimilar(context, texts.question);
  const readiness = judgeReadiness(texts, duplicates, now);
  const id = context.newId('mrq', now);
  return inTransaction(context, open, async writes => {
    if (!(await writes.people.lock(personId))) return 'person-gone';
    if ((await writes.marketRequests.countOpen(personId)) >= maxOpenRequests) {
      return refuse('REQUEST_LIMIT_REACHED', `You already have ${maxOpenRequests} open requests, the maximum.`);
    }
    const filed = { readinessScore: readiness.score, failingRules: failingRules(readiness), demo: false };
    await writes.marketRequests.add({ ...texts, ...filed, id, personId, createdAt: now });
    const found = await writes.marketRequests.find(id, now);
    if (!found) throw new Error(`the request ${id} was not stored`);
    return found;
  });
}
