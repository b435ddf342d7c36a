import { dayMs, hourMs } from '../durations.js';
import { isoTime } from '../iso-time.js';
import { readLink } from '../links.js';
import { minOutcomes } from '../markets/create-market.js';
import { distinctLabels } from './read-outcomes.js';
import type { RequestTexts } from './request.js';

/** The body of the request that creates the event. */
export interface EventDraft {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly outcomes: readonly string[];
  readonly endsAt: string;
  readonly resolutionSource: { readonly name: string; readonly url: string; readonly rule: string };
  readonly liquidityCredits: number;
  readonly prior: readonly number[];
}

interface Opening {
  readonly priorBps: readonly number[];
  readonly liquidityCredits: number;
}

const assumedDays = 30;

/** The labels of the event: those of the request, or Yes and No. */
export function outcomesOf({ outcomes }: Pick<RequestTexts, 'outcomes'>): readonly string[] {
  const distinct = distinctLabels(outcomes);
  return distinct.length < minOutcomes ? ['Yes', 'No'] : distinct;
}

/**
 * Builds a valid body from a request. `assumed` lists the members that the request lacks; they hold placeholders, which
 * an operator has to replace.
 */
export function draftOf(
  texts: RequestTexts,
  { priorBps, liquidityCredits }: Opening,
  now: number,
): { readonly draft: EventDraft; readonly assumed: readonly string[] } {
  const assumed: string[] = [];
  const orAssume = <T>(member: string, value: T | null, placeholder: T): T => {
    if (value === null) assumed.push(member);
    return value ?? placeholder;
  };
  const { question, observationRule, sourceName, sourceUrl, category, endsAt } = texts;
  const link = sourceUrl === null ? null : readLink(sourceUrl);
  const end = endsAt !== null && endsAt > now + hourMs ? endsAt : null;
  const draft = {
    title: question,
    description: observationRule ?? '',
    category: orAssume('category', category, 'general'),
    outcomes: orAssume('outcomes', distinctLabels(texts.outcomes).length < minOutcomes ? null : outcomesOf(texts), [
      'Yes',
      'No',
    ]),
    endsAt: isoTime(orAssume('endsAt', end, now + assumedDays * dayMs)),
    resolutionSource: {
      name: orAssume('resolutionSource.name', sourceName, 'To be named'),
      url: link?.ok ? link.value : '',
      rule: orAssume('resolutionSource.rule', observationRule, 'To be written'),
    },
    liquidityCredits,
    prior: priorBps,
  };
  return { draft, assumed };
}
