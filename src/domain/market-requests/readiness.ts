import { findPolicyRules } from '../markets/policy.js';
import { judgeOutcomes, judgeQuestion } from './judge-question.js';
import { judgeSource, judgeTime } from './judge-source.js';
import type { RequestTexts } from './request.js';
import { judgement, type RuleJudgement, type RuleVerdict } from './rule-judgement.js';

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
