// The market policy as data: served by the API and applied to every new event.

import { invalidField, type Refusal, refuse } from '../../kernel/refusal.js';
import { wordSequence } from '../../kernel/words.js';

/**
 * refuse: the event is rejected unless an operator overrides the rule with a reason. review: the event is rejected
 * until an operator acknowledges the rule. Both are recorded.
 */
export type PolicyAction = 'refuse' | 'review';

/** question: title, description, category, tags and outcomes. source: name and rule of the resolution source. */
export type PolicyPart = 'question' | 'source';

export interface PolicyRule {
  readonly id: string;
  readonly title: string;
  readonly covers: string;
  readonly action: PolicyAction;
  readonly looksAt: PolicyPart;
  /** Sequences of words in lower case, without punctuation. */
  readonly terms: readonly string[];
}

const refused: readonly PolicyRule[] = [
  {
    id: 'death-of-a-person',
    title: 'Death or injury of a person',
    covers: 'Whether, when or how a person dies or is hurt. Statistics about many people are allowed.',
    action: 'refuse',
    looksAt: 'question',
    terms: [
      ...[
        'will die',
        'to die',
        'die before',
        'die by',
        'die in office',
        'dies before',
        'dies by',
        'dies in',
        'dies on',
      ],
      ...['death of', 'be dead', 'found dead', 'pass away', 'passes away', 'be alive', 'still alive', 'be killed'],
      ...['get killed', 'be injured', 'be poisoned'],
    ],
  },
  {
    id: 'violence-and-terror',
    title: 'Assassination, terror and other violence',
    covers: 'Attacks on people, planned or committed: a market must never reward one or suggest a target.',
    action: 'refuse',
    looksAt: 'question',
    terms: [
      ...['assassinate', 'assassinated', 'assassination', 'assassinations', 'murder', 'murdered', 'hitman', 'massacre'],
      ...['terror attack', 'terror attacks', 'terrorist attack', 'terrorist attacks', 'act of terror', 'car bomb'],
      ...['bomb attack', 'bombing of', 'suicide bombing', 'mass shooting', 'mass shootings', 'school shooting'],
      ...['hostage', 'hostages', 'kidnapped', 'kidnapping', 'lynching', 'ethnic cleansing', 'genocide'],
    ],
  },
  {
    id: 'self-harm',
    title: 'Self-harm',
    covers: 'Suicide, self-harm and dangerous dares, of any person.',
    action: 'refuse',
    looksAt: 'question',
    terms: [
      ...['suicide', 'suicides', 'self harm', 'kill himself', 'kill herself', 'kill themselves', 'kill myself'],
      ...['overdose', 'overdoses', 'starve himself', 'starve herself'],
    ],
  },
  {
    id: 'private-person',
    title: 'Private persons',
    covers: 'The life of people without a public role, and anything that helps to find or shame a person.',
    action: 'refuse',
    looksAt: 'question',
    terms: [
      ...['my neighbour', 'my neighbor', 'my boss', 'my teacher', 'my wife', 'my husband', 'my girlfriend'],
      ...['my boyfriend', 'my ex', 'my classmate', 'my colleague', 'my coworker', 'my friend', 'my roommate'],
      ...['my landlord', 'private person', 'home address of', 'phone number of', 'doxx', 'doxxed', 'doxxing'],
    ],
  },
  {
    id: 'illegal-content',
    title: 'Illegal content and crimes in progress',
    covers: 'Abuse of children, stolen data, and markets that would reward a crime or need one to resolve.',
    action: 'refuse',
    looksAt: 'question',
    terms: [
      ...['child abuse', 'child pornography', 'child sexual abuse', 'csam', 'underage sex', 'human trafficking'],
      ...['stolen data', 'stolen passwords', 'leaked passwords', 'credit card numbers', 'buy drugs', 'drug deal'],
      ...['darknet market', 'counterfeit money', 'break into', 'hack into'],
    ],
  },
  {
    id: 'creator-controls-it',
    title: 'Outcomes controlled by the creator',
    covers:
      'Outcomes that the creator or operator of the market can bring about, and markets about themselves or their own price.',
    action: 'refuse',
    looksAt: 'question',
    terms: [
      ...['will i be', 'will i have', 'will i get', 'will i win', 'will i lose', 'will i finish', 'will i pass'],
      ...['will we launch', 'will we ship', 'my company', 'my startup', 'my channel', 'my exam', 'my own'],
      ...['our company', 'our startup', 'our product', 'this market resolve', 'this market resolves'],
      ...['this market will', 'price of this market', 'creator of this market', 'creator of this event'],
      ...['operator of this arena'],
    ],
  },
  {
    id: 'no-clear-source',
    title: 'No clear source',
    covers:
      'Events that independent people could not resolve in the same way: without a published source, or by opinion.',
    action: 'refuse',
    looksAt: 'source',
    terms: [
      ...['tbd', 'tba', 'to be determined', 'to be announced', 'to be decided', 'my opinion', 'our opinion'],
      ...['my judgement', 'my judgment', 'my discretion', 'our discretion', 'creator s discretion', 'creator decides'],
      ...['i decide', 'we decide', 'i will decide', 'we will decide', 'gut feeling', 'anonymous source'],
      ...['anonymous sources', 'rumour', 'rumours', 'rumor', 'rumors', 'hearsay', 'trust me', 'not yet known'],
    ],
  },
];

const reviewed: readonly PolicyRule[] = [
  {
    id: 'armed-conflict',
    title: 'Armed conflict',
    covers: 'Wars and weapons: allowed on decisions and treaties, never on victims or attacks.',
    action: 'review',
    looksAt: 'question',
    terms: [
      ...['war', 'invasion', 'invade', 'invades', 'missile', 'missiles', 'airstrike', 'airstrikes', 'ceasefire'],
      ...['casualties', 'death toll', 'nuclear weapon', 'nuclear weapons', 'troops', 'coup'],
    ],
  },
  {
    id: 'disaster',
    title: 'Disasters and accidents',
    covers: 'Strength, location and frequency are allowed; the number of victims of one disaster is not.',
    action: 'review',
    looksAt: 'question',
    terms: ['plane crash', 'air crash', 'train crash', 'shipwreck', 'victims', 'fatalities', 'missing persons'],
  },
  {
    id: 'health-of-a-public-figure',
    title: 'Health of public figures',
    covers: 'Only what an office itself publishes, and only if it affects the office.',
    action: 'review',
    looksAt: 'question',
    terms: [
      ...['diagnosed with', 'hospitalised', 'hospitalized', 'medical condition', 'mental health of', 'dementia'],
      ...['cancer diagnosis'],
    ],
  },
  {
    id: 'legal-proceedings',
    title: 'Legal proceedings against people',
    covers: 'Only public figures, and only decisions of a court or an authority.',
    action: 'review',
    looksAt: 'question',
    terms: ['arrested', 'indicted', 'convicted', 'found guilty', 'sentenced to', 'extradited', 'deported'],
  },
  {
    id: 'one-person-decides',
    title: 'Actions of one person',
    covers: 'Words said, clothes worn, posts made: the person who acts can trade on it first.',
    action: 'review',
    looksAt: 'question',
    terms: [
      ...['say the word', 'mention the word', 'tweet about', 'post on social media', 'next tweet', 'next post'],
      ...['wear a', 'colour of his tie', 'color of his tie', 'insider'],
    ],
  },
];

export const policyRules: readonly PolicyRule[] = [...refused, ...reviewed];

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
