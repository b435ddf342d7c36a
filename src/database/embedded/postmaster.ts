import { spawn } from 'node:child_process';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { serverEnvironment } from './cluster.js';
import { type DataLocation, spawnIdentity } from './data-folder.js';
import { DatabaseStartError } from './database-start-error.js';
import { linesOfServer, logSince, logSize, significantLine } from './server-log.js';

const patienceBeforeQuitMs = 20_000;
const patienceAfterQuitMs = 15_000;
const maxWriteMs = 3_000;
/** How long a server may take from its lock file to its socket. */
const maxStartMs = 3_000;

/** Returns whether a process with this pid exists. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function lockFileOf(clusterFolder: string): string {
  return join(clusterFolder, 'postmaster.pid');
}

/** The lines of a lock file of PostgreSQL. */
interface LockFile {
  /** Whether or not that process still exists. */
  readonly pid: number;
  readonly clusterFolder: string;
  readonly startedAtMs: number;
  readonly socket: string;
  readonly state: string;
}

/** Returns null if the file is absent or has no pid. */
async function readLockFile(path: string): Promise<LockFile | null> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').map(line => line.trim());
  const [pid, clusterFolder = '', startedAt, port, socketFolder = '', , , state = ''] = lines;
  const number = Number.parseInt(pid, 10);
  if (!(number > 1)) return null;
  const socket = join(socketFolder, `.s.PGSQL.${port}`);
  return { pid: number, clusterFolder, startedAtMs: Number(startedAt) * 1000, socket, state };
}

/** Returns whether a server accepts connections at this socket. */
function isListening(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * Returns whether the process of a lock file is its server. After a crash, another process may have the pid: a server
 * listens on its socket as soon as it has started.
 */
async function isServerOf({ pid, startedAtMs, socket }: LockFile): Promise<boolean> {
  return processExists(pid) && (Date.now() - startedAtMs < maxStartMs || (await isListening(socket)));
}

/** A start is fast unless the server has to recover from a crash. */
export async function isStarting(clusterFolder: string): Promise<boolean> {
  const lockFile = await readLockFile(lockFileOf(clusterFolder));
  return lockFile?.state === 'starting' && (await isServerOf(lockFile));
}

/** Returns the pid of the server that was started in this folder; null if none runs. */
export async function livePostmaster(clusterFolder: string): Promise<number | null> {
  const lockFile = await readLockFile(lockFileOf(clusterFolder));
  return lockFile?.clusterFolder === clusterFolder && (await isServerOf(lockFile)) ? lockFile.pid : null;
}

/** A lock file without a pid is being written, or was when the power failed. */
async function isStale(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  if (!file) return false;
  const lockFile = await readLockFile(path);
  if (!lockFile) return Date.now() - file.mtimeMs > maxWriteMs;
  return processExists(lockFile.pid) && !(await isServerOf(lockFile));
}

/**
 * PostgreSQL treats any process of its user with the pid of a stale lock file as a running server, so such files are
 * removed. PostgreSQL itself detects other remains of a crash, through its shared memory.
 */
export async function removeStaleLockFiles(clusterFolder: string, socketFolder: string, port: number): Promise<void> {
  for (const lockFile of [lockFileOf(clusterFolder), join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    if (await isStale(lockFile)) await rm(lockFile, { force: true });
  }
}

/** A server that this process started. It outlives this process. */
export interface LaunchedServer {
  pid: number;
  hasEnded(): boolean;
  /** It ran and was then stopped cleanly by its owner. */
  hasEndedWell(): boolean;
  /** The log since the server was started, with lines of other servers that share it; bounded. */
  output(): Promise<string>;
  /** The server's last error line since it was started. */
  complaint(): Promise<string>;
}

/**
 * Gives the server its own session, so that Ctrl-C in this terminal does not reach it, and a file instead of a pipe
 * for its messages, so that it neither blocks nor dies with this process.
 */
export async function launchServer(
  place: DataLocation,
  binaries: Binaries,
  settings: string[],
): Promise<LaunchedServer> {
  const program = join(binaries.folder, 'bin', 'postgres');
  const offset = await logSize(place.logFile);
  const log = await open(place.logFile, 'a', 0o600);
  try {
    // Root may be serving a database of an ordinary user, who must be able to run it alone.
    const owner = await stat(place.databaseFolder);
    if (place.user) await log.chown(owner.uid, owner.gid);
    const child = spawn(program, ['-D', place.clusterFolder, ...settings], {
      cwd: '/',
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      ...spawnIdentity(place.user),
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', error => reject(new DatabaseStartError(`${program} can't be run: ${error.message}`)));
    });
    child.unref();
    const pid = child.pid!;
    const output = () => logSince(place.logFile, offset);
    return {
      pid,
      output,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      hasEndedWell: () => child.exitCode === 0,
      complaint: async () => significantLine(linesOfServer(await output(), pid)),
    };
  } finally {
    await log.close();
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until the server has exited; false after the timeout. */
async function exitsWithin(pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  for (let pause = 10; processExists(pid); pause = Math.min(pause * 1.5, 200)) {
    if (Date.now() > deadline) return false;
    await sleep(pause);
  }
  return true;
}

/**
 * Stops the server: first a fast shutdown, which ends open sessions, then an immediate one, from which the next start
 * recovers.
 */
export async function endServer(pid: number): Promise<void> {
  send(pid, 'SIGINT');
  if (await exitsWithin(pid, patienceBeforeQuitMs)) return;
  send(pid, 'SIGQUIT');
  if (await exitsWithin(pid, patienceAfterQuitMs)) return;
  throw new DatabaseStartError(`the database server (process ${pid}) does not exit`);
}

/** Stops the server in the lock file, which must accept connections, even if the folder was moved since its start. */
export async function endRecordedServer(clusterFolder: string): Promise<void> {
  const lockFile = await readLockFile(lockFileOf(clusterFolder));
  if (lockFile) await endServer(lockFile.pid);
}
