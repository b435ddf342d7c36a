import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmallDisk } from '../support/disk/small-disk.js';
import { Launched } from '../support/launch-service.js';
import {
  type Answer,
  auditBalances,
  enterAgent,
  openEvent,
  operatorToken,
  postmasterPid,
  send,
} from '../support/launched-arena.js';

const obstacle = SmallDisk.obstacle();
if (obstacle) console.log(`skipped: ${obstacle}`);

const limits = { PRESAGE_ADDRESS_READS_PER_MINUTE: '0', PRESAGE_OPERATOR_TOKEN: operatorToken };
const operator = { authorization: `Bearer ${operatorToken}` };

function sendOrder(url: string, slug: string, agent: { authorization: string }, clientOrderId: string) {
  const bet = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9000 };
  return send(url, '/api/play/v1/orders', { ...bet, clientOrderId }, agent);
}

function expectRefusal({ status, headers, body }: Answer): void {
  expect({ status, code: body.code, retryable: body.retryable }).toEqual({
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    retryable: true,
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

let small: SmallDisk;
let service: Launched | undefined;
beforeAll(async () => {
  if (obstacle !== null) return;
  small = SmallDisk.mount(320);
}, 60_000);
afterAll(async () => {
  await service?.ended('SIGTERM');
  if (obstacle === null) small.unmount();
}, 60_000);

function start(environment: Record<string, string>): Launched {
  service = new Launched({ PRESAGE_DATA_DIR: small.folder, ...limits, ...environment });
  return service;
}

describe.skipIf(obstacle !== null)('a full disk, with a reserve', () => {
  let service: Launched;
  let url: string;
  let slug: string;
  let agent: { authorization: string };
  beforeAll(async () => {
    service = start({ PRESAGE_DISK_WARN_MB: '90', PRESAGE_DISK_RESERVE_MB: '40' });
    url = await service.url();
    slug = await openEvent(url, 'Will the disk hold?');
    agent = await enterAgent(url, 'writer');
  }, 120_000);
  const ready = () => send(url, '/readyz');

  it('is announced by the log, readiness and a metric before writes are rejected', async () => {
    expect((await ready()).body.checks.disk).toEqual({ ok: true });
    small.fill(70);
    await expect.poll(async () => (await ready()).body.checks.disk.detail).toMatch(/^\d+ MB of 320 MB free, less than/);
    expect((await ready()).status).toBe(200);
    expect(service.output).toContain('less than the warning threshold of 90 MB');
    const metrics = async () => (await fetch(`${url}/metrics`, { headers: operator })).text();
    // The space may have been measured while the disk was being filled.
    await expect.poll(metrics).toMatch(/presage_disk_free_bytes [67]\d{7}/);
    expect(await metrics()).toContain('presage_disk_state{state="low"} 1\npresage_disk_state{state="full"} 0\n');
    expect((await sendOrder(url, slug, agent, 'while-low')).status).toBe(201);
  });

  it('rejects every write with 503 and Retry-After, fails readiness with the free space, and serves reads', async () => {
    small.fill(30);
    await expect.poll(async () => (await ready()).status).toBe(503);
    const { ok, detail } = (await ready()).body.checks.disk;
    expect(ok).toBe(false);
    expect(detail).toMatch(/disk of the database is full: \d+ MB of 320 MB free, the reserve is 40 MB/);
    expectRefusal(await sendOrder(url, slug, agent, 'refused'));
    const forecast = { eventSlug: slug, outcomeIndex: 0, probability: 60, clientForecastId: 'refused' };
    expectRefusal(await send(url, '/api/play/v1/forecasts', forecast, agent));
    const person = { email: 'late@example.org', password: 'correct horse battery', displayName: 'Late' };
    expectRefusal(await send(url, '/api/people/sign-up', person));
    expect((await send(url, `/api/events/${slug}/orderbook/summary`)).status).toBe(200);
    expect((await send(url, '/api/play/v1/account', undefined, agent)).status).toBe(200);
  });

  it('still lets an operator audit the books and pause trading', async () => {
    expect(await auditBalances(url)).toMatchObject({ balanced: true });
    for (const verb of ['pause', 'resume'])
      expect((await send(url, `/api/operator/trading/${verb}`, {}, operator)).status).toBe(200);
  });

  it('collapses the log lines of rejected writes', async () => {
    const before = service.output.length;
    for (let number = 0; number < 200; number += 1) await sendOrder(url, slug, agent, `flood-${number}`);
    const lines = service.output.slice(before).split('\n');
    expect(lines.filter(line => line.includes('"status":503')).length).toBeLessThan(15);
  });

  it('survives a crash of PostgreSQL without space to restart, and restarts it when there is space', async () => {
    small.fill(0);
    const killed = postmasterPid(small.folder);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => service.output, { timeout: 30_000 }).toContain('the database is still down');
    expectRefusal(await sendOrder(url, slug, agent, 'nowhere'));
    expect((await send(url, '/healthz')).status).toBe(200);
    expect((await ready()).status).toBe(503);
    small.empty();
    await expect.poll(async () => (await ready()).status, { timeout: 30_000 }).toBe(200);
    expect((await sendOrder(url, slug, agent, 'afterwards')).status).toBe(201);
    expect(await auditBalances(url)).toMatchObject({ balanced: true, differences: [] });
    expect(await service.ended('SIGTERM')).toBe(0);
  });
});

describe.skipIf(obstacle !== null)('a full disk, without a reserve', () => {
  it('is 503 and never 500, and recovers when there is space', {
    timeout: 120_000,
  }, async () => {
    const service = start({ PRESAGE_DISK_RESERVE_MB: '0' });
    const url = await service.url();
    const slug = await openEvent(url, 'Will it hold to the last byte?');
    const agents = await Promise.all(['one', 'two', 'three', 'four'].map(name => enterAgent(url, name)));
    small.fill(0);
    const answers: Answer[] = [];
    for (let number = 0; answers.filter(({ status }) => status === 503).length < 20 && number < 100; number += 1) {
      answers.push(...(await Promise.all(agents.map(agent => sendOrder(url, slug, agent, `full-${number}`)))));
    }
    const failures = answers.filter(({ status }) => status !== 201);
    expect(failures.length).toBeGreaterThan(0);
    // A connection lost during a commit leaves its outcome unknown, for which the contract has 504.
    for (const answer of failures.filter(({ status }) => status !== 504)) expectRefusal(answer);
    expect(service.child.exitCode).toBeNull();
    small.empty();
    await expect
      .poll(async () => (await sendOrder(url, slug, agents[0], 'afterwards')).status, { timeout: 40_000 })
      .toBeLessThan(300);
    await expect.poll(async () => (await send(url, '/readyz')).status).toBe(200);
    expect(await auditBalances(url)).toMatchObject({ balanced: true, differences: [] });
  });
});
