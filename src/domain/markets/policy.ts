import { invalidField, type Refusal, refuse } from '../orders/refusal.js';
import { wordSequence } from '../search/words.js';
import { type PolicyPart, type PolicyRule, policyRules } from './policy-rules.js';

/** What of an event the policy looks at. */
export interface PolicyTexts {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly outcomes: readonly string[];
  readonly resolutionSource: { readonly name: string; readonly rule: string };
}

export interface PolicyFinding {
  readonly rule: PolicyRule;
  /** The words that were met. */
  readonly term: string;
}

export interface PolicyOverride {
  readonly rules: readonly string[];
  readonly reason: string;
}

/** What goes on record with an event that is made. */
export interface PolicyRecord {
  readonly reviewed: readonly string[];
  readonly overridden: readonly string[];
  readonly reason: string | null;
}

/** Each text on its own, so that no term is made of the end of one and the beginning of another. */
function sequencesOf(texts: PolicyTexts): Record<PolicyPart, string[]> {
  const { title, description, category, tags, outcomes, resolutionSource } = texts;
  return {
    question: [title, description, category, ...tags, ...outcomes].map(wordSequence),
    source: [resolutionSource.name, resolutionSource.rule].map(wordSequence),
  };
}

/** The rules that an event meets, each with the first of its terms. */
export function findPolicyRules(texts: PolicyTexts): PolicyFinding[] {
  const sequences = sequencesOf(texts);
  return policyRules.flatMap(rule => {
    const term = rule.terms.find(words => sequences[rule.looksAt].some(text => text.includes(` ${words} `)));
    return term === undefined ? [] : [{ rule, term }];
  });
}

function refusalOf({ rule, term }: PolicyFinding): Refusal {
  const message = `The rule ${rule.id} excludes this event, because of the words “${term}”: ${rule.title}.`;
  return refuse('POLICY_EXCLUDED', message, {
    field: rule.looksAt === 'source' ? 'resolutionSource' : 'title',
    extra: { rule: rule.id, term },
  });
}

/**
 * Whether an event may be made. An override counts for the rules that it names, and it must not name others: whoever
 * overrides a rule has seen it.
 */
export function decidePolicy(
  findings: readonly PolicyFinding[],
  override: PolicyOverride | null,
): PolicyRecord | Refusal {
  const refusing = findings.filter(({ rule }) => rule.action === 'refuse');
  const stranger = override?.rules.find(id => !refusing.some(({ rule }) => rule.id === id));
  if (stranger !== undefined)
    return invalidField('overridePolicy', `names ${stranger}, which does not exclude this event`);
  const open = refusing.find(({ rule }) => !override?.rules.includes(rule.id));
  if (open) return refusalOf(open);
  return {
    reviewed: findings.filter(({ rule }) => rule.action === 'review').map(({ rule }) => rule.id),
    overridden: refusing.map(({ rule }) => rule.id),
    reason: override?.reason ?? null,
  };
}
