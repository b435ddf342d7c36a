// npm run test:fast: types, lint, structure and unit tests, two checks at a time. Prints the output of failed checks only.
import { type Check, type CheckResult, formatAndLint, runCheck, types } from './checks.js';

const maxParallel = 2;

const structureAndUnitTests: Check = {
  name: 'structure and unit tests',
  program: 'vitest/vitest.mjs',
  args: ['run', '--project', 'unit', '--mode', 'fast', '--reporter', 'dot'],
};

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

async function report(check: Check): Promise<CheckResult & Check> {
  const start = Date.now();
  const result = await runCheck(check);
  console.log(`${result.passed ? 'passed' : 'FAILED'}  ${check.name} (${seconds(start)})`);
  return { ...check, ...result };
}

async function runAll(checks: readonly Check[]): Promise<(CheckResult & Check)[]> {
  const queue = [...checks];
  const results: (CheckResult & Check)[] = [];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await report(next));
  };
  await Promise.all(Array.from({ length: maxParallel }, work));
  return results;
}

const start = Date.now();
// The longest come first, so that both CPUs stay busy until the end.
const [allTypes, ...otherTypes] = types;
const results = await runAll([allTypes, structureAndUnitTests, ...otherTypes, formatAndLint]);
const failed = results.filter(({ passed }) => !passed);
for (const { name, output } of failed) console.log(`\n── ${name} ──\n${output.trim()}`);
const summary = failed.length === 0 ? 'all passed' : `failed: ${failed.map(({ name }) => name).join(', ')}`;
console.log(`\n${results.length} checks in ${seconds(start)}; ${summary}`);
process.exit(failed.length === 0 ? 0 : 1);
