import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'presage-run-';
/** A whole run uses less than 3 GB at a time. */
const neededBytes = 6 * 1024 ** 3;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function numberIn(path: string): number {
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : 0;
}

/** Stops the server that a killed run left in a folder, and deletes the folder. */
function removeServerFolder(folder: string): void {
  const server = numberIn(join(folder, 'database', 'cluster', 'postmaster.pid'));
  if (server > 0 && isAlive(server)) process.kill(server, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
}

/** Removes the database servers of killed runs; the file `owner` in each folder has the process id. */
export function removeStaleServers(parent: string, serverPrefix: string): void {
  for (const name of readdirSync(parent).filter(entry => entry.startsWith(serverPrefix))) {
    const folder = join(parent, name);
    const owner = numberIn(join(folder, 'owner'));
    if (owner !== 0 && !isAlive(owner)) removeServerFolder(folder);
  }
}

function isUsable(): boolean {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  // Some tests run programs from their temporary folder, which containers often forbid here.
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .findLast(line => line.split(' ')[1] === memory);
  if (mount === undefined || mount.split(' ')[3].split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, freemem()) > neededBytes;
}

function removeFoldersOfKilledRuns(): void {
  for (const name of readdirSync(memory).filter(entry => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue;
    const folder = join(memory, name);
    for (const each of readdirSync(folder)) removeServerFolder(join(folder, each));
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Moves the temporary files of a run into memory if there is enough of it: creating a database there takes a tenth of
 * the time, and each of some hundred test files creates one. Respects an existing TMPDIR.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !isUsable()) return;
  removeFoldersOfKilledRuns();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // When started as root, the database runs as another user, which creates files in the folder.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
