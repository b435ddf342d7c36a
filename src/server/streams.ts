import { streamsPerPlayer, subscriptionBounds } from '../api/limits.js';
import { viewOrder } from '../api/play/order-view.js';
import { contractVersion } from '../api/schema.js';
import type { StreamAccess } from '../api/services.js';
import { streamChannelSpecs } from '../contract/asyncapi.js';
import type { LiveReads } from '../operations/live/live-reads.js';
import type { Store } from '../store/store.js';
import { keptMs } from '../streams/bounds.js';
import { StreamHub } from '../streams/hub.js';
import { buildManifest } from '../streams/manifest.js';
import { replayFrom } from '../streams/replay.js';
import type { Jobs } from './jobs.js';
import type { Logger } from './log.js';
import { createSendQueues, type SendQueues } from './pipeline/send-queues.js';
import { createSockets, type Sockets } from './pipeline/sockets.js';
import { createStreamSlots, type StreamSlots } from './pipeline/stream-slots.js';
import { RunStreams } from './sandbox/run-streams.js';

interface StreamOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly clock: () => number;
  readonly publicUrl: string;
  readonly streamsPerAddress?: number;
  readonly streamStorage?: boolean;
}

export interface Streams {
  readonly hub: StreamHub;
  readonly queues: SendQueues;
  readonly slots: StreamSlots;
  readonly sockets: Sockets;
  /** Those below the base paths of certification runs. */
  readonly ofRuns: RunStreams;
  readonly access: StreamAccess;
  /** What metrics show. */
  readonly gauges: { readonly openStreams: () => number; readonly idleStreamBytes: () => number };
  start(jobs: Jobs): Promise<void>;
  /** Ends every stream, so that requests under way can end. */
  stop(): Promise<void>;
}

export function createStreams(options: StreamOptions, live: LiveReads): Streams {
  const { store, log, clock, publicUrl, streamsPerAddress = 0, streamStorage: storing = true } = options;
  const failed = (error: unknown) => log.warn({ err: error }, 'a stream could not be opened and was ended');
  const queues = createSendQueues();
  const hub = new StreamHub({ store, live, clock, storing, viewOrder, failed, measure: () => queues.refresh() });
  const unwatch = store.watch(hub);
  const sockets = createSockets(publicUrl);
  const ofRuns = new RunStreams(store);
  const manifest = Object.freeze(
    buildManifest({
      channels: streamChannelSpecs,
      contractVersion,
      publicUrl,
      storing,
      perAddress: streamsPerAddress,
      perPlayer: streamsPerPlayer,
      subscriptions: subscriptionBounds,
    }),
  );
  const keep = () => {
    const now = clock();
    return store.transact(writes => writes.streams.keep(now, now - keptMs));
  };
  return {
    hub,
    queues,
    slots: createStreamSlots(streamsPerAddress),
    sockets,
    ofRuns,
    gauges: { openStreams: () => hub.size, idleStreamBytes: () => hub.idleBytes },
    access: {
      manifest: () => manifest,
      replay: (subscription, after, limit) => replayFrom(hub.source(subscription), after, limit),
    },
    async start(jobs) {
      await keep();
      hub.start();
      jobs.every(3_600_000, 'keeping stream messages', keep);
      jobs.every(1000, 'ending streams of certification runs', () => ofRuns.check());
    },
    async stop() {
      hub.stop();
      sockets.stop();
      await unwatch();
    },
  };
}
