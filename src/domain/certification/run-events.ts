import type { ScenarioId } from './scenarios.js';

/** Practice events with such a slug belong to runs. An operator's event may have one too, but is no practice. */
const beginning = 'cert-';

/** The word is one that nobody can foresee: a slug tells nothing of the run, or of the other events of it. */
export function runEventSlug(scenario: ScenarioId, word: string): string {
  return `${beginning}${scenario}-${word}`;
}

export function isOfRun({ practice, slug }: { readonly practice: boolean; readonly slug: string }): boolean {
  return practice && slug.startsWith(beginning);
}
