import { streamBounds } from '../http/streams.js';
import type { ChannelSpec } from './channels.js';

export interface ManifestOptions {
  readonly channels: readonly ChannelSpec[];
  readonly contractVersion: string;
  readonly publicUrl: string;
  readonly storing: boolean;
  readonly perAddress: number;
  readonly perPlayer: number;
  readonly subscriptions: { readonly perConnection: number; readonly perStream: number };
  readonly controlFramesPerMinute: number;
}

function connectionBounds({ perAddress, perPlayer, subscriptions, controlFramesPerMinute }: ManifestOptions): object {
  return {
    perAddress: perAddress === 0 ? null : perAddress,
    perPlayer,
    subscriptionsPerConnection: subscriptions.perConnection,
    subscriptionsPerAddress: perAddress === 0 ? null : perAddress * subscriptions.perStream,
    subscriptionsPerPlayer: perPlayer * subscriptions.perStream,
    controlFramesPerMinute,
    policy: 'Counted per node. Exceeding a limit returns 429 RATE_LIMITED with Retry-After.',
  };
}

/** The topics of the WebSocket by name; `subscribe` is a message that works once the key is replaced. */
const socketTopics = [
  {
    topic: 'market',
    channels: ['trades', 'orderbook'],
    status: 'available',
    subscribe: { type: 'subscribe', channel: 'market', key: 'rain-in-london-on-1-may' },
  },
  {
    topic: 'user',
    channels: ['user'],
    status: 'available',
    subscribe: { type: 'subscribe', channel: 'user', key: 'ada' },
  },
  { topic: 'sports', channels: [], status: 'planned', subscribe: null },
  { topic: 'rfq', channels: [], status: 'planned', subscribe: null },
];

/** Builds the document that a client needs before it subscribes. */
export function buildManifest(options: ManifestOptions): object {
  const { channels, contractVersion, publicUrl, storing } = options;
  const { retentionDays, heartbeatSeconds, retryMs, maxBehindBytes, silentBeats } = streamBounds;
  return {
    contractVersion,
    asyncapiUrl: `${publicUrl}/api/v1/asyncapi.json`,
    channels: channels.map(spec => ({
      channel: spec.channel,
      key: spec.key,
      access: spec.isPrivate ? 'own credential' : 'public',
      sseUrl: `${publicUrl}${spec.path}`,
      parameters: spec.parameters,
      snapshotUrl: `${publicUrl}${spec.snapshotPath}`,
      snapshotSequence: spec.snapshotSequence,
      sequencePolicy: spec.sequencePolicy,
      replayPolicy: storing || !spec.replayable ? spec.replayPolicy : 'Storage is disabled: start with a snapshot.',
      replayable: storing && spec.replayable,
      kinds: spec.kinds.map(({ kind, sequenced, summary }) => ({ kind, sequenced, summary })),
    })),
    sequencePolicy:
      'Messages are sequenced per channel and key. Ignore a sequenced message whose sequence you have already seen. Kinds that are not sequenced have no id: status and heartbeat repeat the newest sequence, top has none and contains marketSequence.',
    gapPolicy: 'Pause strategy writes, request a replay, and refresh snapshots if the replay is not available.',
    reconnectPolicy:
      'Reconnect with Last-Event-ID or afterSequence. The messages continue from there, unless the stream starts with a snapshot.',
    replay: {
      url: `${publicUrl}/api/v1/streams/replay`,
      storage: storing ? 'on' : 'off',
      keptDays: storing ? retentionDays : 0,
      defaultLimit: streamBounds.replayDefault,
      maximumLimit: streamBounds.replayMax,
    },
    heartbeat: {
      seconds: heartbeatSeconds,
      timeoutSeconds: heartbeatSeconds * 3,
      policy: 'Contains the newest sequence that was sent. Reconnect if no message arrives for timeoutSeconds.',
    },
    backPressure: {
      mostBehindBytes: maxBehindBytes,
      silentSeconds: silentBeats * heartbeatSeconds,
      policy:
        'A client with more unread bytes than this, or that reads nothing for silentSeconds, receives overflow if it still reads, and is disconnected.',
    },
    connections: connectionBounds(options),
    sse: {
      contentType: 'text/event-stream',
      resume: ['Last-Event-ID', 'afterSequence'],
      retryMs,
    },
    webSocket: {
      url: `${publicUrl.replace(/^http/, 'ws')}/api/v1/ws`,
      status: 'available',
      topics: socketTopics,
      subscribe: { type: 'subscribe', id: '1', channel: 'trades', key: 'rain-in-london-on-1-may', afterSequence: 57 },
    },
  };
}
