import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance, stopBalanced } from '../support/assert-books-balance.js';
import { aDraft, aRequest, vote } from '../support/builders/request-builders.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import type { TestAgent, TestPerson } from '../support/test-service.js';

let service: OperatorService;
let folder: string;
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-starter-'));
  // A reader's project with the SDK installed.
  const sdk = join(folder, 'node_modules', '@presage', 'client');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(sdk, 'package.json'), '{ "type": "module", "exports": "./client.js" }');
  const entryPoints = [join(packageRoot, 'client', 'client.ts')];
  await build({ entryPoints, outfile: join(sdk, 'client.js'), bundle: true, format: 'esm' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stopBalanced(service);
});

function run(file: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...env }, timeout: 60_000 };
  return new Promise((done, failed) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      error ? failed(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
    );
  });
}

interface Starter {
  readonly curl: string;
  readonly typescript: string;
}

/** Runs both programs as a reader with an agent key would. */
async function start({ curl, typescript }: Starter, curlAgent: TestAgent, sdkAgent: TestAgent): Promise<string[]> {
  writeFileSync(join(folder, 'starter.mjs'), typescript);
  const env = (agent: TestAgent) => ({ PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key });
  return [await run('sh', ['-euc', curl], env(curlAgent)), await run(process.execPath, ['starter.mjs'], env(sdkAgent))];
}

const read = async (path: string, headers: Record<string, string> = {}) =>
  (await service.call('GET', path, { headers })).body;

interface Rung {
  readonly outcomeIndex: number;
  readonly side: 'buy';
  readonly limitPriceBps: number;
  readonly amountCredits: number;
}

/** The agent's payments and reserves so far, in micro-credits. */
const spentBy = async (agent: TestAgent) => 10_000_000_000 - Math.round((await service.available(agent)) * 1e6);

/** Places the ladder, has another agent buy both outcomes far enough to fill it, and returns its cost in micro-credits. */
async function fillLadder(eventSlug: string, ladder: readonly Rung[]): Promise<number> {
  const [maker, taker] = [await service.anAgent(), await service.anAgent()];
  for (const rung of ladder) {
    const { body } = await service.order(maker, { eventSlug, ...rung });
    expect(body.order).toMatchObject({ status: 'open', filledCredits: 0 });
  }
  const resting = await spentBy(maker);
  for (const outcomeIndex of [0, 1]) await service.order(taker, { eventSlug, outcomeIndex, amountCredits: 3000 });
  const { orders } = await read(`/api/play/v1/orders?status=all&eventSlug=${eventSlug}`, maker.headers);
  expect(orders.map(({ status }: { status: string }) => status)).toEqual(ladder.map(() => 'filled'));
  const spent = await spentBy(maker);
  expect(spent).toBeLessThanOrEqual(resting);
  return spent;
}

describe('a market request', () => {
  let ann: TestPerson;
  it('goes from filing to a trading market', { timeout: 60_000 }, async () => {
    ann = await service.aPerson({ displayName: 'Ann' });
    const id = await aRequest(service, ann);
    for (let k = 0; k < 3; k += 1) expect((await vote(service, await service.aPerson(), id)).status).toBe(200);
    const [pack] = (await read('/api/markets/requests/launch-packs')).packs;
    expect(pack).toMatchObject({ rank: 1, request: { id, votes: 3 }, readiness: { score: 100, failing: [] } });

    const [one, two] = [await service.anAgent(), await service.anAgent()];
    for (const output of await start(pack.launchKit.botStarter, one, two)) expect(output).toContain('not open yet');

    const launched = await service.operate('POST', `/requests/${id}/launch`);
    expect(launched.status, launched.text).toBe(201);
    const { slug } = launched.body.event;
    const { notifications } = await read('/api/people/notifications', ann.headers);
    expect(notifications).toMatchObject([{ kind: 'request-launched', eventSlug: slug, requestId: id }]);

    const [curl, sdk] = await start(pack.launchKit.botStarter, one, two);
    expect(JSON.parse(curl)).toMatchObject({ order: { eventSlug: slug, clientOrderId: `starter-${slug}` } });
    expect(JSON.parse(curl).order.filledShares).toBeGreaterThan(0);
    expect(sdk).toMatch(/^order ord_\w+ is (filled|open) with [\d.]+ shares bought\n$/);
    const trades = await read(`/api/v1/markets/${slug}/trades`);
    expect(trades.trades.length).toBeGreaterThanOrEqual(2);
    // Running them again is a replay.
    await start(pack.launchKit.botStarter, one, two);
    expect((await read(`/api/v1/markets/${slug}/trades`)).trades).toHaveLength(trades.trades.length);
    await assertBooksBalance(service.store);

    const closing = { winningOutcomeIndex: 0, source: aDraft.source_url };
    expect((await service.operate('POST', `/events/${slug}/resolve`, closing)).status).toBe(200);
    await assertBooksBalance(service.store);
  });

  it('has a ladder whose cost never exceeds its worst case', async () => {
    for (const probability of [45, 97, undefined]) {
      const question = `Will test ladder ${probability ?? 'even'} fill before 20 April 2026?`;
      const id = await aRequest(service, ann, { question, suggested_yes_probability: probability });
      const { kit } = await read(`/api/markets/requests/maker-kit?id=${id}`);
      const { body } = await service.operate('POST', `/requests/${id}/launch`);
      expect(body.event.liquidityCredits).toBe(kit.liquidityCredits);
      const [{ account }] = await service.pool`select account from markets where event_id = ${body.event.id}`;
      expect(Number(account) / 1_000_000).toBe(kit.fundingCredits);
      const spent = await fillLadder(body.event.slug, kit.ladder);
      const worstCase = Math.round(kit.worstCaseCredits * 1e6);
      expect(spent).toBeGreaterThan(worstCase * 0.99);
      expect(spent).toBeLessThanOrEqual(worstCase);
      await assertBooksBalance(service.store);
    }
  });
});

describe('the starters of a draft that is not filed', () => {
  it.each([
    `Will O'Neil's "index" close at $5 or \`more\`; $(date) on 2 May 2026?`,
    `Will {"slug":"x"} and } \\n {Müller, 東京} 🎲 close 'up' on 3 May 2026?`,
  ])('find the market by its title, with any punctuation: %s', { timeout: 60_000 }, async question => {
    const json = { ...aDraft, question };
    const { body } = await service.call('POST', '/api/markets/requests/readiness', { json });
    const [one, two] = [await service.anAgent(), await service.anAgent()];
    await service.anEvent({ title: `${question.slice(0, -1)}, or later?` });
    for (const output of await start(body.launchKit.botStarter, one, two)) expect(output).toContain('not open yet');
    const created = await service.operate('POST', '/events', body.draft);
    const { slug } = created.body.event;
    const [curl, sdk] = await start(body.launchKit.botStarter, one, two);
    expect(JSON.parse(curl).order).toMatchObject({ eventSlug: slug, status: 'filled' });
    expect(sdk).toMatch(/shares bought/);
  });
});
