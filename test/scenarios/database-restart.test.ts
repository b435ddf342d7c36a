import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'presage-restart-'));
  chmodSync(folder, 0o755);
  const limits = { PRESAGE_ADDRESS_READS_PER_MINUTE: '0' };
  service = new Launched({ PRESAGE_DATA_DIR: folder, PRESAGE_OPERATOR_TOKEN: operatorToken, ...limits });
  url = await service.url();
}, 90_000);
afterAll(async () => {
  await service.ended('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

describe('an embedded PostgreSQL that is killed', () => {
  it('is restarted; books are served from memory and orders get 503 with Retry-After meanwhile', {
    timeout: 150_000,
  }, async () => {
    const slug = await openEvent(url, 'Will the database come back?');
    const agent = await enterAgent(url, 'steady');
    const order = (clientOrderId: string) => {
      const bet = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9000 };
      return send(url, '/api/play/v1/orders', { ...bet, clientOrderId }, agent);
    };
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
    let readyAfterMs = Number.NaN;
    let wasDown = false;
    for (let number = 0; Number.isNaN(readyAfterMs); number += 1) {
      if (performance.now() - killedAt > 90_000) throw new Error(`not ready after 90 s: ${service.output}`);
      const [placed, ready, ...read] = await Promise.all([
        order(`during-${number % 40}`),
        send(url, '/readyz'),
        ...paths.map(path => send(url, path)),
      ]);
      books.push(...read);
      if (placed.status === 503) staleBooks.push(...read);
      orders.push(placed);
      if (staleBooks.length >= 10) chmodSync(cluster, 0o700);
      wasDown ||= placed.status === 503;
      if (wasDown && placed.status < 300 && ready.status === 200) readyAfterMs = performance.now() - killedAt;
      await delay(20);
    }
    const recoveryMs = Number(/the database is back after (\d+) ms/.exec(service.output)?.[1]);
    console.log(
      `ready ${Math.round(readyAfterMs)} ms after the kill, of which PostgreSQL recovered for ${recoveryMs} ms`,
    );
    // PostgreSQL syncs all its files first. That is a fraction of a second, or half a minute when other tests use the disk.
    expect(readyAfterMs - recoveryMs).toBeLessThan(20_000);
    expect(new Set(books.map(({ status }) => status))).toEqual(new Set([200]));
    // A market that was checked just before the outage is served in that state, however long the outage lasts.
    for (const { body } of staleBooks) expect(Date.parse(body.asOf)).toBeLessThan(killedTime + 5_000);
    expect(staleBooks.length).toBeGreaterThan(0);
    const refused = orders.filter(({ status }) => status >= 300);
    for (const { status, headers, body } of refused) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(postmasterPid(folder)).not.toBe(killed);
    expect(service.child.exitCode).toBeNull();
    expect(await auditBalances(url)).toMatchObject({ balanced: true, differences: [] });
  });
});
