import { dayMs } from '../../domain/durations.js';
/** Everything that is bounded about streams, in one place: the manifest publishes it. */
export const streamBounds = {
  /** Messages older than this count as gone, and their partitions are dropped. */
  keptDays: 7,
  heartbeatSeconds: 15,
  /** What the server proposes to wait before connecting again. */
  retryMs: 1_000,
  /** Bytes that a reader may leave untaken. */
  mostBehindBytes: 1024 * 1024,
  /** Heartbeats of which a reader has taken nothing, before it counts as gone. */
  silentBeats: 4,
  /** Changes of a book are merged so that there are at most ten messages a second. */
  bookGapMs: 100,
  replayDefault: 100,
  replayMost: 500,
  /** Of open orders in a snapshot of the user channel. */
  snapshotOrders: 200,
} as const;

export const retentionMs = streamBounds.keptDays * dayMs;
