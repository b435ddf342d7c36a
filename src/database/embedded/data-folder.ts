import { createHash, randomBytes } from 'node:crypto';
import { chmod, lchown, lstat, mkdir, open, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseStartError, reasonOf } from './database-start-error.js';

/** The system user that owns the database files and runs the server. */
export interface ServerUser {
  uid: number;
  gid: number;
  name: string;
}

async function systemUsers(): Promise<ServerUser[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  // macOS defines the ids of nobody as -2; files carry the same bits as an unsigned number.
  const fields = lines.map(line => line.split(':')).filter(each => each.length >= 4);
  return fields.map(([name = '', , uid, gid]) => ({ uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, name }));
}

/**
 * PostgreSQL does not run as root. Root uses the user that already owns the files, so that a database created by an
 * ordinary user stays that user's, and `nobody` for a new one. Any other user runs it directly, which is `null`.
 */
export async function chooseServerUser(clusterFolder: string): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const users = await systemUsers();
  const owner = await stat(clusterFolder).catch(() => null);
  if (owner && owner.uid !== 0) {
    const name = users.find(user => user.uid === owner.uid)?.name ?? `number ${owner.uid}`;
    return { uid: owner.uid, gid: owner.gid, name };
  }
  const nobody = users.find(user => user.name === 'nobody');
  if (nobody) return nobody;
  throw new DatabaseStartError(
    'PostgreSQL refuses to run as root and /etc/passwd has no user nobody to run it: start Presage as an ordinary user',
  );
}

/** The form that `child_process.spawn` requires: ids as signed 32-bit numbers. */
export function spawnIdentity(user: ServerUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

/** Whether the mode bits of a file or folder grant `wanted` (4 read, 2 write, 1 enter or run) to the user. */
export async function grants(path: string, user: ServerUser, wanted: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

/**
 * The first folder on the path to `folder`, including itself, that the user may not enter; null if all are accessible.
 */
export async function closedFolderOnPath(folder: string, user: ServerUser): Promise<string | null> {
  const parent = dirname(folder);
  const above = parent === folder ? null : await closedFolderOnPath(parent, user);
  if (above) return above;
  return (await grants(folder, user, 1)) ? null : folder;
}

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

/** The paths of one embedded database, and the user that its server runs as. */
export interface DataLocation {
  /** The requested folder with symbolic links resolved. */
  dataFolder: string;
  /** All files below appear at once, by a rename, when the database has been created. */
  databaseFolder: string;
  clusterFolder: string;
  passwordFile: string;
  logFile: string;
  user: ServerUser | null;
}

function locationIn(home: string, dataFolder: string, user: ServerUser | null): DataLocation {
  const databaseFolder = join(home, 'database');
  return {
    dataFolder,
    databaseFolder,
    clusterFolder: join(databaseFolder, 'cluster'),
    passwordFile: join(databaseFolder, 'password'),
    logFile: join(databaseFolder, 'postgres.log'),
    user,
  };
}

async function ensureDataFolder(dataDir: string): Promise<string> {
  try {
    const created = await mkdir(dataDir, { recursive: true });
    const folder = await realpath(dataDir);
    // A strict umask would otherwise block the server's user from a folder that this process creates.
    if (created && process.getuid?.() === 0) await chmod(folder, 0o711);
    return folder;
  } catch (error) {
    throw new DatabaseStartError(`the data folder ${dataDir} can't be used: ${reasonOf(error)}`);
  }
}

/**
 * Decides where the database is stored. An existing database stays where it is, so that a changed permission never
 * makes Presage start with an empty one.
 */
export async function chooseDataLocation(dataDir: string, say: (line: string) => void): Promise<DataLocation> {
  const dataFolder = await ensureDataFolder(dataDir);
  const here = locationIn(dataFolder, dataFolder, null);
  if (process.getuid?.() !== 0) return here;
  const isHere = await exists(here.databaseFolder);
  const settled = isHere ? null : await currentDataDir(dataFolder);
  const user = await chooseServerUser(locationIn(settled ?? dataFolder, dataFolder, null).clusterFolder);
  if (!user) return here;
  const closed = await closedFolderOnPath(dataFolder, user);
  if (isHere && closed) {
    throw new DatabaseStartError(
      `the database in ${dataFolder} runs as user ${user.name}, which can't access ${closed}: allow it (chmod o+x ${closed}) and start again`,
    );
  }
  if (!settled && !closed) return { ...here, user };
  const home = settled ?? (await chooseFallbackDataDir(dataFolder, closed ?? dataFolder, user, say));
  const blocked = await closedFolderOnPath(home, user);
  if (!blocked) return locationIn(home, dataFolder, user);
  throw new DatabaseStartError(`user ${user.name}, which runs the database in ${dataFolder}, can't access ${blocked}`);
}

/** The shortest limit of a socket path among the supported systems, less its terminating zero byte. */
const maxSocketPathLength = 103;

async function checkPrivate(folder: string, user: ServerUser | null): Promise<void> {
  // Root may have been interrupted before it changed the owner of the folder.
  if (user && (await lstat(folder)).uid === 0) await lchown(folder, user.uid, user.gid);
  const stats = await lstat(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (!stats.isDirectory() || stats.uid !== owner || (stats.mode & 0o077) !== 0) {
    throw new DatabaseStartError(
      `${folder} belongs to another user or is accessible to others: remove it and start again`,
    );
  }
}

/**
 * Creates the folder of the server's socket, which only the server's user may enter. PostgreSQL and the driver both
 * treat commas and similar characters in its name as separators, so an unusual or long path gets a short alias under
 * /tmp. The alias does not follow TMPDIR: the next start must find it from any environment.
 */
export async function prepareSocketFolder(place: DataLocation, port: number): Promise<string> {
  const { user, databaseFolder } = place;
  const inside = join(databaseFolder, 'socket');
  const fits = Buffer.byteLength(`${inside}/.s.PGSQL.${port}`) <= maxSocketPathLength && /^[\w./@+-]+$/.test(inside);
  const digest = createHash('sha256').update(databaseFolder).digest('hex').slice(0, 16);
  const folder = fits ? inside : `/tmp/presage-${digest}`;
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new DatabaseStartError(`the folder ${folder} for the database socket can't be created: ${reasonOf(error)}`);
    }
  }
  await checkPrivate(folder, user);
  return folder;
}

/** Reports that another system user created this database, instead of failing later on some file. */
export async function checkOwner(place: DataLocation): Promise<void> {
  const me = process.getuid?.();
  if (me === 0) return;
  const owner = await stat(place.databaseFolder);
  if (owner.uid !== me) {
    throw new DatabaseStartError(
      `the database in ${place.dataFolder} belongs to another system user (uid ${owner.uid}): start Presage as that user`,
    );
  }
}

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
