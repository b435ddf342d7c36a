import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { samplesOf } from '../support/doc-samples.js';
import { startTestService, type TestAgent, type TestService } from '../support/test-service.js';

let service: TestService;
let folder: string;
let ann: TestAgent;
beforeAll(async () => {
  service = await startTestService({ practice: true });
  folder = mkdtempSync(join(tmpdir(), 'presage-practice-'));
  ann = await service.anAgent();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await assertBooksBalance(service.store);
  await service.stop();
});

function run(file: string, args: string[], more: Record<string, string> = {}, agent = ann): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: folder, PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key };
  const options = { env: { ...env, PRESAGE_CONFIG: join(folder, 'settings.json'), ...more }, cwd: packageRoot };
  return new Promise((done, failed) => {
    execFile(file, args, { ...options, timeout: 100_000 }, (error, stdout, stderr) =>
      error ? failed(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
    );
  });
}

const bash = (script: string) =>
  run('bash', ['-euo', 'pipefail', '-c', `presage() { node tools/presage.cjs "$@"; }\n${script}\necho "EVENT=$EVENT"`]);

const waiting = { timeout: 30_000, interval: 200 };
async function open(): Promise<{ slug: string; outcomes: { label: string }[] }[]> {
  service.clock.forward(1_001);
  return (await service.call('GET', '/api/practice/events?status=active')).body.events;
}
async function standing(agent: TestAgent) {
  service.clock.forward(1_001);
  const handle = agent.playerId.replace('_', '-');
  const { body } = await service.call('GET', `/api/practice/leaderboard?handle=${handle}`);
  return body.rows[0] ?? null;
}

describe('docs/guides/practice.md', () => {
  it('works when pasted, up to the check of the seed', { timeout: 240_000 }, async () => {
    await expect.poll(async () => (await open()).length, waiting).toBe(2);
    const [before, after] = samplesOf('docs/guides/practice.md', 'sh');
    const output = await bash(before);
    const slug = /^EVENT=(practice-\d+)$/m.exec(output)?.[1] ?? '';
    expect(output).toContain('Recorded: 60 %');
    expect(output).toMatch(/practice-\d+ +0 Red/);
    expect(output).toMatch(/drawn \d+ times out of 12/);
    service.clock.forward(250_000);
    await expect.poll(() => standing(ann), waiting).not.toBeNull();
    const checked = await bash(`EVENT=${slug}\n${after}`);
    expect(checked).toContain('Everything follows from the seed.');
    expect(checked).toContain(ann.playerId.replace('_', '-'));
    const file = join(folder, 'check.mjs');
    writeFileSync(file, samplesOf('docs/guides/practice.md', 'js').join('\n'));
    const told = await run(process.execPath, [file], { EVENT: slug });
    expect(told).toBe('committed: true\ndraws: true\nanswer: true\n');
    const early = bash(`presage practice verify ${(await open())[0].slug}`);
    await expect(early).rejects.toThrow('has no seed: it is not resolved yet');
  });
});

describe('example agents on practice events', () => {
  it.each(['base-rate', 'news-reaction', 'mcp-agent', 'market-maker'])(
    '%s is on the practice leaderboard minutes later',
    { timeout: 120_000 },
    async name => {
      // The market maker needs two outcomes, and of two open events one always has them.
      await expect.poll(async () => (await open()).length, waiting).toBe(2);
      const agent = await service.anAgent();
      const more = { PRESAGE_RUN_SECONDS: '1', PRESAGE_RUN_PRACTICE: '1', NEWS_FILE: join(folder, 'none.txt') };
      await run(process.execPath, [join(packageRoot, 'tools', 'run.cjs'), `examples/${name}.ts`], more, agent);
      service.clock.forward(250_000);
      await expect.poll(() => standing(agent), waiting).toMatchObject({ resolvedEvents: expect.any(Number) });
      const [{ available }] = await service.pool`select available from accounts where player_id = ${agent.playerId}`;
      expect(available).toBe(10_000_000_000);
    },
  );
});
