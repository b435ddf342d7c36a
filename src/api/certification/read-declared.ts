import type { CertifiedClient } from '../../domain/certification/certified-client.js';
import { declaredPass, meantBy } from '../../domain/certification/declared.js';
import { scenarioIds } from '../../domain/certification/scenarios.js';
import { invalid } from '../../http/errors.js';
import type { Static } from '../../http/schema.js';
import type { CertificationRequest, ClientUnderTest } from './schemas.js';

const ownNames = ['runId', 'results', 'client'];
export const maxIgnored = 20;

/** Truncates a name for display, to whole characters. */
const displayed = (name: string) => name.slice(0, 64).toWellFormed();

const isRunId = (value: unknown) => typeof value === 'string' && /^run_[0-9a-z]/.test(value);

/** Rejects near misses of known names: a `runid` would open a run instead of closing one. */
function refuseMisspelt(name: string, value: unknown, known: readonly string[], within: string): void {
  const meant = meantBy(name, known) ?? (within === '' && isRunId(value) ? 'runId' : null);
  if (meant === null) return;
  const field = `${within}${displayed(name)}`;
  throw invalid(field, `is unknown; did you mean ${within}${meant}?`);
}

function checkResults({ results }: Static<typeof CertificationRequest>): void {
  if (results === undefined || Object.keys(results).length > 0) return;
  throw invalid('results', 'must name at least one scenario, or be omitted');
}

function readClient(client: Static<typeof ClientUnderTest>): CertifiedClient {
  return { subject: client.subject ?? 'agent', name: client.name ?? null, version: client.version ?? null };
}

/**
 * Parses the client and the results that a client declares, in `results` or next to it, by scenario. Other members are
 * ignored, and the response lists them.
 */
export function readDeclared(body: Static<typeof CertificationRequest> | undefined) {
  const { runId: _id, results = {}, client, ...beside } = body ?? {};
  const declared: Record<string, boolean> = {};
  const names = new Map<string, string>();
  const ignored: string[] = [];
  const groups = [
    { members: beside, known: [...ownNames, ...scenarioIds], within: '' },
    { members: results, known: scenarioIds, within: 'results.' },
  ] as const;
  for (const { members, known, within } of groups) {
    for (const [name, value] of Object.entries(members)) {
      if (!scenarioIds.some(id => id === name)) {
        refuseMisspelt(name, value, known, within);
        if (ignored.length < maxIgnored) ignored.push(`${within}${displayed(name)}`);
        continue;
      }
      const passed = declaredPass(value);
      if (passed === null) throw invalid(`${within}${name}`, 'must be either "passed" or "failed"');
      if (declared[name] === !passed) throw invalid(`${within}${name}`, `contradicts ${name} outside results`);
      declared[name] = passed;
      names.set(name, `${within}${name}`);
    }
  }
  if (body) checkResults(body);
  return {
    declared: names.size === 0 ? null : declared,
    client: client === undefined ? null : readClient(client),
    ignored,
    /** Returns the name that the body uses for a scenario. */
    nameOf: (scenario: string) => names.get(scenario) ?? scenario,
  };
}
