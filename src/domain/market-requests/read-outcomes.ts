import { type Checked, fine, lengthOf, wrong } from '../checked.js';
import { maxOutcomes } from '../markets/create-market.js';

const maxLabelLength = 120;

/** Parses comma-separated labels; omits empty ones. Duplicates stay, because readiness reports them. */
export function readOutcomes(text: string): Checked<readonly string[]> {
  const labels = text
    .split(',')
    .map(label => label.trim().replace(/\s+/gu, ' '))
    .filter(label => label !== '');
  if (labels.length > maxOutcomes) return wrong(`must have at most ${maxOutcomes} labels (got ${labels.length})`);
  const long = labels.find(label => lengthOf(label) > maxLabelLength);
  if (long === undefined) return fine(labels);
  return wrong(`must have labels of at most ${maxLabelLength} characters (got ${lengthOf(long)})`);
}

/** Labels that are equal after folding are one outcome. */
export function distinctLabels(labels: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const label of labels) {
    const folded = label.normalize('NFKC').trim().toLowerCase();
    if (folded !== '' && !seen.has(folded)) seen.set(folded, label);
  }
  return [...seen.values()];
}
