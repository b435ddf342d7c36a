import { chmod, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newDataFolder } from '../../../test/support/disk/prepared-folder.js';
import { DatabaseStartError } from './database-start-error.js';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.js';
import { livePostmaster } from './postmaster.js';
import type { ServerChange } from './supervise-server.js';

const patienceMs = 6_000;
/** On a busy machine a server may take seconds to report why it does not start. */
const amplePatienceMs = 30_000;
const reason =
  /^the database in \S+ was not ready after \d+ s: sessions of the previous server have not ended yet \(log: \S+\)$/;

let folder: string;
let cluster: string;
let database: EmbeddedDatabase;
let changes: (ServerChange & { readonly at: number })[];
let stuck: number | null = null;

const start = (boundMs = patienceMs) => {
  const onChange = (change: ServerChange) => changes.push({ ...change, at: performance.now() });
  return startEmbeddedDatabase({
    dataDir: folder,
    settings: { fsync: 'off', shared_buffers: '16MB' },
    patienceMs: boundMs,
    onChange,
  });
};
const kinds = () => changes.map(({ kind }) => kind);
const failures = () => changes.filter(change => change.kind === 'still-down');

beforeAll(async () => {
  folder = await newDataFolder('presage-bounds-');
  cluster = join(folder, 'database', 'cluster');
});
beforeEach(async () => {
  changes = [];
  database = await start();
});
afterEach(async () => {
  endStuck();
  await chmod(cluster, 0o700);
  await database.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Kills the server while one of its processes is stopped, so that its shared memory stays in use. */
async function killWithStuckProcess(): Promise<void> {
  const server = (await livePostmaster(cluster)) as number;
  stuck = Number((await readFile(`/proc/${server}/task/${server}/children`, 'utf8')).split(' ')[0]);
  process.kill(stuck, 'SIGSTOP');
  process.kill(server, 'SIGKILL');
}

function endStuck(): void {
  if (stuck !== null) process.kill(stuck, 'SIGKILL');
  stuck = null;
}

describe.runIf(process.platform === 'linux')('a start that takes longer than its bound', () => {
  it('fails with the reason and leaves no server behind; the next one succeeds', async () => {
    await killWithStuckProcess();
    await database.stop();
    const begun = performance.now();
    const error = await start().catch(failure => failure);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect(error.message).toMatch(reason);
    expect(performance.now() - begun).toBeGreaterThan(patienceMs);
    expect(await livePostmaster(cluster)).toBeNull();
    endStuck();
    database = await start();
    expect(database.takenOver).toBe(false);
  });

  it('is reported and retried if the server was killed while the service runs', async () => {
    await killWithStuckProcess();
    await expect.poll(failures, { timeout: 60_000 }).toHaveLength(2);
    for (const change of failures()) expect(change.reason).toMatch(reason);
    endStuck();
    await expect.poll(kinds, { timeout: 60_000 }).toContain('up');
    expect(changes.at(-1)).toMatchObject({ kind: 'up', restarted: true });
  });
});

describe('a server that does not restart', () => {
  it('is retried after waits that double, without a limit on attempts', async () => {
    const attempts = 5;
    await database.stop();
    database = await start(amplePatienceMs);
    // PostgreSQL rejects a data folder that others may read.
    await chmod(cluster, 0o755);
    process.kill((await livePostmaster(cluster)) as number, 'SIGKILL');
    await expect.poll(() => failures().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(attempts);
    const waits = failures().slice(0, attempts);
    expect(waits.map(({ retryMs }) => retryMs)).toEqual([100, 200, 400, 800, 1_600]);
    for (const [index, { retryMs, at }] of waits.slice(0, -1).entries())
      expect(waits[index + 1].at - at, `attempt ${index + 2}`).toBeGreaterThan(retryMs - 20);
    for (const { reason } of waits) expect(reason).toMatch(/did not start: .*permissions/);
    await chmod(cluster, 0o700);
    await expect.poll(kinds, { timeout: 60_000 }).toContain('up');
    // A server that fails again soon after its restart is not restarted at once.
    await chmod(cluster, 0o755);
    changes.length = 0;
    process.kill((await livePostmaster(cluster)) as number, 'SIGKILL');
    await expect.poll(failures, { timeout: 60_000 }).toHaveLength(1);
    expect(failures()[0].retryMs).toBe(5_000);
  });
});
