import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BackupError, manifestPath } from '../../store/sql/backup/manifest.js';
import { restoreBackup, verifyBackup } from '../../store/sql/backup/restore-backup.js';
import { writeBackup } from '../../store/sql/backup/write-backup.js';
import { MigrationError } from '../../store/sql/migrate.js';
import { type Config, ConfigError, readConfig } from '../config.js';
import { DatabaseStartError } from '../embedded-postgres/database-start-error.js';
import { migrationsFolder, packageVersion } from '../package-root.js';
import { openEmpty, openExisting } from './open-target.js';

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
    const { takenAt, tables } = await restoreBackup({ target, folder, migrationsFolder, say });
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
