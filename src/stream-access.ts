import { RunStreams } from './certification/faulted-request.js';
import { streamChannelSpecs } from './contract/asyncapi.js';
import type { Store } from './database/store.js';
import { viewOrder } from './exchange/routes.js';
import * as playerMessageStore from './exchange/store/player-messages.js';
import { createStreamSlots, type StreamSlots } from './http/budgets/stream-slots.js';
import { controlFramesPerMinute, streamsPerPlayer, subscriptionBounds } from './http/limits.js';
import { contractVersion } from './http/schema.js';
import { retentionMs } from './http/streams.js';
import type { Jobs } from './jobs/jobs.js';
import type { Logger } from './observability/log.js';
import { StreamHub } from './streams/hub.js';
import { buildManifest } from './streams/manifest.js';
import type { StreamAccess, SubscriptionServices } from './streams/subscriptions.js';
import { replayFrom } from './streams/trade-source.js';
import { createSockets, type Sockets } from './streams/web-socket.js';

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
  readonly slots: StreamSlots;
  readonly sockets: Sockets;
  /** Streams under the base paths of certification runs. */
  readonly runStreams: RunStreams;
  readonly access: StreamAccess;
  /** The figures for metrics. */
  readonly gauges: {
    readonly openStreams: () => number;
    readonly streamMessages: () => number;
    readonly idleStreamBytes: () => number;
  };
  start(jobs: Jobs): Promise<void>;
  /** Ends every stream, so that requests in flight can end. */
  stop(): Promise<void>;
}

export function createStreams(options: StreamOptions, services: SubscriptionServices): Streams {
  const { live } = services.marketData;
  const { store, log, clock, publicUrl, streamsPerAddress = 0, streamStorage: storing = true } = options;
  const failed = (error: unknown) => log.warn({ err: error }, 'a stream could not be opened and was ended');
  const hub = new StreamHub({
    store,
    live,
    clock,
    storing,
    viewOrder,
    onFailed: failed,
  });
  const unwatch = store.watch(hub);
  const sockets = createSockets(publicUrl, services);
  const runStreams = new RunStreams({ store });
  const manifest = Object.freeze(
    buildManifest({
      channels: streamChannelSpecs,
      contractVersion,
      publicUrl,
      storing,
      perAddress: streamsPerAddress,
      perPlayer: streamsPerPlayer,
      subscriptions: subscriptionBounds,
      controlFramesPerMinute,
    }),
  );
  const keep = () => {
    const now = clock();
    return store.transact(tx => playerMessageStore.maintainPartitions(tx, now, now - retentionMs));
  };
  return {
    hub,
    slots: createStreamSlots(streamsPerAddress),
    sockets,
    runStreams,
    gauges: { openStreams: () => hub.size, streamMessages: () => hub.messages, idleStreamBytes: () => hub.idleBytes },
    access: {
      manifest: () => manifest,
      replay: (subscription, after, limit) => replayFrom(hub.source(subscription), after, limit),
    },
    async start(jobs) {
      await keep();
      hub.start();
      jobs.every(3_600_000, 'storing stream messages', keep);
      jobs.every(1000, 'ending streams of certification runs', () => runStreams.check());
    },
    async stop() {
      hub.stop();
      sockets.stop();
      await unwatch();
    },
  };
}
