import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, ConfigError, readConfig } from './config.js';
import { BackupError, manifestPath } from './database/backup/manifest.js';
import { restoreBackup, verifyBackup } from './database/backup/restore-backup.js';
import { writeBackup } from './database/backup/write-backup.js';
import { DatabaseStartError, DataFolderInUseError } from './database/embedded/database-start-error.js';
import { runningConnection, startEmbeddedDatabase } from './database/embedded/embedded.js';
import { checkExternal } from './database/embedded/external.js';
import { MigrationError } from './database/migrate.js';
import type { ConnectionTarget } from './database/pool.js';
import { packageRoot, packageVersion, schemaFolder } from './package-root.js';

interface OpenedTarget {
  readonly target: string | ConnectionTarget;
  /** Stops a server that was started for this. */
  close(): Promise<void>;
}

async function external(url: string): Promise<OpenedTarget> {
  await checkExternal(url);
  return { target: url, close: async () => {} };
}

/**
 * The database to back up: that of DATABASE_URL or of the data folder, whether or not a Presage process is running on
 * it.
 */
async function openExisting(config: Config, say: (line: string) => void): Promise<OpenedTarget> {
  if (config.DATABASE_URL !== null) return external(config.DATABASE_URL);
  const dataDir = resolve(packageRoot, config.PRESAGE_DATA_DIR);
  // Opening a folder that does not exist would create it.
  const connection = existsSync(dataDir) ? await runningConnection(dataDir) : null;
  if (connection === null)
    throw new BackupError(
      `the data folder ${dataDir} holds no database\nSet PRESAGE_DATA_DIR to the data folder of the arena, or DATABASE_URL to its database.`,
    );
  try {
    // A running arena is not waited for: its database can be backed up.
    const embedded = await startEmbeddedDatabase({ dataDir, say, holderPatienceMs: 0 });
    return { target: embedded.connection, close: () => embedded.stop() };
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    return { target: connection, close: async () => {} };
  }
}

/** The database to restore into. A data folder that does not exist is created; one in use is rejected. */
async function openEmpty(config: Config, say: (line: string) => void): Promise<OpenedTarget> {
  if (config.DATABASE_URL !== null) return external(config.DATABASE_URL);
  const dataDir = resolve(packageRoot, config.PRESAGE_DATA_DIR);
  const embedded = await startEmbeddedDatabase({ dataDir, say });
  return { target: embedded.connection, close: () => embedded.stop() };
}

const say = (line: string) => console.error(`presage: ${line}`);
const isJson = process.argv.includes('--json');
const report = (text: string, value: object) => console.log(isJson ? JSON.stringify(value) : text);
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function backup(config: Config, folder: string): Promise<void> {
  const { target, close } = await openExisting(config, say);
  try {
    const { manifest, rows, bytes } = await writeBackup({ target, folder, presageVersion: packageVersion, say });
    const { takenAt, tables } = manifest;
    report(`backup of ${takenAt}: ${tables.length} tables, ${rows} rows, ${megabytes(bytes)} in ${folder}`, {
      folder,
      takenAt,
      tables: tables.length,
      rows,
      bytes,
    });
  } finally {
    await close();
  }
}

async function restore(config: Config, folder: string): Promise<void> {
  // A corrupt backup must not create a data folder.
  await verifyBackup(folder);
  const { target, close } = await openEmpty(config, say);
  try {
    const { takenAt, tables } = await restoreBackup({ target, folder, schemaFolder, say });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const text = `restored the backup of ${takenAt}: ${tables.length} tables, ${rows} rows`;
    report(text, { folder, takenAt, tables: tables.length, rows });
  } finally {
    await close();
  }
}

/** Rejects a folder without a manifest, before anything is created or changed. */
function requireBackup(folder: string): void {
  if (existsSync(manifestPath(folder))) return;
  const problem = existsSync(folder) ? 'it has no manifest.json' : 'it does not exist';
  throw new BackupError(`${folder} is not a backup: ${problem}\nName a folder that presage backup has written.`);
}

async function verify(folder: string): Promise<void> {
  const { takenAt, tables, migrations, presageVersion } = await verifyBackup(folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  report(
    `the backup of ${takenAt} is whole: ${tables.length} tables, ${rows} rows, written by Presage ${presageVersion} with ${migrations.length} migrations`,
    { folder, takenAt, tables: tables.length, rows, presageVersion, migrations: migrations.length },
  );
}

async function run([task, folder]: string[]): Promise<void> {
  const config = readConfig(process.env);
  if (task === 'backup') await backup(config, resolve(folder));
  else {
    requireBackup(resolve(folder));
    if (task === 'restore') await restore(config, resolve(folder));
    else await verify(resolve(folder));
  }
}

run(process.argv.slice(2)).catch(error => {
  const isExpected = [BackupError, ConfigError, DatabaseStartError, MigrationError].some(kind => error instanceof kind);
  console.error(`presage: ${isExpected ? (error as Error).message : (error as Error).stack}`);
  process.exitCode = 1;
});
