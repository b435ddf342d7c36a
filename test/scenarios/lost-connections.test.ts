import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openPool } from '../../src/database/pool.js';
import { createPostgresStore } from '../../src/database/postgres-store.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { aMarket } from '../support/builders/market-builders.js';
import { startTcpProxy, type TcpProxy, throughProxy } from '../support/proxies/tcp-proxy.js';
import { startTestService, type TestAgent, type TestService } from '../support/test-service.js';
import { waitUntil } from '../support/wait-until.js';

interface Observed {
  readonly kind: 'order' | 'account' | 'ready';
  readonly id: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** A service whose connections to the database pass through a proxy, and the requests sent to it. */
class Scene {
  private readonly observed: Observed[] = [];
  private orders = 0;

  private constructor(
    private readonly beside: TestService,
    readonly proxy: TcpProxy,
    readonly service: TestService,
    /** Requests alternate between them, so that a fast machine does not reach their limits. */
    private readonly agents: readonly TestAgent[],
    private readonly slug: string,
  ) {}

  static async open(): Promise<Scene> {
    const beside = await startTestService();
    const proxy = await startTcpProxy(beside.database.target);
    const pool = openPool(throughProxy(beside.database.target, proxy));
    const store = createPostgresStore(pool, () => beside.clock.now());
    const service = await startTestService({ beside, store });
    const { slug } = await aMarket(beside.pool, beside.clock.now());
    const agents = await Promise.all(Array.from({ length: 10 }, () => service.anAgent()));
    return new Scene(beside, proxy, service, agents, slug);
  }

  async close(): Promise<void> {
    this.proxy.resume();
    await this.service.stop();
    await this.service.store.close();
    await assertBooksBalance(this.beside.store);
    await this.beside.stop();
    await this.proxy.close();
  }

  async observe(kind: Observed['kind']): Promise<Observed> {
    this.orders += 1;
    const id = `order-${this.orders}`;
    const started = performance.now();
    const json = {
      eventSlug: this.slug,
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 1,
      limitPriceBps: 9_900,
      clientOrderId: id,
    };
    const { headers } = this.agents[this.orders % this.agents.length];
    const reply =
      kind === 'order'
        ? await this.service.call('POST', '/api/play/v1/orders', { headers, json })
        : await this.service.call('GET', kind === 'ready' ? '/readyz' : '/api/play/v1/account', { headers });
    const seen = { kind, id, status: reply.status, milliseconds: performance.now() - started };
    this.observed.push(seen);
    if (reply.status === 503 && kind !== 'ready') expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    return seen;
  }

  /** Sends requests sequentially from a few concurrent clients. */
  async putUnderLoad(until: () => boolean): Promise<void> {
    const kinds = ['order', 'order', 'account', 'account', 'ready'] as const;
    await Promise.all(
      kinds.map(async kind => {
        while (!until()) {
          await this.observe(kind);
          await sleep(25);
        }
      }),
    );
  }

  /** The time until orders, reads and the readiness check work again. */
  async recovery(): Promise<number> {
    const started = performance.now();
    for (;;) {
      const seen = await Promise.all([this.observe('order'), this.observe('account'), this.observe('ready')]);
      if (seen.every(({ status }) => status < 300)) return performance.now() - started;
      await sleep(50);
    }
  }

  /** 504 means that an order's commit is unknown: it is stored once or never. */
  async expectSound(): Promise<void> {
    const { observed } = this;
    expect(
      observed.filter(({ kind, status }) => status >= 300 && status !== 503 && !(kind === 'order' && status === 504)),
    ).toEqual([]);
    expect(Math.max(...observed.map(({ milliseconds }) => milliseconds))).toBeLessThan(20_000);
    const placed = observed.filter(({ kind, status }) => kind === 'order' && status === 201).map(({ id }) => id);
    expect(placed.length).toBeGreaterThan(0);
    const rows = await this.beside.pool<{ id: string }[]>`
      select client_order_id as id from readable_orders where player_id = any(${this.agents.map(({ playerId }) => playerId)})`;
    const stored = rows.map(({ id }) => id);
    expect(new Set(stored).size).toBe(stored.length);
    expect(placed.filter(id => !stored.includes(id))).toEqual([]);
  }
}

/** The tests mostly wait, so they run side by side. */
describe.concurrent('a service whose database connections fail', () => {
  it('responds to every request with success or 503 while they are reset, and loses nothing', async ({
    onTestFinished,
  }) => {
    const scene = await Scene.open();
    onTestFinished(() => scene.close());
    const { proxy, service } = scene;
    let isOver = false;
    const load = scene.putUnderLoad(() => isOver);
    for (let reset = 0; reset < 20; reset += 1) {
      await sleep(150 + Math.random() * 150);
      proxy.reset();
    }
    isOver = true;
    await load;
    expect(await scene.recovery()).toBeLessThan(15_000);
    await scene.expectSound();
    // Jobs use a connection for a short time.
    await waitUntil('no connection stays busy', () => {
      const { busy, waiting, isReachable } = service.store.pool();
      return busy === 0 && waiting === 0 && isReachable;
    });
  }, 60_000);

  it('settles requests in time while responses stall, is not ready meanwhile, and serves again after a reset', {
    timeout: 120_000,
  }, async ({ onTestFinished }) => {
    const scene = await Scene.open();
    onTestFinished(() => scene.close());
    const { proxy, service } = scene;
    expect((await scene.observe('order')).status).toBe(201);
    let isOver = false;
    const load = scene.putUnderLoad(() => isOver);
    await sleep(500);
    proxy.stall();
    await sleep(6_000);
    const [ready, order] = await Promise.all([scene.observe('ready'), scene.observe('order')]);
    expect([ready.status, order.status]).toEqual([503, 503]);
    expect(order.milliseconds).toBeLessThan(5_000);
    const { text } = await service.call('GET', '/healthz');
    expect(text).not.toBe('');
    await sleep(5_500);
    proxy.resume();
    proxy.reset();
    expect(await scene.recovery()).toBeLessThan(15_000);
    isOver = true;
    await load;
    await scene.expectSound();
  });
});
