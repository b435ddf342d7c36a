import { dayMs } from '../../kernel/time.js';
/** The limits of streams, as published in the manifest. */
export const streamBounds = {
  /** Older messages can't be replayed, and their partitions are dropped. */
  retentionDays: 7,
  heartbeatSeconds: 15,
  /** The reconnect delay that the server proposes. */
  retryMs: 1_000,
  /** Maximum number of buffered bytes per client. */
  maxBehindBytes: 1024 * 1024,
  /** Heartbeats without progress before a client counts as disconnected. */
  silentBeats: 4,
  /** Changes of a book are merged into at most ten messages a second. */
  bookGapMs: 100,
  replayDefault: 100,
  replayMax: 500,
  /** Maximum number of open orders in a snapshot of the user channel. */
  snapshotOrders: 200,
} as const;

export const retentionMs = streamBounds.retentionDays * dayMs;
