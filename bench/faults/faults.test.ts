import { describe, expect, it } from 'vitest';
import { connectionScenarios } from './connection-scenarios.js';
import { DatabaseServer } from './database-server.js';
import { jobScenarios } from './job-scenarios.js';
import { report } from './report.js';

/** The short part of `npm run faults`. */
const extent = { seconds: 24, isFull: false, seed: 'test', isShared: true };

/** Most of the time of a scenario is spent waiting, so they run side by side, each with its own database server. */
describe.concurrent('under faults', () => {
  it.each([
    ['resets', connectionScenarios],
    ['jobs', jobScenarios],
  ])('%s: no write is lost, duplicated or blocked', { timeout: 180_000 }, async (name, scenarios) => {
    const scenario = scenarios.find(each => each.name === name);
    if (!scenario) throw new Error(`no scenario ${name}`);
    const server = await DatabaseServer.start();
    try {
      const verdict = await scenario.run(server, extent);
      console.log(report([{ scenario, verdict }]));
      expect(verdict.violations).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
