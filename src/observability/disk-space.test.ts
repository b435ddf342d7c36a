import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '../../test/support/test-database.js';
import { startTestService } from '../../test/support/test-service.js';
import { createPostgresStore } from '../database/postgres-store.js';
import { DiskMonitor } from './disk-space.js';
import { createLog } from './log.js';

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

const moreThanAnyDisk = 2 ** 62;

async function startOn(thresholds: { warnBytes: number; reserveBytes: number }, folder: string | null = tmpdir()) {
  const disk = new DiskMonitor({ folder, ...thresholds, log: createLog('silent') });
  const database = await cloneDatabase();
  const service = await startTestService({ store: createPostgresStore(database.pool, null, { disk }), disk });
  await disk.start();
  // Readiness is cached for a second.
  await sleep(1_000);
  stops.push(async () => {
    disk.stop();
    await service.stop();
    await database.drop();
  });
  const signUp = () =>
    service.call('POST', '/api/people/sign-up', {
      json: { email: `${Math.random()}@example.org`, password: 'correct horse battery', displayName: 'Somebody' },
    });
  return { disk, service, signUp };
}

it('rejects writes with 503 and Retry-After below the reserve, and readiness reports the free space', async () => {
  const { service, signUp } = await startOn({ warnBytes: moreThanAnyDisk, reserveBytes: moreThanAnyDisk });
  const reply = await signUp();
  expect(reply.status).toBe(503);
  expect(reply.headers.get('retry-after')).toBe('30');
  expect(reply.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
  const ready = await service.call('GET', '/readyz');
  expect(ready.status).toBe(503);
  expect(ready.body.checks).toMatchObject({ database: { ok: true }, disk: { ok: false } });
  expect(ready.body.checks.disk.detail).toMatch(/\d+ MB of \d+ MB free, the reserve is \d+ MB; writes are rejected$/);
});

it('accepts writes and stays ready below the warning threshold, with a detail', async () => {
  const { service, signUp } = await startOn({ warnBytes: moreThanAnyDisk, reserveBytes: 0 });
  expect((await signUp()).status).toBe(201);
  const ready = await service.call('GET', '/readyz');
  expect(ready.status).toBe(200);
  expect(ready.body.checks.disk).toMatchObject({ ok: true, detail: expect.stringMatching(/less than the warning/) });
});

it('relies on a remote database to report that its disk is full', async () => {
  const { disk, service, signUp } = await startOn({ warnBytes: 0, reserveBytes: 0 }, null);
  expect((await signUp()).status).toBe(201);
  expect((await service.call('GET', '/readyz')).body.checks.disk).toEqual({ ok: true });
  disk.noteFull();
  expect((await signUp()).status).toBe(503);
});

it('leaves a part of the reserve to operators, until little is left', async () => {
  const monitor = (reserveBytes: number, folder: string | null) =>
    new DiskMonitor({ folder, warnBytes: 0, reserveBytes, log: createLog('silent') });
  const inReserve = monitor(moreThanAnyDisk, tmpdir());
  await inReserve.start();
  expect(inReserve).toMatchObject({ isFull: true, isReserveUsed: false });
  inReserve.stop();
  // /proc has no space.
  const empty = monitor(64 * 1024 * 1024, '/proc');
  await empty.start();
  expect(empty).toMatchObject({ isFull: true, isReserveUsed: true });
  empty.stop();
  const remote = monitor(0, null);
  remote.noteFull();
  expect(remote).toMatchObject({ isFull: true, isReserveUsed: false });
});
