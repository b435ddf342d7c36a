import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BackupError } from '../../store/sql/backup/manifest.js';
import type { ConnectionTarget } from '../../store/sql/pool.js';
import type { Config } from '../config.js';
import { DataFolderInUseError } from '../embedded-postgres/database-start-error.js';
import { runningConnection, startEmbeddedDatabase } from '../embedded-postgres/embedded.js';
import { checkExternal } from '../embedded-postgres/external.js';
import { packageRoot } from '../package-root.js';

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
export async function openExisting(config: Config, say: (line: string) => void): Promise<OpenedTarget> {
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
export async function openEmpty(config: Config, say: (line: string) => void): Promise<OpenedTarget> {
  if (config.DATABASE_URL !== null) return external(config.DATABASE_URL);
  const dataDir = resolve(packageRoot, config.PRESAGE_DATA_DIR);
  const embedded = await startEmbeddedDatabase({ dataDir, say });
  return { target: embedded.connection, close: () => embedded.stop() };
}
