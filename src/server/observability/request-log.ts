import { dayMs } from '../../domain/durations.js';
import { playerIdOf } from '../../http/caller.js';
import type { ErrorCode } from '../../http/errors.js';
import type { LoggedRequest, RequestLog } from '../../http/services.js';
import { unlessFull } from '../../operations/unless-full.js';
import type { Store } from '../../store/store.js';

/** Requests waiting to be written; any beyond this are dropped, oldest first, and counted. */
const maxWaiting = 5000;
const retentionDays = 7;

/**
 * Records failed requests and all requests by players, redacted. Rows are written in batches, once a second, so no
 * request waits for its record.
 */
export interface RequestRecorder extends RequestLog {
  record(entry: LoggedRequest): void;
  flush(): Promise<void>;
  keep(): Promise<void>;
  dropped(): number;
}

/**
 * The maximum number of rate-limit rejections of anonymous callers recorded per second, so that an attack can't flood
 * the log.
 */
const maxRefusalsPerSecond = 20;

export function createRequestRecorder(store: Store, clock: () => number): RequestRecorder {
  let waiting: LoggedRequest[] = [];
  let beingWritten: readonly LoggedRequest[] = [];
  let dropped = 0;
  let refusals = 0;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    refusals = 0;
    if (waiting.length === 0) return;
    beingWritten = waiting;
    waiting = [];
    try {
      await store.transact(writes => writes.requests.append(beingWritten));
    } catch (error) {
      dropped += beingWritten.length;
      throw error;
    } finally {
      beingWritten = [];
    }
  }

  return {
    record(entry) {
      if (entry.code === 'RATE_LIMITED' && entry.playerId === null) {
        refusals += 1;
        if (refusals > maxRefusalsPerSecond) return;
      }
      waiting.push(entry);
      if (waiting.length > maxWaiting) {
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
      await store.transact(writes => writes.requests.maintainPartitions(now, now - retentionDays * dayMs));
    },
    dropped: () => dropped,
    async list(query) {
      await unlessFull(this.flush(), undefined);
      const rows = await store.read(reads => reads.requests.list(query));
      return rows.map(row => ({ ...row, code: row.code as ErrorCode | null }));
    },
    async usage(playerId, from) {
      await unlessFull(this.flush(), undefined);
      return store.read(reads => reads.requests.usage(playerId, from));
    },
    async find(requestId, viewer) {
      const viewerId = playerIdOf(viewer);
      const recent = [...beingWritten, ...waiting]
        .filter(entry => entry.requestId === requestId && (entry.playerId === null || entry.playerId === viewerId))
        .reverse();
      const stored = await store.read(reads => reads.requests.find(requestId, viewerId, 20));
      const all = [...recent, ...stored.map(row => ({ ...row, code: row.code as ErrorCode | null }))];
      // Callers choose request ids and may reuse other callers' ids, so the viewer's own requests come first.
      return viewerId === null
        ? all
        : all.sort((a, b) => Number(b.playerId === viewerId) - Number(a.playerId === viewerId));
    },
  };
}
