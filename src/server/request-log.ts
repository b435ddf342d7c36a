import type { ErrorCode } from '../api/errors.js';
import type { Caller, LoggedRequest, RequestLog } from '../api/services.js';
import type { Store } from '../store/store.js';

/** Requests waiting to be written; more than this in one second are dropped, oldest first, and counted. */
const mostWaiting = 5000;
const keptDays = 7;
const dayMs = 86_400_000;

/**
 * The redacted record of failed requests and of all requests by players. Rows are written in batches, once a second,
 * so that no request waits for its own record.
 */
export interface RequestRecorder extends RequestLog {
  record(entry: LoggedRequest): void;
  flush(): Promise<void>;
  keep(): Promise<void>;
  dropped(): number;
}

function visible(entry: { playerId: string | null }, viewer: Caller): boolean {
  return entry.playerId === null || (viewer.kind === 'agent' && viewer.playerId === entry.playerId);
}

export function createRequestRecorder(store: Store, clock: () => number): RequestRecorder {
  let waiting: LoggedRequest[] = [];
  let dropped = 0;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    try {
      await store.transact(writes => writes.requests.append(rows));
    } catch (error) {
      dropped += rows.length;
      throw error;
    }
  }

  return {
    record(entry) {
      waiting.push(entry);
      if (waiting.length > mostWaiting) {
        waiting.splice(0, 500);
        dropped += 500;
      }
    },
    flush() {
      // One batch at a time; a failed batch must not stop the next.
      writing = writing.then(write, write);
      return writing;
    },
    async keep() {
      const now = clock();
      await store.transact(writes => writes.requests.keep(now, now - keptDays * dayMs));
    },
    dropped: () => dropped,
    async find(requestId, viewer) {
      const recent = waiting.filter(entry => entry.requestId === requestId).reverse();
      const stored = (await store.read(reads => reads.requests.find(requestId, 20))) as LoggedRequest[];
      return [...recent, ...stored.map(row => ({ ...row, code: row.code as ErrorCode | null }))].filter(entry =>
        visible(entry, viewer),
      );
    },
  };
}
