import { createHash } from 'node:crypto';
import { chmod, lchown, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError, reasonOf } from './database-start-error.js';
import { chooseFallbackDataDir, currentDataDir, exists } from './fallback-data-dir.js';
import { chooseServerUser, closedFolderOnPath, type ServerUser } from './server-user.js';

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
  const found = await lstat(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
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
