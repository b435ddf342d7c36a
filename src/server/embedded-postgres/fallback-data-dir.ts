import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError, reasonOf } from './database-start-error.js';
import type { ServerUser } from './server-user.js';

/** Contains databases and binaries for root if its own folders are closed to the user that runs PostgreSQL. */
export const fallbackRoot = '/var/lib/presage';

/** A file in the data folder that links to the home of its database; the home links back to the data folder. */
const linkName = 'WHERE.txt';
const returnLinkName = 'FOR.txt';

export function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function textOf(path: string): Promise<string> {
  return (await readFile(path, 'utf8').catch(() => '')).trim();
}

async function linkedHome(dataFolder: string): Promise<string | null> {
  const lines = (await textOf(join(dataFolder, linkName))).split('\n');
  const isHome = (line: string) =>
    line.startsWith(`${fallbackRoot}/`) && /^[0-9a-f]{16}$/.test(line.slice(fallbackRoot.length + 1));
  return lines.find(isHome) ?? null;
}

/**
 * The existing home of the data folder, or null. A moved data folder keeps its home; a copied one does not, because the
 * home is the original's.
 */
export async function currentDataDir(dataFolder: string): Promise<string | null> {
  const home = await linkedHome(dataFolder);
  if (!home || !(await exists(home))) return null;
  const owner = await textOf(join(home, returnLinkName));
  if (owner === dataFolder) return home;
  if (owner !== '' && (await linkedHome(owner)) === home) return null;
  await writeFile(join(home, returnLinkName), `${dataFolder}\n`);
  return home;
}

/** A data folder without its link counts as empty, like a removed one: its former home is left unchanged. */
async function freeHome(dataFolder: string, say: (line: string) => void): Promise<string> {
  for (let turn = 0; ; turn += 1) {
    const digest = createHash('sha256').update(`${dataFolder}\n${turn}`).digest('hex').slice(0, 16);
    const home = join(fallbackRoot, digest);
    if (!(await exists(join(home, 'database')))) return home;
    if ((await textOf(join(home, returnLinkName))) === dataFolder)
      say(`an earlier database of this folder is in ${home}`);
  }
}

/** Gives the data folder a home that the server's user can reach. */
export async function chooseFallbackDataDir(
  dataFolder: string,
  closed: string,
  user: ServerUser,
  say: (line: string) => void,
): Promise<string> {
  // Replaces an unusable link (corrupt or copied); one that appears in the meantime was created by a concurrent start.
  const replaces = await exists(join(dataFolder, linkName));
  const home = await freeHome(dataFolder, say);
  const text = [
    'The database of this folder is in',
    home,
    `because PostgreSQL does not run as root and user ${user.name} can't access ${closed}.`,
    'Do not delete this file: without it, Presage starts with an empty database.',
  ];
  try {
    await mkdir(fallbackRoot, { recursive: true });
    if ((await stat(fallbackRoot)).uid !== 0) throw new Error(`${fallbackRoot} does not belong to root`);
    await chmod(fallbackRoot, 0o755);
    await mkdir(home, { recursive: true });
    await chmod(home, 0o711);
    await writeFile(join(home, returnLinkName), `${dataFolder}\n`);
    await writeFile(join(dataFolder, linkName), `${text.join('\n')}\n`, { flag: replaces ? 'w' : 'wx' });
  } catch (error) {
    const faster = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await currentDataDir(dataFolder) : null;
    if (faster) return faster;
    throw new DatabaseStartError(
      `user ${user.name}, which runs the database for root, can't access ${closed}, and ${home} can't be used instead: ${reasonOf(error)}`,
    );
  }
  say(`the database files are in ${home}, where user ${user.name} can access them`);
  return home;
}
