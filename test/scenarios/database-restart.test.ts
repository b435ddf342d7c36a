import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataFolder } from '../support/disk/prepared-folder.js';
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

let folder: string;
let service: Launched;
let url: string;

function launch(): Launched {
  const limits = { PRESAGE_ADDRESS_READS_PER_MINUTE: '0' };
  return new Launched({ PRESAGE_DATA_DIR: folder, PRESAGE_OPERATOR_TOKEN: operatorToken, ...limits });
}

beforeAll(async () => {
  folder = await newDataFolder('presage-restart-');
  service = launch();
  url = await service.url();
}, 90_000);
afterAll(async () => {
  await service.ended('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function placeOrder(eventSlug: string, agent: Record<string, string>, clientOrderId: string): Promise<Answer> {
  const bet = { eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9000 };
  return send(url, '/api/play/v1/orders', { ...bet, clientOrderId }, agent);
}

/** The time that PostgreSQL itself took for its last start, by its log: half a minute when others use the disk. */
function lastStartMs(): number {
  const log = readFileSync(join(folder, 'database', 'postgres.log'), 'utf8');
  const timeOf = (text: string) => {
    const line = log.split('\n').findLast(each => each.includes(text)) ?? '';
    return Date.parse(`${line.slice(0, 23).replace(' ', 'T')}Z`);
  };
  return timeOf('database system is ready to accept connections') - timeOf('starting PostgreSQL');
}

/** A process of the server that holds its shared memory. */
function childOf(server: number): number {
  return Number(readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ')[0]);
}

describe('an embedded PostgreSQL that is killed', () => {
  it('is ready again within five seconds', { timeout: 300_000 }, async () => {
    const slug = await openEvent(url, 'Will the database come back in time?');
    const agent = await enterAgent(url, 'punctual');
    const outage = async (number: number) => {
      const killed = postmasterPid(folder);
      process.kill(killed, 'SIGKILL');
      const killedAt = performance.now();
      const isReady = async () => {
        if (!(await send(url, '/readyz').then(({ status }) => status === 200))) return false;
        return postmasterPid(folder) !== killed && (await placeOrder(slug, agent, `after-${number}`)).status < 300;
      };
      while (!(await isReady().catch(() => false))) {
        if (performance.now() - killedAt > 90_000) throw new Error(`not ready after 90 s: ${service.output}`);
        await delay(20);
      }
      const readyAfterMs = performance.now() - killedAt;
      const startMs = lastStartMs();
      console.log(`ready ${Math.round(readyAfterMs)} ms after the kill, of which PostgreSQL started for ${startMs} ms`);
      expect(startMs).toBeGreaterThan(0);
      return readyAfterMs - startMs;
    };
    // A host that stands still for seconds delays one of them.
    let shortestMs = await outage(1);
    for (let number = 2; number <= 3 && shortestMs >= 5_000; number += 1) {
      shortestMs = Math.min(shortestMs, await outage(number));
    }
    expect(shortestMs).toBeLessThan(5_000);
  });
});

describe('the outage of an embedded PostgreSQL', () => {
  it('ends with its restart; books are served from memory and orders get 503 with Retry-After until then', {
    timeout: 150_000,
  }, async () => {
    const slug = await openEvent(url, 'Will the database come back?');
    const agent = await enterAgent(url, 'steady');
    const order = (clientOrderId: string) => placeOrder(slug, agent, clientOrderId);
    const paths = ['orderbook/snapshot', 'orderbook/summary'].map(view => `/api/events/${slug}/${view}`);
    expect((await order('before')).status).toBe(201);
    for (const path of paths) expect((await send(url, path)).status).toBe(200);

    const killed = postmasterPid(folder);
    // PostgreSQL rejects a data folder that others may read, so the outage lasts until the test has seen it.
    const cluster = join(folder, 'database', 'cluster');
    chmodSync(cluster, 0o755);
    process.kill(killed, 'SIGKILL');
    const killedAt = performance.now();
    const killedTime = Date.now();
    const books: Answer[] = [];
    const staleBooks: Answer[] = [];
    const orders: Answer[] = [];
    let wasDown = false;
    for (let number = 0, isBack = false; !isBack; number += 1) {
      if (performance.now() - killedAt > 90_000) throw new Error(`not ready after 90 s: ${service.output}`);
      const [placed, ready, ...read] = await Promise.all([
        order(`during-${number % 40}`),
        send(url, '/readyz'),
        ...paths.map(path => send(url, path)),
      ]);
      books.push(...read);
      if (placed.status === 503 && staleBooks.length < 10) staleBooks.push(...read);
      orders.push(placed);
      if (staleBooks.length >= 10) chmodSync(cluster, 0o700);
      wasDown ||= placed.status === 503;
      isBack = wasDown && placed.status < 300 && ready.status === 200;
      // From 100 requests a second on, a service whose event loop is late may refuse reads.
      await delay(50);
    }
    expect(new Set(books.map(({ status }) => status))).toEqual(new Set([200]));
    // A market that was checked just before the outage is served in that state, however long the outage lasts.
    for (const { body } of staleBooks) expect(Date.parse(body.asOf)).toBeLessThan(killedTime + 5_000);
    expect(staleBooks.length).toBeGreaterThan(0);
    const refused = orders.filter(({ status }) => status >= 300);
    // The commit of the first of them may have been in flight at the kill: its outcome is unknown.
    if (refused[0].status === 504) expect(refused.shift()?.body.code).toBe('ACCEPTED_UNKNOWN_CONFIRMATION');
    for (const { status, headers, body } of refused) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(postmasterPid(folder)).not.toBe(killed);
    expect(service.child.exitCode).toBeNull();
    expect(await auditBalances(url)).toMatchObject({ balanced: true, differences: [] });
  });
});

describe('a service that is killed with its PostgreSQL', () => {
  it.runIf(process.platform === 'linux')(
    'starts again with all data, and reports what it waits for',
    {
      timeout: 150_000,
    },
    async () => {
      const slug = await openEvent(url, 'Will everything come back?');
      const agent = await enterAgent(url, 'lasting');
      expect((await placeOrder(slug, agent, 'lasting')).status).toBe(201);
      const server = postmasterPid(folder);
      // The shared memory of the killed server stays in use until this process ends.
      const stuck = childOf(server);
      process.kill(stuck, 'SIGSTOP');
      process.kill(server, 'SIGKILL');
      await service.ended('SIGKILL');
      service = launch();
      const waiting =
        /waiting for the database, \d+ s so far, at most 60: sessions of the previous server have not ended yet/;
      try {
        await expect.poll(() => service.output, { timeout: 60_000 }).toMatch(waiting);
      } finally {
        process.kill(stuck, 'SIGKILL');
      }
      url = await service.url();
      expect((await send(url, '/readyz')).status).toBe(200);
      const replay = await placeOrder(slug, agent, 'lasting');
      expect(replay).toMatchObject({ status: 200, body: { replayed: true } });
      expect(await auditBalances(url)).toMatchObject({ balanced: true, differences: [] });
    },
  );
});
