import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../pool.js';
import { findBinaries, runnableBinaries } from './binaries.js';
import { chooseServerUser, spawnIdentity } from './data-folder.js';
import { DatabaseStartError } from './database-start-error.js';
import { type EmbeddedDatabase, type EmbeddedDatabaseOptions, startEmbeddedDatabase } from './embedded.js';
import { endServer, livePostmaster } from './postmaster.js';

const asRoot = process.getuid?.() === 0;
const settings = { fsync: 'off', shared_buffers: '16MB' };
const here = import.meta.dirname;
const driver = join(here, `../../../node_modules/.cache/presage-database-test-${process.pid}.mjs`);

/** Holds a database in a separate process, so that a test can kill it. */
const driverSource = `
  import { startEmbeddedDatabase } from './embedded.js';
  try {
    const database = await startEmbeddedDatabase(JSON.parse(process.argv[2]));
    const { takenOver, dataFolder } = database;
    process.on('message', () => database.stop().then(() => process.disconnect()));
    process.send({ takenOver, dataFolder });
  } catch (error) {
    process.send({ failed: error.message });
    process.disconnect();
  }
`;

let shared: string;
let cleanUps: (() => unknown)[] = [];

async function cleanUp() {
  for (const each of cleanUps.reverse()) await each();
  cleanUps = [];
}

async function endServerOf(folder: string) {
  const cluster = join(folder, 'database', 'cluster');
  const pid = await livePostmaster(cluster);
  if (pid) await endServer(pid);
}

/** A folder that any user may enter; temporary folders are private by default. */
async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'presage-db-'));
  await chmod(folder, mode);
  return folder;
}

async function newFolder(mode = 0o755): Promise<string> {
  const folder = await makeFolder(mode);
  cleanUps.push(async () => {
    await endServerOf(folder);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

async function start(dataDir: string, more: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, settings, ...more });
  cleanUps.push(() => database.stop());
  return database;
}

interface Told {
  takenOver?: boolean;
  dataFolder?: string;
  failed?: string;
}

function startChild(dataDir: string): { child: ChildProcess; told: Promise<Told> } {
  const child = fork(driver, [JSON.stringify({ dataDir, settings })], { stdio: 'inherit', execArgv: [] });
  const told = once(child, 'message').then(([message]) => message as Told);
  told.catch(() => {});
  cleanUps.push(() => kill(child));
  return { child, told };
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function query<T extends object>(database: EmbeddedDatabase, text: string): Promise<T[]> {
  const limits = { connectTimeoutMs: 10_000, statementMs: 30_000 };
  const session = await openSession(database.connection, { applicationName: 'test', ...limits });
  return session.sql
    .unsafe(text)
    .then(rows => [...rows] as unknown as T[])
    .finally(() => session.end());
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => expect.fail('it did not fail'),
    failure => failure,
  );
  expect(error).toBeInstanceOf(DatabaseStartError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

beforeAll(async () => {
  const stdin = { contents: driverSource, resolveDir: here, loader: 'ts' as const };
  await build({ stdin, outfile: driver, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  shared = await makeFolder();
});
afterEach(async () => {
  await cleanUp();
  await endServerOf(shared);
});
afterAll(async () => {
  await rm(shared, { recursive: true, force: true });
  await rm(driver, { force: true });
});

describe('a separate data folder', () => {
  it('is created by the first start and opened quickly by the second', async () => {
    const lines: string[] = [];
    const times = { begun: performance.now(), created: 0, stopped: 0, opened: 0 };
    const first = await start(shared, { say: line => lines.push(line) });
    times.created = performance.now();
    expect(lines).toEqual(['creating the database (first start only)']);
    expect(first).toMatchObject({ takenOver: false, dataFolder: join(shared, 'database') });
    await query(first, 'create table kept (word text); insert into kept values ($$yes$$)');
    const stopping = performance.now();
    await Promise.all([first.stop(), first.stop()]);
    times.stopped = performance.now() - stopping;
    const opening = performance.now();
    const second = await start(shared);
    times.opened = performance.now() - opening;
    console.log(`first ${times.created - times.begun} ms, stop ${times.stopped} ms, second ${times.opened} ms`);
    expect(await query(second, 'select word from kept')).toEqual([{ word: 'yes' }]);
  });

  it('is private, durable and sorts the same everywhere', async () => {
    const database = await start(shared, { settings: { shared_buffers: '16MB' } });
    const shown = await query<{ name: string; setting: string }>(
      database,
      `select name, setting from pg_settings where name in
       ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'password_encryption', 'server_encoding', 'jit', 'TimeZone')`,
    );
    expect(Object.fromEntries(shown.map(row => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      password_encryption: 'scram-sha-256',
      server_encoding: 'UTF8',
      jit: 'off',
      TimeZone: 'UTC',
    });
    expect(await query(database, `select lower('ÄÉ') as low, 'Z' < 'a' as bytes, 'ä' > 'z' as points`)).toEqual([
      { low: 'äé', bytes: true, points: true },
    ]);
    expect((await stat(join(shared, 'database', 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
    const wrong = { ...database, connection: { ...database.connection, password: 'guess' } };
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('may have a long path with unusual characters', async () => {
    const folder = join(await newFolder(), `it's, "odd" ${'long'.repeat(20)}`, 'ü b');
    const database = await start(folder);
    cleanUps.unshift(() => rm(database.connection.host, { recursive: true, force: true }));
    expect(database.connection.host).toMatch(/^\/tmp\/presage-[0-9a-f]{16}$/);
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await failureOf(startEmbeddedDatabase({ dataDir: folder, settings }))).toContain('in use');
  });
});

describe('one owner at a time', () => {
  it.each(['new', 'existing'])('gives a %s folder to exactly one of several simultaneous starts', async kind => {
    const folder = kind === 'new' ? await newFolder() : shared;
    const children = [startChild(folder), startChild(folder)];
    const told = await Promise.all(children.map(each => each.told));
    const failed = told.filter(each => each.failed);
    expect(failed).toHaveLength(1);
    const winner = children[told.findIndex(each => !each.failed)]!.child;
    expect(failed[0]?.failed).toMatch(
      new RegExp(`^the data folder ${folder} is in use by another Presage process \\(process ${winner.pid}\\)`),
    );
    expect((await readdir(folder)).filter(name => name.includes('.new-'))).toEqual([]);
  });

  it('keeps the lock when a process of the server crashes', async () => {
    const changes: string[] = [];
    const database = await start(shared, { onChange: ({ kind }) => changes.push(kind) });
    const [row] = await query<{ pid: number }>(
      database,
      `select pid from pg_stat_activity where application_name like 'presage-owner%'`,
    );
    process.kill(row!.pid, 'SIGKILL');
    const owner = `select from pg_stat_activity where application_name like 'presage-owner%' and pid <> ${row!.pid}`;
    const hasOwner = () =>
      query(database, owner).then(
        rows => rows.length === 1,
        () => false,
      );
    await expect.poll(hasOwner, { timeout: 10_000 }).toBe(true);
    expect(await failureOf(startEmbeddedDatabase({ dataDir: shared, settings }))).toContain(`process ${process.pid}`);
    expect(changes).toEqual(['down', 'up']);
  });

  it('hands over to a start while the owner stops', async () => {
    const first = await start(shared);
    const stopping = first.stop();
    const second = await start(shared);
    await stopping;
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('after a crash', () => {
  it('takes over the database of a killed process, or restarts it when its settings differ', async () => {
    const { child, told } = startChild(shared);
    expect(await told).toMatchObject({ takenOver: false });
    await kill(child);
    const begun = performance.now();
    const heir = await start(shared);
    console.log(`takeover ${performance.now() - begun} ms`);
    expect(heir.takenOver).toBe(true);
    expect(await query(heir, 'select word from kept')).toEqual([{ word: 'yes' }]);
    await heir.stop();
    expect(await livePostmaster(join(shared, 'database', 'cluster'))).toBeNull();

    const next = startChild(shared);
    await next.told;
    await kill(next.child);
    const changed = await start(shared, { settings: { ...settings, work_mem: '5MB' } });
    expect(changed.takenOver).toBe(false);
    expect(await query(changed, 'show work_mem')).toEqual([{ work_mem: '5MB' }]);
  });

  it('is not confused by a lock file whose pid belongs to an unrelated process', async () => {
    const cluster = join(shared, 'database', 'cluster');
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...spawnIdentity(await chooseServerUser(cluster)) });
    cleanUps.push(() => kill(stranger));
    await writeFile(
      join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n${cluster}\n1700000000\n5432\n\n\n 1 1\nready   \n`,
    );
    const database = await start(shared);
    expect(database.takenOver).toBe(false);
    expect(stranger.exitCode).toBeNull();
  });

  it('is not blocked by a lock file that a power failure left empty', async () => {
    const lock = join(shared, 'database', 'cluster', 'postmaster.pid');
    await writeFile(lock, '');
    await utimes(lock, new Date(0), new Date(0));
    await start(shared);
  });
});

describe('an interrupted first start', () => {
  it('recovers regardless of when it was killed', async () => {
    for (const after of [150, 150 + Math.random() * 300, 450 + Math.random() * 400]) {
      const folder = await newFolder();
      const { child } = startChild(folder);
      await sleep(after);
      await kill(child);
      const database = await start(folder);
      expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
      await database.stop();
      const again = await start(folder);
      await again.stop();
      expect((await readdir(folder)).sort()).toEqual(['database']);
    }
  });

  it('can be interrupted cleanly', async () => {
    for (const after of [30, 200]) {
      const folder = await newFolder();
      const starting = startEmbeddedDatabase({ dataDir: folder, settings, signal: AbortSignal.timeout(after) });
      expect(await failureOf(starting)).toContain('interrupted');
      expect((await readdir(folder)).filter(name => name.includes('.new-'))).toEqual([]);
    }
  });
});

describe('a start that can’t succeed', () => {
  it('reports the server’s error', async () => {
    const message = await failureOf(start(shared, { settings: { shared_buffers: 'plenty' } }));
    expect(message).toContain('invalid value for parameter "shared_buffers": "plenty"');
  });

  it('reports both versions when the data folder has another one', async () => {
    const version = join(shared, 'database', 'cluster', 'PG_VERSION');
    const right = await readFile(version, 'utf8');
    cleanUps.push(() => writeFile(version, right));
    await writeFile(version, '17\n');
    expect(await failureOf(start(shared))).toMatch(/was created by PostgreSQL 17; this version of Presage includes 18/);
  });

  it('reports that the data folder is not a folder', async () => {
    const file = join(await newFolder(), 'file');
    await writeFile(file, '');
    expect(await failureOf(start(join(file, 'data')))).toContain(`the data folder ${file}/data can't be used`);
  });
});

describe.runIf(asRoot)('as root', () => {
  it('stores the database where its user can reach it, and finds it again when the folder is moved or opened', async () => {
    const closed = await newFolder(0o700);
    await mkdir(join(closed, 'data'));
    const database = await start(join(closed, 'data'));
    const home = dirname(database.dataFolder);
    cleanUps.unshift(() => rm(home, { recursive: true, force: true }));
    expect(home).toMatch(/^\/var\/lib\/presage\/[0-9a-f]{16}$/);
    expect(await readFile(join(closed, 'data', 'WHERE.txt'), 'utf8')).toContain(home);
    await database.stop();
    await rename(join(closed, 'data'), join(closed, 'moved'));
    const moved = await start(join(closed, 'moved'));
    expect(moved.dataFolder).toBe(database.dataFolder);
    await moved.stop();
    await chmod(closed, 0o755);
    const opened = await start(join(closed, 'moved'));
    expect(opened.dataFolder).toBe(database.dataFolder);
  });

  it('copies binaries that the database user can’t read, once', async () => {
    const [closed, store] = [await newFolder(0o700), await newFolder()];
    const user = await chooseServerUser('/nowhere');
    const installed = await findBinaries();
    const unreadable = { ...installed, folder: join(closed, 'native') };
    await cp(installed.folder, unreadable.folder, { recursive: true, verbatimSymlinks: true });
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    expect(await runnableBinaries(installed, user, store, say)).toEqual(installed);
    const copy = await runnableBinaries(unreadable, user, store, say);
    expect(lines).toHaveLength(1);
    expect(dirname(copy.folder)).toBe(store);
    expect(await runnableBinaries(unreadable, user, store, () => expect.fail('copied again'))).toEqual(copy);
    expect((await readdir(store)).filter(name => name.includes('.new-'))).toEqual([]);
    const server = spawn(join(copy.folder, 'bin', 'postgres'), ['--version'], { cwd: '/', ...spawnIdentity(user) });
    expect(await once(server, 'exit')).toEqual([0, null]);
  });
});
