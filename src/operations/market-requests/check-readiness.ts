import { isoTime } from '../../domain/iso-time.js';
import { draftOf, type EventDraft, outcomesOf } from '../../domain/market-requests/draft.js';
import { type LaunchKit, launchKitOf } from '../../domain/market-requests/launch-kit.js';
import { makerKitOf } from '../../domain/market-requests/maker-kit.js';
import { type Duplicate, judgeReadiness, type Readiness } from '../../domain/market-requests/readiness.js';
import type { RequestTexts } from '../../domain/market-requests/request.js';
import type { OperationContext } from '../operation-context.js';
import { findSimilar } from './find-similar.js';

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
