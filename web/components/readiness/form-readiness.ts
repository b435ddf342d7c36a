interface ReadinessRule {
  readonly id: string;
  readonly weight: number;
  readonly earned: number;
  readonly blocking: boolean;
  readonly message: string;
  readonly fix: string | null;
}

export interface FormReadiness {
  /** Percent of the points of the listed rules. */
  readonly score: number;
  readonly ready: boolean;
  readonly rules: readonly ReadinessRule[];
}

/** Only the fields of these rules can change after creation. An event is always similar to itself. */
const editRules: ReadonlySet<string> = new Set(['source', 'time', 'policy']);
/** Evidence of demand and a first order belong to requests; the form has no fields for them. */
const requestRule = 'launch-details';
const minReadyScore = 70;

/** Selects the rules that the fields of the form can satisfy, and scores the draft by them alone. */
export function formReadiness({ rules }: { rules: readonly ReadinessRule[] }, isEdit: boolean): FormReadiness {
  const listed = rules.filter(({ id }) => (isEdit ? editRules.has(id) : id !== requestRule));
  const earned = listed.reduce((sum, rule) => sum + rule.earned, 0);
  const weight = listed.reduce((sum, rule) => sum + rule.weight, 0);
  const score = weight === 0 ? 0 : Math.floor((100 * earned) / weight);
  return { score, ready: score >= minReadyScore && !listed.some(({ blocking }) => blocking), rules: listed };
}

/** The check uses the field names of the API; the forms have these labels for them. */
const labels: Readonly<Record<string, string>> = {
  source_name: 'Source',
  source_url: 'Address of the source',
  end_timestamp: 'Trading ends',
  observation_rule: 'Rule',
  demand_evidence: 'Why people want it',
  suggested_yes_probability: 'Chance of the first outcome',
  first_limit_order_intent: 'I plan to place the first limit order',
};

/** Replaces the API's field names by the form's labels, and times by times of the reader's zone. */
export function inFormWords(text: string, timeText: (iso: string) => string): string {
  return text
    .replace('in Unix seconds, ', '')
    .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, name => (labels[name] ? `“${labels[name]}”` : name.replaceAll('_', ' ')))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, timeText);
}
