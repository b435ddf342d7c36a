import { invalidField, type Refusal, refuse } from '../refusal.js';
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

/** What an operator says to the rules that an event meets, each by its id. */
export interface PolicyConsent {
  /** Refusing rules that are set aside, for a reason. */
  readonly override: { readonly rules: readonly string[]; readonly reason: string } | null;
  /** Rules that ask for a look at the event, which the operator has taken. */
  readonly acknowledged: readonly string[];
}

export const noConsent: PolicyConsent = { override: null, acknowledged: [] };

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

/** All at once, so that the same request with what `rules` says goes through. */
function reviewOf(findings: readonly PolicyFinding[]): Refusal {
  const rules = findings.map(({ rule }) => rule.id).join(',');
  const met = findings.map(({ rule, term }) => `${rule.id}, because of the words “${term}”. ${rule.covers}`);
  const message = `An operator looks at this event first by the rule ${met.join(' And by the rule ')} If it may be made, send acknowledgePolicy "${rules}".`;
  const terms = findings.map(({ term }) => term).join(',');
  return refuse('POLICY_REVIEW', message, { field: 'acknowledgePolicy', extra: { rules, terms } });
}

const idsOf = (findings: readonly PolicyFinding[]) => findings.map(({ rule }) => rule.id);

/**
 * Whether an event may be made. Consent counts for the rules that it names, and it must not name others: whoever overrides
 * or acknowledges a rule has seen it. Rules that were met `before` need none, but may be named again.
 */
export function decidePolicy(
  findings: readonly PolicyFinding[],
  { override, acknowledged }: PolicyConsent,
  before: ReadonlySet<string> = new Set(),
): PolicyRecord | Refusal {
  const refusing = findings.filter(({ rule }) => rule.action === 'refuse');
  const asking = findings.filter(({ rule }) => rule.action === 'review');
  const overridden = override?.rules ?? [];
  const stranger = overridden.find(id => !idsOf(refusing).includes(id));
  if (stranger !== undefined)
    return invalidField('overridePolicy', `names ${stranger}, which does not exclude this event`);
  const unasked = acknowledged.find(id => !idsOf(asking).includes(id));
  if (unasked !== undefined)
    return invalidField('acknowledgePolicy', `names ${unasked}, which asks for no look at this event`);
  const isOpen = (named: readonly string[]) => (finding: PolicyFinding) =>
    !before.has(finding.rule.id) && !named.includes(finding.rule.id);
  const open = refusing.find(isOpen(overridden));
  if (open) return refusalOf(open);
  const unseen = asking.filter(isOpen(acknowledged));
  if (unseen.length > 0) return reviewOf(unseen);
  return { reviewed: acknowledged, overridden, reason: override?.reason ?? null };
}
