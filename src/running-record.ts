import { lstat, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { processExists } from './database/embedded/postmaster.js';

/**
 * Records which Presage process listens on a port, for a second start that finds the port or the data folder in use.
 */
interface RunningRecord {
  readonly pid: number;
  readonly port: number;
  readonly startedAt: string;
  /** The data folder, or a description of a remote database. */
  readonly database: string;
}

/** Fixed, not under TMPDIR: the next start must find it from any environment. One per user, private. */
const folder = `/tmp/presage-running-${process.getuid?.() ?? 'user'}`;
/** Systems delete files in /tmp that were not touched for days. */
const touchMs = 12 * 3_600_000;

async function isOurs(): Promise<boolean> {
  const stats = await lstat(folder).catch(() => null);
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}

/** Returns null for an incomplete record: it is being written, or the disk is full. */
async function readRecord(file: string): Promise<RunningRecord | null> {
  try {
    const record = JSON.parse(await readFile(join(folder, file), 'utf8')) as RunningRecord;
    return Number.isInteger(record.pid) ? record : null;
  } catch {
    return null;
  }
}

/** A pid may have been reused: after a restart of the system, or by this process after one of its container. */
function isAlive({ pid, startedAt }: RunningRecord): boolean {
  const isSinceBoot = Date.now() - Date.parse(startedAt) < uptime() * 1000;
  return isSinceBoot && pid !== process.pid && processExists(pid);
}

/** Removes records of killed services. */
async function sweep(): Promise<void> {
  for (const file of await readdir(folder)) {
    const record = await readRecord(file);
    if (record && !isAlive(record)) await rm(join(folder, file), { force: true });
  }
}

async function findRecord(matches: (record: RunningRecord) => boolean): Promise<RunningRecord | null> {
  if (!(await isOurs())) return null;
  for (const file of await readdir(folder)) {
    const record = await readRecord(file);
    if (record && matches(record) && isAlive(record)) return record;
  }
  return null;
}

function describe({ pid, port, startedAt, database }: RunningRecord): string {
  return `a running Presage: process ${pid} on port ${port}, ${database}, since ${startedAt}; stop it with: kill ${pid}`;
}

/** Describes the running Presage process that listens on a port, and how to stop it; null if this user has none. */
export async function describeRunningOn(port: number): Promise<string | null> {
  const record = await findRecord(each => each.port === port);
  return record && describe(record);
}

export async function describeRunningAs(pid: number): Promise<string | null> {
  const record = await findRecord(each => each.pid === pid);
  return record && describe(record);
}

/**
 * Records that this process listens on a port; the returned function removes the record. A record that can't be written
 * only costs a later start its explanation.
 */
export async function recordRunning(port: number, database: string): Promise<() => Promise<void>> {
  const file = join(folder, `${port}.json`);
  const record: RunningRecord = { pid: process.pid, port, startedAt: new Date().toISOString(), database };
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  if (!(await isOurs())) return async () => {};
  await sweep().catch(() => {});
  await writeFile(file, JSON.stringify(record), { mode: 0o600 }).catch(() => {});
  const touch = () => Promise.all([file, folder].map(path => utimes(path, new Date(), new Date()))).catch(() => {});
  const timer = setInterval(touch, touchMs).unref();
  return async () => {
    clearInterval(timer);
    const current = await readRecord(`${port}.json`);
    if (current?.pid === process.pid) await rm(file, { force: true });
  };
}
