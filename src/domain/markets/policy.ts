import { invalidField, type Refusal, refuse } from '../refusal.js';
import { wordSequence } from '../search/words.js';
import { type PolicyPart, type PolicyRule, policyRules } from './policy-rules.js';

/** The texts of an event that the policy examines. */
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
  /** The words that matched. */
  readonly term: string;
}

/** An operator's consent to rules that an event matches, by rule id. */
export interface PolicyConsent {
  /** Overridden rules with the action refuse, and the reason. */
  readonly override: { readonly rules: readonly string[]; readonly reason: string } | null;
  /** Acknowledged rules with the action review. */
  readonly acknowledged: readonly string[];
}

export const noConsent: PolicyConsent = { override: null, acknowledged: [] };

/** The part of the audit record that concerns the policy. */
export interface PolicyRecord {
  readonly reviewed: readonly string[];
  readonly overridden: readonly string[];
  readonly reason: string | null;
}

/** Texts stay separate, so that no term matches across the end of one and the start of another. */
function sequencesOf(texts: PolicyTexts): Record<PolicyPart, string[]> {
  const { title, description, category, tags, outcomes, resolutionSource } = texts;
  return {
    question: [title, description, category, ...tags, ...outcomes].map(wordSequence),
    source: [resolutionSource.name, resolutionSource.rule].map(wordSequence),
  };
}

/** The rules that an event matches, each with the first matching term. */
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

/** Lists all rules at once, so that the request succeeds when it acknowledges them. */
function reviewOf(findings: readonly PolicyFinding[]): Refusal {
  const rules = findings.map(({ rule }) => rule.id).join(',');
  const met = findings.map(({ rule, term }) => `${rule.id}, because of the words “${term}”. ${rule.covers}`);
  const message = `An operator must review this event because of the rule ${met.join(' Also because of the rule ')} To create it, send acknowledgePolicy "${rules}".`;
  const terms = findings.map(({ term }) => term).join(',');
  return refuse('POLICY_REVIEW', message, { field: 'acknowledgePolicy', extra: { rules, terms } });
}

const idsOf = (findings: readonly PolicyFinding[]) => findings.map(({ rule }) => rule.id);

/**
 * Decides whether an event may be created. Consent must list only rules that the event matches. Rules that it matched
 * `before` need no consent, but may be listed again.
 */
export function decidePolicy(
  findings: readonly PolicyFinding[],
  { override, acknowledged }: PolicyConsent,
  before: ReadonlySet<string> = new Set(),
): PolicyRecord | Refusal {
  const refusing = findings.filter(({ rule }) => rule.action === 'refuse');
  const asking = findings.filter(({ rule }) => rule.action === 'review');
  const overridden = override?.rules ?? [];
  const notRefusing = overridden.find(id => !idsOf(refusing).includes(id));
  if (notRefusing !== undefined)
    return invalidField('overridePolicy', `names ${notRefusing}, which does not exclude this event`);
  const notAsking = acknowledged.find(id => !idsOf(asking).includes(id));
  if (notAsking !== undefined)
    return invalidField('acknowledgePolicy', `names ${notAsking}, which does not require a review of this event`);
  const isOpen = (named: readonly string[]) => (finding: PolicyFinding) =>
    !before.has(finding.rule.id) && !named.includes(finding.rule.id);
  const open = refusing.find(isOpen(overridden));
  if (open) return refusalOf(open);
  const unacknowledged = asking.filter(isOpen(acknowledged));
  if (unacknowledged.length > 0) return reviewOf(unacknowledged);
  return { reviewed: acknowledged, overridden, reason: override?.reason ?? null };
}
