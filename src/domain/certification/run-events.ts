import type { ScenarioId } from './scenarios.js';

/** The prefix of practice events of runs. An operator's event may have it too, but is not a practice event. */
const prefix = 'cert-';

/** `word` is random, so that a slug reveals neither the run nor its other events. */
export function runEventSlug(scenario: ScenarioId, word: string): string {
  return `${prefix}${scenario}-${word}`;
}

export function isOfRun({ practice, slug }: { readonly practice: boolean; readonly slug: string }): boolean {
  return practice && slug.startsWith(prefix);
}
