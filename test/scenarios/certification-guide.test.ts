import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioIds } from '../../src/certification/rules/scenarios.js';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { samplesOf } from '../support/doc-samples.js';
import { runClock } from '../support/running-clock.js';
import { startTestService, type TestAgent, type TestService } from '../support/test-service.js';

let service: TestService;
let stopClock: () => void;
beforeAll(async () => {
  service = await startTestService();
  stopClock = runClock(service);
});
afterAll(async () => {
  stopClock();
  await assertBooksBalance(service.store);
  await service.stop();
});

const guide = readFileSync(join(packageRoot, 'docs', 'guides', 'certification.md'), 'utf8');

function runBash(script: string, agent: TestAgent): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    PRESAGE_URL: service.url,
    PRESAGE_AGENT_KEY: agent.key,
    PRESAGE_CONFIG: '/nowhere',
  };
  const options = { env, cwd: packageRoot, timeout: 90_000 };
  return new Promise((done, failed) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], options, (error, stdout, stderr) => {
      if (error) failed(new Error(`${error.message}\n${stdout}\n${stderr}`));
      else done(stdout);
    });
  });
}

describe.concurrent('docs/guides/certification.md', () => {
  it('works with the command', { timeout: 120_000, retry: 1 }, async () => {
    const output = await runBash(samplesOf('docs/guides/certification.md', 'sh').join('\n'), await service.anAgent());
    expect(output).toContain('11 of 11 passed');
  });

  it('works when pasted', { timeout: 120_000 }, async () => {
    const output = await runBash(samplesOf('docs/guides/certification.md', 'bash').join('\n'), await service.anAgent());
    expect(output).toMatch(/cert-rate-limited-\w+: Buy 1 credit/);
    expect(output).toContain('first: 429\nthen: 201\n');
    expect(output).toContain('rate-limited: passed\n');
    expect(output).toContain(
      'rate-limited was declared passed and is passed\nreply-lost was declared passed and is not-tried',
    );
  });

  it('explains every scenario', () => {
    for (const id of scenarioIds) expect(guide).toContain(`| \`${id}\` |`);
    expect(guide.match(/^\| `/gm)).toHaveLength(scenarioIds.length);
  });
});
