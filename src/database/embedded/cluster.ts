import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.js';
import {
  asideOf,
  checkOwner,
  type DataLocation,
  discardAside,
  exists,
  removeAbandonedAsides,
  type ServerUser,
  spawnIdentity,
  syncFolder,
} from './data-folder.js';
import { DatabaseStartError, reasonOf } from './database-start-error.js';
import { significantLine } from './server-log.js';

const mebibyte = 1024 * 1024;

/** A container's own limit counts if it is lower than the machine's memory. */
function availableMebibytes(): number {
  const limit = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / mebibyte);
}

function between(low: number, value: number, high: number): string {
  return `${Math.round(Math.min(high, Math.max(low, value)))}MB`;
}

/**
 * All settings are on the server's command line, which takes precedence over every file in the data folder: a data
 * folder never carries the settings of another machine or of an older Presage.
 */
export function serverSettings(socketFolder: string, port: number): Record<string, string> {
  const memory = availableMebibytes();
  return {
    // Commits are acknowledged only after they are on disk.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '60',
    shared_buffers: between(64, memory / 16, 512),
    effective_cache_size: between(128, memory / 2, 65_536),
    work_mem: between(4, memory / 256, 16),
    maintenance_work_mem: between(32, memory / 32, 256),
    // Under load the default of a quarter forces a checkpoint every few seconds, and commits wait for it. It is the
    // maximum size of the log between two checkpoints, and an idle arena uses little of it.
    max_wal_size: '4GB',
    // After a crash the log since the last checkpoint is replayed: at most two minutes of writes instead of ten.
    checkpoint_timeout: '1min',
    // A start after a crash reports which step of the recovery it waits for.
    log_startup_progress_interval: '1s',
    // Statements of a killed service must not continue for long alongside its successor.
    client_connection_check_interval: '2s',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    lc_messages: 'C',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // Details and statements can contain values that must not leave the database, such as hashes of keys.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
}

export const superuser = 'presage';

interface ClusterOptions {
  place: DataLocation;
  binaries: Binaries;
  /** Whether files are flushed to disk; disabled only in tests. */
  durable: boolean;
  say: (line: string) => void;
  signal?: AbortSignal;
}

/**
 * The builtin C.UTF-8 locale sorts by code point and folds case by Unicode, the same on every machine and in every
 * later version, independently of system libraries.
 */
function initdbArguments(cluster: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

/** The operator's PG* variables and locale must not reach the server; a library search path may be needed. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH, ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}), LC_ALL: 'C', TZ: 'UTC' };
}

/** Stays in our process group and writes to our pipe, so that it ends with this process. */
function runInitdb(program: string, args: string[], user: ServerUser | null, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { cwd: '/', env: serverEnvironment(), ...spawnIdentity(user) };
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-8000);
    };
    const interrupt = () => child.kill('SIGINT');
    signal?.addEventListener('abort', interrupt, { once: true });
    if (signal?.aborted) interrupt();
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', error => {
      signal?.removeEventListener('abort', interrupt);
      reject(new DatabaseStartError(`${program} can't be run: ${error.message}`));
    });
    child.on('close', (code, killedBy) => {
      signal?.removeEventListener('abort', interrupt);
      if (code === 0) resolve();
      else reject(new DatabaseStartError(`the database could not be created: ${significantLine(output) || killedBy}`));
    });
  });
}

async function writePrivate(path: string, text: string, user: ServerUser | null): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    if (user) await file.chown(user.uid, user.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Only the cluster itself belongs to the server's user. Other files belong to root, so that the server's user can't
 * redirect root with a symbolic link.
 */
async function fillAside(aside: string, options: ClusterOptions): Promise<void> {
  const { place, binaries, durable, signal } = options;
  const { user } = place;
  const cluster = join(aside, 'cluster');
  const password = randomBytes(24).toString('base64url');
  await mkdir(aside);
  await chmod(aside, user ? 0o711 : 0o700);
  await mkdir(cluster, { mode: 0o700 });
  if (user) await chown(cluster, user.uid, user.gid);
  await writePrivate(join(aside, 'password'), `${password}\n`, null);
  const handedOver = join(aside, 'password-for-initdb');
  await writePrivate(handedOver, `${password}\n`, user);
  await runInitdb(join(binaries.folder, 'bin', 'initdb'), initdbArguments(cluster, handedOver, durable), user, signal);
  await rm(handedOver);
  if (durable) await syncFolder(aside);
}

async function createCluster(options: ClusterOptions): Promise<void> {
  const { databaseFolder } = options.place;
  options.say('creating the database (first start only)');
  const aside = asideOf(databaseFolder);
  try {
    await fillAside(aside, options);
    await rename(aside, databaseFolder);
    if (options.durable) await syncFolder(dirname(databaseFolder));
  } catch (error) {
    // A concurrent start may have finished first.
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
    if (error instanceof DatabaseStartError) throw error;
    throw new DatabaseStartError(`the database could not be created in ${databaseFolder}: ${reasonOf(error)}`);
  } finally {
    await discardAside(aside);
  }
}

async function readOfCluster(place: DataLocation, path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw new DatabaseStartError(
      `the database in ${place.databaseFolder} is damaged (${reasonOf(error)}): restore that folder, or move it away to start with an empty database`,
    );
  }
}

/**
 * Rejects a cluster that is gone, damaged or of another version. Checked before each start of the server: PostgreSQL
 * itself suggests initdb, which would replace a folder that an operator can still restore.
 */
export async function checkCluster(place: DataLocation, binaries: Binaries): Promise<void> {
  const major = Number(await readOfCluster(place, join(place.clusterFolder, 'PG_VERSION')));
  if (major === binaries.major) return;
  throw new DatabaseStartError(
    `the data folder ${place.dataFolder} was created by PostgreSQL ${major}; this version of Presage includes ${binaries.major}: use the version of Presage that created it, or move the data to your own server and set DATABASE_URL`,
  );
}

/** Ensures that a complete cluster of the right version exists, and returns its password. */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { place, binaries } = options;
  await removeAbandonedAsides(place.databaseFolder);
  if (!(await exists(place.databaseFolder))) await createCluster(options);
  await checkOwner(place);
  await checkCluster(place, binaries);
  return readOfCluster(place, place.passwordFile);
}
