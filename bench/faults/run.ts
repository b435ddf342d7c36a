// npm run faults: tests the service while its database, connections and nodes fail.
import { parseArgs } from 'node:util';
import { connectionScenarios } from './connection-scenarios.js';
import { DatabaseServer } from './database-server.js';
import { jobScenarios } from './job-scenarios.js';
import { nodeScenarios } from './node-scenarios.js';
import { report } from './report.js';
import type { Scenario, Verdict } from './scenario.js';

const scenarios: readonly Scenario[] = [...connectionScenarios, ...nodeScenarios, ...jobScenarios];
const secondsOf = (chosen: readonly Scenario[]) => chosen.reduce((sum, { seconds }) => sum + seconds, 0);
const maxSeconds = 86_400;

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      only: { type: 'string' },
      seed: { type: 'string', default: 'presage' },
      full: { type: 'boolean', default: false },
    },
  });
  const names = values.only?.split(',') ?? scenarios.map(({ name }) => name);
  const unknown = names.find(name => !scenarios.some(scenario => scenario.name === name));
  if (unknown !== undefined) {
    throw new Error(`--only names ${unknown}; there are ${scenarios.map(({ name }) => name).join(', ')}`);
  }
  const chosen = scenarios.filter(({ name }) => names.includes(name));
  const seconds = values.seconds === undefined ? secondsOf(chosen) : Number(values.seconds);
  if (!(seconds >= 30 && seconds <= maxSeconds)) {
    throw new Error(`--seconds must be a number from 30 to ${maxSeconds} (got ${values.seconds})`);
  }
  return { seconds, chosen, seed: values.seed, isFull: values.full };
}

async function main(): Promise<number> {
  const { seconds, chosen, seed, isFull } = readOptions();
  const share = seconds / secondsOf(chosen);
  const results: { scenario: Scenario; verdict: Verdict }[] = [];
  const server = await DatabaseServer.start();
  try {
    for (const scenario of chosen) {
      console.log(`faults: ${scenario.name}: ${scenario.about}`);
      const began = performance.now();
      const extent = { seconds: scenario.seconds * share, isFull, seed, isShared: false };
      const verdict = await scenario.run(server, extent);
      results.push({ scenario, verdict });
      const took = Math.round((performance.now() - began) / 1000);
      console.log(`faults: ${scenario.name}: ${verdict.violations.length} violations, ${took} s`);
    }
  } finally {
    await server.stop();
  }
  console.log(report(results));
  return results.some(({ verdict }) => verdict.violations.length > 0) ? 1 : 0;
}

main().then(
  code => process.exit(code),
  error => {
    console.error(`faults: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  },
);
