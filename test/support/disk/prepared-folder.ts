import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { startEmbeddedDatabase } from '../../../src/database/embedded/embedded.js';
import { loadMigrations, migrate } from '../../../src/database/migrate.js';
import { openPool, openSession } from '../../../src/database/pool.js';
import { schemaFolder } from '../../../src/package-root.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A path at which the first test that needs one creates a data folder for others to copy. */
    preparedFolder: string;
  }
}

const maxWaitMs = 240_000;
/** The digits are arbitrary. */
const lockKey = 4870_0002;

/** Creates and migrates the database of a data folder as a first start does, without its wait for the disk. */
async function prepare(folder: string): Promise<void> {
  const draft = mkdtempSync(`${folder}-`);
  chmodSync(draft, 0o755);
  const database = await startEmbeddedDatabase({ dataDir: draft, settings: { fsync: 'off' } });
  const pool = openPool(database.connection, { max: 1 });
  await migrate(pool, loadMigrations(schemaFolder));
  await pool.end();
  await database.stop();
  rmSync(join(draft, 'database', 'postgres.log'), { force: true });
  renameSync(draft, folder);
}

/** Creates it once a run: the worker that comes second waits for the lock. */
async function preparedFolder(): Promise<string> {
  const folder = inject('preparedFolder');
  if (existsSync(folder)) return folder;
  const limits = { connectTimeoutMs: 10_000, statementMs: maxWaitMs };
  const session = await openSession(inject('databaseServer'), { applicationName: 'presage tests', ...limits });
  try {
    await session.sql`select pg_advisory_lock(${lockKey})`;
    if (!existsSync(folder)) await prepare(folder);
  } finally {
    await session.end();
  }
  return folder;
}

/**
 * Fills a data folder with a database as the first start leaves it. Creating one takes seconds of CPU time; the tests of
 * the first start itself do without this.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  const prepared = await preparedFolder();
  mkdirSync(dirname(folder), { recursive: true });
  // Unlike cp of Node, it preserves the owner: the files belong to the user of the server.
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
}

/** Creates a temporary data folder with such a database. Its name begins with the prefix. */
export async function newDataFolder(prefix: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  await fillDataFolder(folder);
  chmodSync(folder, 0o755);
  return folder;
}
