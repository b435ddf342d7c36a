import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newDataFolder } from '../../../test/support/disk/prepared-folder.js';
import { openSession } from '../pool.js';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.js';
import { livePostmaster } from './postmaster.js';
import type { ServerChange } from './supervise-server.js';

const settings = { fsync: 'off', shared_buffers: '16MB' };

let folder: string;
let cluster: string;
let database: EmbeddedDatabase;
let changes: ServerChange[];
let lines: string[];

beforeAll(async () => {
  folder = await newDataFolder('presage-supervise-');
  cluster = join(folder, 'database', 'cluster');
});
beforeEach(async () => {
  [changes, lines] = [[], []];
  const onChange = (change: ServerChange) => changes.push(change);
  database = await startEmbeddedDatabase({ dataDir: folder, settings, onChange, say: line => lines.push(line) });
});
afterEach(() => database.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

const kinds = () => changes.map(({ kind }) => kind);

async function query(text: string): Promise<object[]> {
  const limits = { connectTimeoutMs: 10_000, statementMs: 30_000 };
  const session = await openSession(database.connection, { applicationName: 'test', ...limits });
  return session.sql
    .unsafe(text)
    .then(rows => [...rows])
    .finally(() => session.end());
}

async function killServer(): Promise<number> {
  const pid = (await livePostmaster(cluster)) as number;
  process.kill(pid, 'SIGKILL');
  return pid;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

describe('a server that is killed', () => {
  it('is restarted with all committed data, repeatedly', async () => {
    await query('create table words (word text)');
    for (const word of ['more', 'most']) {
      await query(`insert into words values ('${word}')`);
      changes.length = 0;
      await killServer();
      await expect.poll(kinds, { timeout: 20_000 }).toEqual(['down', 'up']);
      expect(changes[0]).toMatchObject({ reason: expect.stringMatching(/exited/) });
      expect(changes[1]).toMatchObject({ restarted: true });
    }
    expect(await query('select word from words order by word')).toEqual([{ word: 'more' }, { word: 'most' }]);
    const rival = startEmbeddedDatabase({ dataDir: folder, settings });
    await expect(rival).rejects.toThrow(`in use by another Presage process (process ${process.pid})`);
    await database.stop();
    expect(await livePostmaster(cluster)).toBeNull();
  });

  it('is not left running when the service stops during its restart', async () => {
    await killServer();
    await expect.poll(kinds, { timeout: 20_000, interval: 2 }).toEqual(['down']);
    await database.stop();
    expect(await livePostmaster(cluster)).toBeNull();
  });

  it.runIf(process.platform === 'linux')('is restarted when its last sessions have ended, and reports it', async () => {
    const server = (await livePostmaster(cluster)) as number;
    const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8');
    const stuck = Number(children.split(' ')[0]);
    process.kill(stuck, 'SIGSTOP');
    try {
      process.kill(server, 'SIGKILL');
      await expect
        .poll(() => lines.join(), { timeout: 20_000 })
        .toMatch(
          /waiting for the database, \d+ s so far, at most 60: sessions of the previous server have not ended yet/,
        );
      expect(kinds()).toEqual(['down']);
    } finally {
      endProcess(stuck);
    }
    await expect.poll(kinds, { timeout: 20_000 }).toEqual(['down', 'up']);
  });
});

describe('a cluster that is gone while the service runs', () => {
  it('is reported as at a start, without the advice to run initdb, until it is restored', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await rename(cluster, elsewhere);
    try {
      process.kill(Number((await readFile(join(elsewhere, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL');
      await expect.poll(kinds, { timeout: 20_000 }).toContain('still-down');
      const reasons = changes.flatMap(change => ('reason' in change ? change.reason : []));
      expect(reasons.at(-1)).toMatch(
        /^the database in .* is damaged \(ENOENT: .*PG_VERSION'\): restore that folder, or/,
      );
      expect(reasons.join()).not.toContain('initdb');
    } finally {
      await rename(elsewhere, cluster);
    }
    await expect.poll(kinds, { timeout: 20_000 }).toContain('up');
  });
});
