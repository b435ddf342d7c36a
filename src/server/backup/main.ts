import { resolve } from 'node:path';
import { BackupError } from '../../store/sql/backup/manifest.js';
import { restoreBackup, verifyBackup } from '../../store/sql/backup/restore-backup.js';
import { writeBackup } from '../../store/sql/backup/write-backup.js';
import { MigrationError } from '../../store/sql/migrate.js';
import { type Config, ConfigError, readConfig } from '../config.js';
import { DatabaseStartError } from '../embedded-postgres/database-start-error.js';
import { migrationsFolder, packageVersion } from '../package-root.js';
import { openEmpty, openExisting } from './open-target.js';

const say = (line: string) => console.error(`presage: ${line}`);
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function backup(config: Config, folder: string): Promise<void> {
  const { target, close } = await openExisting(config, say);
  try {
    const { manifest, rows, bytes } = await writeBackup({ target, folder, presageVersion: packageVersion, say });
    console.log(
      `backup of ${manifest.takenAt}: ${manifest.tables.length} tables, ${rows} rows, ${megabytes(bytes)} in ${folder}`,
    );
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
    console.log(`restored the backup of ${takenAt}: ${tables.length} tables, ${rows} rows`);
  } finally {
    await close();
  }
}

async function verify(folder: string): Promise<void> {
  const { takenAt, tables, migrations, presageVersion } = await verifyBackup(folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `the backup of ${takenAt} is whole: ${tables.length} tables, ${rows} rows, written by Presage ${presageVersion} with ${migrations.length} migrations`,
  );
}

async function run([task, folder]: string[]): Promise<void> {
  const config = readConfig(process.env);
  if (task === 'backup') await backup(config, resolve(folder));
  else if (task === 'restore') await restore(config, resolve(folder));
  else await verify(resolve(folder));
}

run(process.argv.slice(2)).catch(error => {
  const isExpected = [BackupError, ConfigError, DatabaseStartError, MigrationError].some(kind => error instanceof kind);
  console.error(`presage: ${isExpected ? (error as Error).message : (error as Error).stack}`);
  process.exitCode = 1;
});
