import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const inProgress = new Set<string>();
const maxWorkMs = 3_600_000;

/** A temporary sibling of `path` that is renamed into place when complete; its name contains the process id. */
export function asideOf(path: string): string {
  const aside = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  inProgress.add(aside);
  return aside;
}

export async function discardAside(aside: string): Promise<void> {
  inProgress.delete(aside);
  await rm(aside, { recursive: true, force: true, maxRetries: 3 });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Removes temporary files that interrupted processes left next to `path`. A failure is ignored: the next start tries
 * again.
 */
export async function removeAbandonedAsides(path: string): Promise<void> {
  const prefix = `${basename(path)}.new-`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names.filter(each => each.startsWith(prefix))) {
    const aside = join(dirname(path), name);
    if (inProgress.has(aside)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    const age = Date.now() - ((await stat(aside).catch(() => null))?.mtimeMs ?? 0);
    // A container may give every start the same pid, and an unrelated process may reuse a pid.
    const abandoned = pid === process.pid || !isRunning(pid) || age > maxWorkMs;
    if (abandoned) await discardAside(aside).catch(() => {});
  }
}

/** Makes a rename or a new file survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
