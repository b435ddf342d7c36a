import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from './config.js';
import { DataFolderInUseError } from './database/embedded/database-start-error.js';
import { startEmbeddedDatabase } from './database/embedded/embedded.js';
import { checkExternal } from './database/embedded/external.js';
import type { ServerChange } from './database/embedded/supervise-server.js';
import { loadMigrations, migrate } from './database/migrate.js';
import { openPool, type Pool } from './database/pool.js';
import { DiskMonitor } from './observability/disk-space.js';
import type { Logger } from './observability/log.js';
import { packageRoot, schemaFolder } from './package-root.js';
import { describeRunningAs } from './running-record.js';
import { type Database, listenProblem, type RunningService, StartError, type StartOptions } from './start-options.js';

/** Checked before the database is started, so that an accidental second start ends at once and changes nothing. */
function checkPort({ PRESAGE_HOST: host, PORT: port, PRESAGE_METRICS_PORT: reserved }: Config): Promise<void> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', error => listenProblem(error, { host, port, reserved }).then(failed));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()));
  });
}

function monitorDisk(folder: string | null, config: Config, log: Logger): DiskMonitor {
  const mebibyte = 1024 * 1024;
  const warnBytes = config.PRESAGE_DISK_WARN_MB * mebibyte;
  return new DiskMonitor({ folder, warnBytes, reserveBytes: config.PRESAGE_DISK_RESERVE_MB * mebibyte, log });
}

function describeChange(change: ServerChange): string {
  if (change.kind === 'down') return `the database is down: ${change.reason}; writes are rejected until it is back`;
  if (change.kind === 'still-down') return `the database is still down: ${change.reason}`;
  if (change.kind === 'up') return `the database is back after ${Math.round(change.downMs)} ms`;
  return `the database is lost: ${change.reason}`;
}

/** The same state as in the metrics and the readiness check. */
function logConnections(pool: Pool, log: Logger): Pool {
  pool.onChange(change => {
    if (change.kind === 'lost') log.warn(`a database connection was lost: ${change.reason}`);
    else if (change.kind === 'unreachable') log.warn(`the database is unreachable: ${change.reason}`);
    else log.warn(`the database is reachable again after ${Math.round(change.downMs)} ms`);
  });
  return pool;
}

async function openDatabase(options: StartOptions, onLaunch: () => void): Promise<Database> {
  const { config, log, say, signal, onDatabaseLost } = options;
  if (config.DATABASE_URL !== null) {
    say('connecting to the database of DATABASE_URL');
    await checkExternal(config.DATABASE_URL);
    const pool = logConnections(openPool(config.DATABASE_URL), log);
    const disk = monitorDisk(null, config, log);
    return {
      name: 'with the database of DATABASE_URL',
      disk,
      pool,
      target: config.DATABASE_URL,
      stop: () => pool.end(),
    };
  }
  say('starting the database');
  const dataDir = resolve(packageRoot, config.PRESAGE_DATA_DIR);
  const onChange = (change: ServerChange) => {
    log.warn(describeChange(change));
    if (change.kind === 'lost') onDatabaseLost(change.reason);
  };
  const embedded = await startEmbeddedDatabase({ dataDir, say, signal, onChange, onLaunch }).catch(async error => {
    const running = error instanceof DataFolderInUseError && (await describeRunningAs(error.holder ?? 0));
    throw running
      ? new StartError(`the data folder ${error.dataFolder} is in use by another Presage process: ${running}`)
      : error;
  });
  if (embedded.takenOver) say('took over the database that an earlier process left running');
  const pool = logConnections(openPool(embedded.connection), log);
  return {
    name: `data folder ${dataDir}`,
    disk: monitorDisk(embedded.dataFolder, config, log),
    pool,
    target: embedded.connection,
    async stop() {
      await pool.end();
      await embedded.stop();
    },
  };
}

async function migrateAndSay(pool: Pool, { say, signal }: StartOptions): Promise<void> {
  const done = await migrate(pool, loadMigrations(schemaFolder), { say, signal });
  if (done.length > 0) say(`migrated the database: ${done.join(', ')}`);
}

/**
 * Starts the service from its configuration; undoes earlier steps if a later one fails. Most modules of the service are
 * loaded while the database starts.
 */
export async function startPresage(options: StartOptions): Promise<RunningService> {
  const { config, signal } = options;
  if (config.PORT !== 0) await checkPort(config);
  let loading: Promise<typeof import('./serve.js')> | undefined;
  const load = () => {
    loading ??= import('./serve.js');
    return loading;
  };
  const database = await openDatabase(options, load);
  try {
    signal.throwIfAborted();
    await migrateAndSay(database.pool, options);
    const { serve } = await load();
    signal.throwIfAborted();
    return await serve(database, options);
  } catch (error) {
    await database.stop();
    throw error;
  }
}
