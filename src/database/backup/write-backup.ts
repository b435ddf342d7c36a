import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ConnectionTarget, openClient } from '../pool.js';
import { type BackupTable, quoted, readCatalog } from './catalog.js';
import {
  type AppliedMigration,
  BackupError,
  type Manifest,
  manifestPath,
  newManifest,
  type StoredTable,
} from './manifest.js';

export interface WrittenBackup {
  readonly manifest: Manifest;
  readonly rows: number;
  readonly bytes: number;
}

interface BackupOptions {
  readonly target: string | ConnectionTarget;
  /** Must not exist, or be empty. */
  readonly folder: string;
  readonly presageVersion: string;
  readonly say?: (line: string) => void;
}

/** Rows in the order of the primary key, so that equal contents make equal files. */
function selection({ name, columns, primaryKey }: BackupTable): string {
  const order = primaryKey.length > 0 ? ` order by ${primaryKey.map(quoted).join(', ')}` : '';
  return `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}${order}) to stdout`;
}

async function writeTable(client: Client, folder: string, table: BackupTable): Promise<StoredTable> {
  const file = `${table.name}.copy.gz`;
  const hash = createHash('sha256');
  const source = client.query(copyTo(selection(table)));
  const tap = new PassThrough();
  tap.on('data', chunk => hash.update(chunk));
  await pipeline(
    source,
    tap,
    createGzip({ level: 6 }),
    createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
  );
  return { ...table, file, rows: source.rowCount, sha256: hash.digest('hex') };
}

async function readMigrations(client: Client): Promise<AppliedMigration[]> {
  const schema = await client.query(`select to_regclass('public.schema_migrations') as name`);
  if (schema.rows[0].name === null) throw new BackupError('the database holds no arena: it has no tables of Presage');
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from schema_migrations order by number',
  );
  return rows;
}

/** One snapshot for all tables, so that the backup is consistent while the arena runs. */
async function writeTables(
  client: Client,
  folder: string,
  { presageVersion, say = () => {} }: BackupOptions,
): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ at: Date }>('select now() as at');
  const migrations = await readMigrations(client);
  const { tables, partitions, sequences } = await readCatalog(client);
  const stored: StoredTable[] = [];
  for (const table of tables) {
    const written = await writeTable(client, folder, table);
    stored.push(written);
    if (written.rows > 100_000) say(`${written.name}: ${written.rows} rows`);
  }
  await client.query('commit');
  return newManifest({
    takenAt: rows[0].at.toISOString(),
    presageVersion,
    migrations,
    tables: stored,
    partitions,
    sequences,
  });
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async name => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function checkTarget(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new BackupError(`${folder} can't be used: ${(error as Error).message}`);
  });
  if (entries.length > 0) throw new BackupError(`${folder} is not empty: name a new folder`);
}

/** Writes a backup to a temporary folder and renames it when it is complete. */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { target, folder } = options;
  await checkTarget(folder);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const client = await openClient(target, 'presage backup');
  try {
    const manifest = await writeTables(client, partial, options);
    await writeFile(manifestPath(partial), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    await syncFolder(partial);
    const bytes = await sizeOf(partial);
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
    await client.query(
      `insert into backups (finished_at, bytes, note, actor) values (now(), $1, $2, 'presage backup') on conflict do nothing`,
      [bytes, `written to ${folder}`],
    );
    return { manifest, bytes, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0) };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}
