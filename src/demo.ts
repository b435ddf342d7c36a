import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from './database/pool.js';
import { createPostgresStore } from './database/postgres-store.js';
import type { Lease } from './database/store.js';
import { beginDemo, type DemoMarker, endDemo, lastHouseOrderAt, renewPlans } from './demo/demo-marker.js';
import { type SeedTools, seedArena } from './demo/seed-arena.js';
import * as auditStore from './exchange/store/audit.js';
import { newId } from './http/request-id.js';

export interface DemoOptions {
  readonly pool: Pool;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Another seed produces another arena; tests and screenshots rely on this one. */
const seed = 'presage demo 1';
const lineEveryMs = 1_000;
const lookAgainMs = 300;
const renewAtSteps = [10, 20, 40, 80, 160];

/** Stops at an abort, reports progress about once a second, and keeps the database's statistics current. */
function progress({ pool, say, signal }: DemoOptions): SeedTools['onStep'] {
  let reportedAt = performance.now();
  return async (done, total) => {
    signal.throwIfAborted();
    if (renewAtSteps.includes(done)) await renewPlans(pool);
    if (performance.now() - reportedAt < lineEveryMs) return;
    reportedAt = performance.now();
    say(`demo arena: ${Math.floor((100 * done) / total)} %`);
  };
}

async function fill(options: DemoOptions, { seed: begunWith, now }: DemoMarker, lease: Lease): Promise<void> {
  const { pool, say } = options;
  const began = performance.now();
  const tradedUntil = await lastHouseOrderAt(pool);
  say(
    tradedUntil === null
      ? 'seeding the empty database with demo events (set PRESAGE_DEMO=0 to leave it empty)'
      : 'going on with the demonstration events of an interrupted start',
  );
  const clock = { now };
  // House players can't sign in, so their private streams are never read.
  const store = createPostgresStore(pool, () => clock.now, { streamStorage: false }).under(lease);
  const tools: SeedTools = {
    store,
    setClock(at) {
      clock.now = at;
    },
    newId,
    sha256: text => hash('sha256', text, 'buffer'),
    pause: sleep,
    onStep: progress(options),
  };
  await seedArena(tools, { seed: begunWith, now, tradedUntil });
  await endDemo(pool);
  const { counts } = await store.snapshot(reader => auditStore.figures(reader));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { markets, orders, forecasts } = counts;
  say(`demo arena filled: ${markets} events, ${orders} orders, ${forecasts} forecasts, ${seconds} s`);
}

/**
 * Fills an arena without events, or resumes an interrupted seeding. A second node waits here: at the current time its
 * jobs would close markets that the first is still filling with history.
 */
export async function seedDemo(options: DemoOptions): Promise<void> {
  const { pool, say, signal } = options;
  const store = createPostgresStore(pool);
  for (let waited = false; ; waited = true) {
    signal.throwIfAborted();
    const marker = await beginDemo(pool, seed);
    if (!marker || marker.state === 'ended') return;
    const mine = await store.exclusively('demo arena', async ({ lease }) => {
      const current = await beginDemo(pool, seed);
      if (current?.state === 'begun') await fill(options, current, lease);
    });
    if (mine) return;
    if (!waited) say('another node fills the demo arena; waiting for it');
    await sleep(lookAgainMs, undefined, { signal });
  }
}
