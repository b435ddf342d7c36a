import { dayMs } from '../../domain/durations.js';
/** The bounds of streams, as the manifest publishes them. */
export const streamBounds = {
  /** Older messages can't be replayed, and their partitions are dropped. */
  retentionDays: 7,
  heartbeatSeconds: 15,
  /** The reconnect delay that the server proposes. */
  retryMs: 1_000,
  /** Bytes that may be buffered for a reader. */
  maxBehindBytes: 1024 * 1024,
  /** Heartbeats without progress before a reader counts as disconnected. */
  silentBeats: 4,
  /** Changes of a book are merged so that there are at most ten messages a second. */
  bookGapMs: 100,
  replayDefault: 100,
  replayMax: 500,
  /** Open orders in a snapshot of the user channel. */
  snapshotOrders: 200,
} as const;

export const retentionMs = streamBounds.retentionDays * dayMs;
