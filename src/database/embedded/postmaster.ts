import { execFile, spawn } from 'node:child_process';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.js';
import { serverEnvironment } from './cluster.js';
import type { DataLocation } from './data-folder.js';
import { spawnIdentity } from './data-folder.js';
import { DatabaseStartError } from './database-start-error.js';
import { linesOfServer, logSince, logSize, significantLine } from './server-log.js';

const patienceBeforeQuitMs = 20_000;
const patienceAfterQuitMs = 15_000;
const maxWriteMs = 3_000;

/** The command line of a process; empty if it does not exist or is a zombie. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const answer = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
  return answer?.stdout ?? '';
}

/** Whether the pid is the server of this cluster and not an unrelated process that reused the number. */
export async function isPostmasterOf(clusterFolder: string, pid: number): Promise<boolean> {
  return (await commandLine(pid)).split('\0').join(' ').includes(` -D ${clusterFolder} `);
}

function lockFileOf(clusterFolder: string): string {
  return join(clusterFolder, 'postmaster.pid');
}

/**
 * The first line of a lock file is a pid, whether or not that process exists, the second its folder, the eighth its
 * state.
 */
async function linesOf(lockFile: string): Promise<string[]> {
  return (await readFile(lockFile, 'utf8').catch(() => '')).split('\n');
}

async function recordedPid(lockFile: string): Promise<number | null> {
  const pid = Number.parseInt((await linesOf(lockFile))[0] ?? '', 10);
  return pid > 1 ? pid : null;
}

/** A start is fast unless the server has to recover from a crash. */
export async function isStarting(clusterFolder: string): Promise<boolean> {
  const state = (await linesOf(lockFileOf(clusterFolder)))[7] ?? '';
  return state.trim() === 'starting' && (await livePostmaster(clusterFolder)) !== null;
}

export async function livePostmaster(clusterFolder: string): Promise<number | null> {
  const pid = await recordedPid(lockFileOf(clusterFolder));
  return pid !== null && (await isPostmasterOf(clusterFolder, pid)) ? pid : null;
}

/** A lock file without a pid is being written, or was when the power failed. */
async function isStale(lockFile: string, clusterFolder: string): Promise<boolean> {
  const found = await stat(lockFile).catch(() => null);
  if (!found) return false;
  const pid = await recordedPid(lockFile);
  if (pid === null) return Date.now() - found.mtimeMs > maxWriteMs;
  return !(await isPostmasterOf(clusterFolder, pid)) && (await commandLine(pid)) !== '';
}

/**
 * PostgreSQL treats any process of its user with the pid of a stale lock file as a running server. The command line
 * shows that it is not. PostgreSQL itself detects other remains of a crash, through its shared memory.
 */
export async function removeStaleLockFiles(clusterFolder: string, socketFolder: string, port: number): Promise<void> {
  for (const lockFile of [lockFileOf(clusterFolder), join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    if (await isStale(lockFile, clusterFolder)) await rm(lockFile, { force: true });
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
async function isGoneWithin(clusterFolder: string, pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  for (let pause = 10; await isPostmasterOf(clusterFolder, pid); pause = Math.min(pause * 1.5, 200)) {
    if (Date.now() > deadline) return false;
    await sleep(pause);
  }
  return true;
}

/**
 * Stops the server: first a fast shutdown, which ends open sessions, then an immediate one, from which the next start
 * recovers.
 */
export async function endServer(clusterFolder: string, pid: number): Promise<void> {
  if (!(await isPostmasterOf(clusterFolder, pid))) return;
  send(pid, 'SIGINT');
  if (await isGoneWithin(clusterFolder, pid, patienceBeforeQuitMs)) return;
  send(pid, 'SIGQUIT');
  if (await isGoneWithin(clusterFolder, pid, patienceAfterQuitMs)) return;
  throw new DatabaseStartError(`the database server (process ${pid}) does not exit`);
}

/** Stops the server in the lock file, even if the folder was moved since its start. */
export async function endRecordedServer(clusterFolder: string): Promise<void> {
  const lockFile = lockFileOf(clusterFolder);
  const [pid, startedIn] = [await recordedPid(lockFile), (await linesOf(lockFile))[1]];
  if (pid !== null && startedIn) await endServer(startedIn, pid);
}
