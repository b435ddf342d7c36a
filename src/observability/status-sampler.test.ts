import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { createPostgresStore } from '../database/postgres-store.js';
import type { Store } from '../database/store.js';
import { minuteMs } from '../kernel/time.js';
import * as statusStore from '../service/store.js';
import { StatusSampler } from './status-sampler.js';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
});
afterAll(() => database.drop());

const start = Date.parse('2026-03-17T12:00:20.000Z');

describe('the status sampler', () => {
  it('stores the figures since the previous sample, once a minute', async () => {
    let now = start;
    let messages = 40;
    const sampler = new StatusSampler({
      store,
      clock: () => now,
      readiness: async () => ({ ready: true, checks: { database: { ok: true, milliseconds: 0.5 } } }),
      latency: () => ({ node: 'n1', stages: [] }),
      streams: () => ({ readers: 3, messages }),
      jobLagMs: () => 120.4,
    });
    const observe = (routeId: string, ...statuses: number[]) => {
      for (const status of statuses) sampler.observe(routeId, status);
    };
    observe('placeOrder', 201, 200, 400, 500);
    observe('getEvent', 200);
    await sampler.sample();
    observe('placeOrder', 201);
    now += 10_000;
    await sampler.sample();
    now = start + minuteMs;
    messages = 55;
    await sampler.sample();
    const series = await store.read(reader => statusStore.series(reader, start - minuteMs, minuteMs));
    expect(series).toMatchObject([
      { requests: 5, failures: 1, orders: 1, streamMessages: 40, databaseMs: 0.5, jobLagMs: 120 },
      { requests: 1, failures: 0, orders: 1, streamMessages: 15 },
    ]);
  });
});
