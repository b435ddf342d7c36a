import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseStartError } from './database-start-error.js';

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
