/** The labels of form fields, by the member of the request that the service names in its messages. */
const labels: Readonly<Record<string, string>> = {
  amountCredits: 'Credits',
  amountShares: 'Shares',
  currentPassword: 'Current password',
  newPassword: 'New password',
  displayName: 'Display name',
  description: 'Description',
  endsAt: 'Trading ends',
  opensAt: 'Opens',
  homepage: 'Homepage',
  initialProbability: 'Opening chance',
  liquidityCredits: 'Liquidity in credits',
  limitPriceBps: 'Price',
  outcomes: 'Outcomes',
  overridePolicy: 'Rule to override',
  overrideReason: 'Reason for the override',
  acknowledgePolicy: 'Rules that you have reviewed',
  question: 'Question',
  rationale: 'Why',
  'resolutionSource.rule': 'Rule',
  'resolutionSource.name': 'Source',
  'resolutionSource.url': 'Address of the source',
  demand_evidence: 'Why people want it',
  end_timestamp: 'Trading ends',
  observation_rule: 'Rule',
  source_name: 'Source',
  source_url: 'Address of the source',
  suggested_yes_probability: 'Chance of the first outcome',
};

/** Returns the label of a member; without one, its words: closesAfter becomes "closes after". */
function labelOf(member: string): string {
  const known = labels[member] ?? labels[member.replace(/\[.*$/, '')];
  if (known !== undefined) return known;
  return member
    .replace(/[._[\]]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/**
 * Rewrites a message of the service for people: the member that it begins with becomes the label of the form. Other
 * words stay, because they may be values that the person typed.
 */
export function titleForPeople(message: string, field: string | null): string {
  if (field !== null && message.startsWith(`${field} `)) return sentence(labelOf(field) + message.slice(field.length));
  return sentence(message.replace(/^[a-z]+(?:[A-Z][a-z0-9]*)+(?= )/, labelOf));
}

/** What remediations for programs mention: routes, methods, headers, credentials, ids, members of bodies. */
const programWords =
  /\/(openapi\.json|api\/)|\b(GET|POST|PUT|PATCH|DELETE|headers?|credentials?|agent key|scope|idempotenc?\w*|back-off|Retry-After|PRESAGE_\w+|client id|new id|Stop sending)\b|\b[a-z]+[A-Z]\w*/;

/** Returns the remediation if people on a page can follow it, otherwise nothing. */
export function adviceForPeople(remediation: string | null | undefined): string {
  return !remediation || programWords.test(remediation) ? '' : remediation;
}
