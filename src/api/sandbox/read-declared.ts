import { declaredPass, meantBy } from '../../domain/certification/declared.js';
import { scenarioIds } from '../../domain/certification/scenarios.js';
import { invalid } from '../errors.js';
import type { Static } from '../schema.js';
import type { CertificationRequest } from './schemas.js';

const ownNames = ['runId', 'results'];
const mostNamed = 20;

/** Cut to a length that can be shown, and to whole characters. */
const shown = (name: string) => name.slice(0, 64).toWellFormed();

/** What is nearly the name of something is refused: a `runid` would open a run where one was to be closed. */
function refuseMisspelt(name: string, known: readonly string[], within: string): void {
  const meant = meantBy(name, known);
  if (meant === null) return;
  const field = `${within}${shown(name)}`;
  throw invalid(field, `is not known; did you mean ${within}${meant}?`);
}

/**
 * What a client says of itself. Results stand in `results` or beside it, under the names of the scenarios. Anything else is
 * passed over, and so is a result that says neither passed nor failed; the reply names it.
 */
export function readDeclared(body: Static<typeof CertificationRequest> | undefined) {
  const { runId: _id, results = {}, ...beside } = body ?? {};
  const declared: Record<string, boolean> = {};
  const ignored: string[] = [];
  const groups = [
    { said: beside, known: [...ownNames, ...scenarioIds], within: '' },
    { said: results, known: scenarioIds, within: 'results.' },
  ] as const;
  for (const { said, known, within } of groups) {
    for (const [name, value] of Object.entries(said)) {
      const isScenario = scenarioIds.some(id => id === name);
      if (!isScenario) refuseMisspelt(name, known, within);
      const passed = isScenario ? declaredPass(value) : null;
      if (passed !== null) declared[name] = passed;
      else if (ignored.length < mostNamed) ignored.push(`${within}${shown(name)}`);
    }
  }
  return { declared: Object.keys(declared).length === 0 ? null : declared, ignored };
}
