import { setTimeout as sleep } from 'node:timers/promises';
import type { DataLocation } from './data-location.js';
import { type Connection, knock, type OwnerLock } from './owner-lock.js';
import { isPostmasterOf } from './postmaster.js';
import { logSince, logSize, significantLine } from './server-log.js';

const patienceMs = 600_000;

interface Watched {
  place: DataLocation;
  pid: number;
  lock: OwnerLock;
  connection: Connection;
  onLost: (reason: string) => void;
}

interface Ownership {
  /** Ends the watch; true when the server is still ours to end. */
  close(): boolean;
  release(): Promise<void>;
}

/**
 * Notices when the session that holds the lock breaks. After the crash of one of its processes the server repairs
 * itself and the lock is taken again; when the server is gone or has another owner, the database is lost.
 */
export function watchOwnership({ place, pid, lock: first, connection, onLost }: Watched): Ownership {
  let lock = first;
  let closed = false;
  let stillOurs = true;

  const lose = (reason: string) => {
    if (!closed) onLost(reason);
  };

  const whyItEnded = async () => {
    const size = await logSize(place.logFile);
    const line = significantLine(await logSince(place.logFile, Math.max(0, size - 4096)));
    return `the database server (process ${pid}) ended unexpectedly; the last line of its log: ${line}`;
  };

  const regain = async () => {
    for (const deadline = Date.now() + patienceMs; !closed && Date.now() < deadline; await sleep(250)) {
      if (!(await isPostmasterOf(place.clusterFolder, pid))) return lose(await whyItEnded());
      const answer = await knock(connection);
      // The server may need a moment to notice that our own former session is gone.
      if (answer.kind === 'held' && answer.by !== process.pid) {
        stillOurs = false;
        return lose(`another Presage (process ${answer.by ?? 'unknown'}) took the database over`);
      }
      if (answer.kind !== 'granted') continue;
      lock = answer.lock;
      if (closed) return lock.release();
      return lock.onBroken(regainSoon);
    }
    if (!closed) lose('the database does not recover');
  };
  const regainSoon = () => {
    if (!closed) regain().catch(error => lose(String(error)));
  };
  lock.onBroken(regainSoon);

  return {
    close: () => {
      closed = true;
      return stillOurs;
    },
    release: () => lock.release(),
  };
}
