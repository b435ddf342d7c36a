import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { adviceFor01, areOf01, loadMigrations, type Migration, migrate } from '../migrate.js';
import { type ConnectionTarget, openClient, openPool } from '../pool.js';
import { quoted } from './catalog.js';
import { BackupError, type Manifest, readManifest, type StoredTable } from './manifest.js';

interface RestoreOptions {
  readonly target: string | ConnectionTarget;
  readonly folder: string;
  readonly schemaFolder: string;
  readonly say?: (line: string) => void;
}

/** Passes the rows of a table through and fails at the end if their checksum differs. */
function verified({ file, sha256 }: StoredTable): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const isWhole = hash.digest('hex') === sha256;
      done(isWhole ? null : new BackupError(`${file} is damaged: its checksum differs from that in manifest.json`));
    },
  });
}

async function readTable(folder: string, table: StoredTable, sink: Writable): Promise<void> {
  try {
    await pipeline(createReadStream(join(folder, table.file)), createGunzip(), verified(table), sink);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BackupError(`${table.file} is missing from ${folder}`);
    if (code?.startsWith('Z_')) throw new BackupError(`${table.file} is damaged: ${message}`);
    throw error;
  }
}

/** Reads every file of a backup and compares it with its checksum. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) {
    await readTable(folder, table, new Writable({ write: (_chunk, _encoding, done) => done() }));
  }
  return manifest;
}

/** The migrations of the backup, which this version must have. */
function migrationsOf(
  { migrations, presageVersion }: Manifest,
  knownMigrations: readonly Migration[],
): readonly Migration[] {
  if (areOf01(migrations))
    throw new BackupError(
      `this version can't restore a backup of Presage 0.1: restore it with the last 0.1 version, ${adviceFor01}`,
    );
  const unknown = migrations.find(({ checksum }, index) => knownMigrations[index]?.checksum !== checksum);
  if (unknown)
    throw new BackupError(
      `the backup has migration ${unknown.number} (${unknown.name}), which this version does not have: restore it with Presage ${presageVersion} or newer`,
    );
  return knownMigrations.slice(0, migrations.length);
}

async function checkEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ players: string; events: string }>(
    'select (select count(*) from players) as players, (select count(*) from events) as events',
  );
  const [{ players, events }] = rows;
  if (players !== '0' || events !== '0')
    throw new BackupError(
      `the database is not empty: it has ${players} players and ${events} events; restore into an empty database or a new data folder`,
    );
}

async function copyRows(client: Client, folder: string, table: StoredTable): Promise<void> {
  const sink = client.query(
    copyFrom(`copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) from stdin`),
  );
  await readTable(folder, table, sink);
  if (sink.rowCount !== table.rows)
    throw new BackupError(`${table.file} has ${sink.rowCount} rows; manifest.json says ${table.rows}`);
}

/** Restores all tables in one transaction, with triggers disabled: they would count and notify each row as a change. */
async function fill(client: Client, folder: string, { tables, partitions, sequences }: Manifest): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await client.query('begin');
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const { name, parent, bound } of partitions)
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bound}`);
  for (const table of tables) await copyRows(client, folder, table);
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value]);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
}

/** Fills an empty database with a backup. A failure leaves it empty. */
export async function restoreBackup({
  target,
  folder,
  schemaFolder,
  say = () => {},
}: RestoreOptions): Promise<Manifest> {
  say('reading the backup and comparing its checksums');
  const manifest = await verifyBackup(folder);
  const migrations = migrationsOf(manifest, loadMigrations(schemaFolder));
  const pool = openPool(target, { max: 2 });
  await migrate(pool, migrations, {}).finally(() => pool.end());
  const client = await openClient(target, 'presage restore');
  try {
    await checkEmpty(client);
    say(`restoring ${manifest.tables.length} tables`);
    await fill(client, folder, manifest);
    await client.query('analyze');
    return manifest;
  } finally {
    await client.end();
  }
}
