import { minOutcomes } from '../../engine/create-market.js';
import { findPolicyRules } from '../../events/rules/policy.js';
import { readLink } from '../../kernel/links.js';
import { dayMs, hourMs, isoTime } from '../../kernel/time.js';
import {
  distinctLabels,
  judgement,
  judgeOutcomes,
  judgeQuestion,
  judgeSource,
  judgeTime,
  type RuleJudgement,
  type RuleVerdict,
} from './judge.js';

/** A person's request for a market, and the values that rank it. */
export const requestStatuses = ['open', 'planned', 'launched', 'declined', 'duplicate'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** The content of a request. Omitted fields are null, outcomes an empty list. */
export interface RequestTexts {
  readonly question: string;
  readonly category: string | null;
  readonly outcomes: readonly string[];
  /** Epoch milliseconds. */
  readonly endsAt: number | null;
  readonly sourceName: string | null;
  readonly sourceUrl: string | null;
  readonly observationRule: string | null;
  readonly demandEvidence: string | null;
  /** The probability of Yes, or of the first outcome if none is labelled Yes, in millionths. */
  readonly suggestedYes: number | null;
  readonly firstLimitOrderIntent: boolean;
}

const halfVotes = 10;

/** 0.6 × readiness + 40 × votes / (votes + 10): at most 60 points for readiness and less than 40 for demand. */
export function rankScoreOf(readinessScore: number, votes: number): number {
  return 0.6 * readinessScore + (40 * votes) / (votes + halfVotes);
}

/** The index of the outcome that `suggestedYes` refers to. */
export function yesIndexOf(outcomes: readonly string[]): number {
  return Math.max(
    0,
    outcomes.findIndex(label => label.toLowerCase() === 'yes'),
  );
}

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

/** A similar event or request. One of the two references is null. */
export interface Duplicate {
  readonly eventSlug: string | null;
  readonly requestId: string | null;
  readonly title: string;
  /** 0 to 1. */
  readonly similarity: number;
}

export interface Readiness {
  /** The sum of the points of all rules, 0 to 100. */
  readonly score: number;
  readonly ready: boolean;
  readonly rules: readonly RuleJudgement[];
}

/** Questions below this similarity are not shown as duplicates. */
export const minSimilarity = 0.5;
const sameQuestion = 0.9;
const minReadyScore = 70;

/** The weights sum to 100. */
export const ruleWeights = {
  question: 25,
  outcomes: 20,
  source: 20,
  time: 15,
  policy: 8,
  duplicates: 7,
  'launch-details': 5,
} as const;

function judgePolicy(texts: RequestTexts, weight: number): RuleVerdict {
  const findings = findPolicyRules({
    title: texts.question,
    description: texts.observationRule ?? '',
    category: texts.category ?? '',
    tags: [],
    outcomes: texts.outcomes,
    resolutionSource: { name: texts.sourceName ?? '', rule: texts.observationRule ?? '' },
  });
  const [first] = findings.filter(({ rule }) => rule.action === 'refuse');
  if (first) {
    return {
      earned: 0,
      blocking: true,
      message: `The market policy excludes the question by the rule ${first.rule.id}, because of the words “${first.term}”.`,
      fix: `Ask about something else. ${first.rule.covers}`,
    };
  }
  if (findings.length > 0) {
    const ids = findings.map(({ rule }) => rule.id).join(', ');
    return {
      earned: weight / 2,
      blocking: false,
      message: `The market policy requires an operator’s review: ${ids}.`,
      fix: 'Reword the question so that the rule does not apply, or wait for the review.',
    };
  }
  return { earned: weight, blocking: false, message: 'No rule of the market policy applies.', fix: null };
}

/** All points up to a similarity of 0.5, none from 0.9 on. */
function judgeDuplicates(duplicates: readonly Duplicate[], weight: number): RuleVerdict {
  const best = duplicates.reduce<Duplicate | null>((a, b) => (a && a.similarity >= b.similarity ? a : b), null);
  if (!best || best.similarity <= minSimilarity) {
    return { earned: weight, blocking: false, message: 'No similar event or request was found.', fix: null };
  }
  const name = best.eventSlug === null ? `the request ${best.requestId}` : `the event ${best.eventSlug}`;
  const percent = Math.round(best.similarity * 100);
  if (best.similarity >= sameQuestion) {
    const instead = best.eventSlug === null ? 'Vote for that request' : 'Trade that event';
    return {
      earned: 0,
      blocking: true,
      message: `The question is the same as ${name} (similarity ${percent} %).`,
      fix: `${instead}, or ask about another day, place or threshold.`,
    };
  }
  const share = (sameQuestion - best.similarity) / (sameQuestion - minSimilarity);
  return {
    earned: Math.floor(weight * share),
    blocking: false,
    message: `The question resembles ${name} (similarity ${percent} %).`,
    fix: 'State in the question what makes it different.',
  };
}

/** One point for the category, the suggested price and the intent to place a first order, two for evidence of demand. */
function judgeDetails(texts: RequestTexts, weight: number): RuleVerdict {
  const details: readonly [boolean, number, string][] = [
    [texts.category !== null, 1, 'category'],
    [texts.demandEvidence !== null, 2, 'demand_evidence'],
    [texts.suggestedYes !== null, 1, 'suggested_yes_probability'],
    [texts.firstLimitOrderIntent, 1, 'first_limit_order_intent'],
  ];
  const missing = details.filter(([given]) => !given).map(([, , name]) => name);
  const earned = details.reduce((points, [given, worth]) => points + (given ? worth : 0), 0);
  if (earned === weight) return { earned, blocking: false, message: 'Everything for the launch is given.', fix: null };
  return { earned, blocking: false, message: `Not given: ${missing.join(', ')}.`, fix: `Add ${missing.join(', ')}.` };
}

/** Rates a draft. `duplicates` come from search; `now` is in epoch milliseconds. */
export function judgeReadiness(texts: RequestTexts, duplicates: readonly Duplicate[], now: number): Readiness {
  const rules = [
    judgement('question', ruleWeights.question, judgeQuestion(texts.question)),
    judgement('outcomes', ruleWeights.outcomes, judgeOutcomes(texts.outcomes)),
    judgement('source', ruleWeights.source, judgeSource(texts)),
    judgement('time', ruleWeights.time, judgeTime(texts, now)),
    judgement('policy', ruleWeights.policy, judgePolicy(texts, ruleWeights.policy)),
    judgement('duplicates', ruleWeights.duplicates, judgeDuplicates(duplicates, ruleWeights.duplicates)),
    judgement('launch-details', ruleWeights['launch-details'], judgeDetails(texts, ruleWeights['launch-details'])),
  ];
  const score = rules.reduce((points, { earned }) => points + earned, 0);
  return { score, ready: score >= minReadyScore && !rules.some(({ blocking }) => blocking), rules };
}

/** The ids of the rules that did not earn their whole weight. */
export function failingRules({ rules }: Readiness): string[] {
  return rules.filter(({ earned, weight }) => earned < weight).map(({ id }) => id);
}
