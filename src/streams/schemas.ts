import { controlFramesPerMinute } from '../http/limits.js';
import {
  ContractVersion,
  closed,
  ErrorReply,
  named,
  nullable,
  oneOf,
  type Static,
  Timestamp,
  Type,
} from '../http/schema.js';

const Flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }));
const Sequence = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

const beginning = {
  afterSequence: Sequence(
    'The last sequence that you have received; the stream resumes after it. 0 starts with the first.',
  ),
  snapshot: Flag('Start with a snapshot, whatever afterSequence says; Last-Event-ID overrides both.'),
};

const depth = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Maximum number of levels per side.' }),
);

export const StreamSlug = closed({
  slug: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Slug or eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

export const TradesStreamQuery = closed({ ...beginning, book: Flag('Also send the top of the book.') });

export const BookStreamQuery = closed({
  ...beginning,
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, description: 'Only the book of this outcome; all outcomes if omitted.' }),
  ),
  depth,
});

export const UserStreamQuery = closed(beginning);

const streamChannels = ['trades', 'orderbook', 'user'] as const;
/** What a WebSocket can subscribe to: a channel, or the topic that combines both public channels. */
const socketChannels = [...streamChannels, 'market'] as const;

export const ReplayQuery = closed({
  channel: oneOf(streamChannels, { description: 'orderbook is never stored: the response names a snapshot.' }),
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Slug of the event or, for user, your own handle.',
    examples: ['rain-in-london-on-1-may'],
  }),
  afterSequence: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The last sequence that you have received.',
  }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Maximum number of messages.' }),
  ),
});

const word = (text: string) =>
  Type.Unsafe<string>({ type: 'string', const: text, description: 'Type of the message.' });

const commandHead = {
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Id chosen by the client; the response to the command repeats it.',
      examples: ['1'],
    }),
  ),
  channel: oneOf(socketChannels, {
    description:
      'market combines trades and orderbook of the event; its messages name these channels, and afterSequence does not apply to it.',
  }),
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Slug of the event or, for user, your own handle.',
    examples: ['rain-in-london-on-1-may'],
  }),
};

const commandRest = {
  ...beginning,
  book: Flag('trades: include the top of the book.'),
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, description: 'orderbook: only the book of this outcome.' }),
  ),
  depth,
};

/** A command that a client sends over a WebSocket. */
export const SocketCommand = closed({
  type: oneOf(['subscribe', 'unsubscribe'], { description: 'A command to the service.' }),
  ...commandHead,
  ...commandRest,
});
export type SocketCommand = Static<typeof SocketCommand>;

/** The single commands, and their responses. */
export const socketMessages = {
  subscribe: closed({ type: word('subscribe'), ...commandHead, ...commandRest }),
  unsubscribe: closed({ type: word('unsubscribe'), ...commandHead }),
  subscribed: closed({ type: word('subscribed'), ...commandHead }),
  unsubscribed: closed({ type: word('unsubscribed'), ...commandHead }),
  error: Type.Object({
    type: word('error'),
    id: commandHead.id,
    channel: Type.Optional(Type.String({ description: 'Channel as the command named it.', examples: ['trades'] })),
    key: Type.Optional(
      Type.String({ description: 'Key as the command named it.', examples: ['rain-in-london-on-1-may'] }),
    ),
    ...ErrorReply.properties,
  }),
};

const StreamMessage = named(
  'StreamMessage',
  Type.Object(
    {
      channel: oneOf(streamChannels, { description: 'Channel of the message.' }),
      key: Type.String({
        description: 'Slug of the event or, for user, the handle of the player.',
        examples: ['rain-in-london-on-1-may'],
      }),
      sequence: Type.Integer({ minimum: 0, description: 'Sequence of the message within its channel and key.' }),
      kind: Type.String({ description: 'Kind of the message; determines the further members.', examples: ['trade'] }),
      at: Timestamp({ description: 'When the message was created.' }),
    },
    {
      additionalProperties: true,
      description: 'A message as the stream sends it; /api/v1/asyncapi.json has the members of each kind.',
      examples: [
        {
          channel: 'trades',
          key: 'rain-in-london-on-1-may',
          sequence: 58,
          kind: 'trade',
          at: '2026-03-17T12:00:00.000Z',
          trade: {
            id: 'trd_01kx3v7p9ye1f8m2q4s6t8v0wz',
            eventSlug: 'rain-in-london-on-1-may',
            outcomeIndex: 0,
            side: 'buy',
            shares: 16.1,
            credits: 10,
            priceBps: 6211,
            against: 'maker',
            player: { handle: 'ada', kind: 'agent' },
            sequence: 112,
            at: '2026-03-17T12:00:00.000Z',
          },
        },
      ],
    },
  ),
);

export const StreamReplay = named(
  'StreamReplay',
  Type.Union([
    closed({
      channel: oneOf(streamChannels, { description: 'Channel of the request.' }),
      key: Type.String({ description: 'Key of the request.', examples: ['rain-in-london-on-1-may'] }),
      messages: Type.Array(StreamMessage, { description: 'Oldest first, without a gap.' }),
      lastSequence: Type.Integer({ minimum: 0, description: 'Newest existing sequence.' }),
      complete: Type.Boolean({
        description: 'Whether the newest message is included; otherwise request the next ones.',
      }),
    }),
    closed({
      channel: oneOf(streamChannels, { description: 'Channel of the request.' }),
      key: Type.String({ description: 'Key of the request.', examples: ['rain-in-london-on-1-may'] }),
      messages: Type.Array(StreamMessage, { maxItems: 0, description: 'Always empty.' }),
      snapshotRequired: Type.Boolean({
        const: true,
        description: 'The messages after your sequence are not stored: start with a snapshot.',
      }),
      reason: oneOf(['gone', 'ahead', 'storage-off', 'not-stored'], {
        description:
          'gone: no longer stored; ahead: the sequence does not exist yet; storage-off: this arena stores no messages; not-stored: books are never stored.',
      }),
      lastSequence: Type.Integer({ minimum: 0, description: 'Newest existing sequence.' }),
      snapshotUrl: Type.String({
        description:
          'Address of the snapshot. Resume from its tradesSequence, userSequence or, for a book, sequence with afterSequence.',
        examples: ['https://presage.example/api/events/rain-in-london-on-1-may/snapshot'],
      }),
    }),
  ]),
);

const KindEntry = closed({
  kind: Type.String({ description: 'Kind of the message.', examples: ['trade'] }),
  sequenced: Type.Boolean({ description: 'Whether it has an id that a client can resume from.' }),
  summary: Type.String({ description: 'Content of the message.', examples: ['A public trade.'] }),
});

const ChannelEntry = closed({
  channel: oneOf(streamChannels, { description: 'Name of the channel.' }),
  key: Type.String({ description: 'Meaning of the key.', examples: ['slug of the event'] }),
  access: oneOf(['public', 'own credential'], {
    description: 'own credential: needs the key or session of the player.',
  }),
  sseUrl: Type.String({
    description: 'Address of the server-sent events; {slug} is the slug of the event.',
    examples: ['https://presage.example/api/events/{slug}/stream'],
  }),
  parameters: Type.Array(Type.String(), {
    description: 'Query parameters of the stream.',
    examples: [['afterSequence', 'snapshot', 'book']],
  }),
  snapshotUrl: Type.String({
    description: 'Address of the snapshot to start with.',
    examples: ['https://presage.example/api/events/{slug}/snapshot'],
  }),
  snapshotSequence: Type.String({
    description: 'Member of that snapshot to continue from with afterSequence.',
    examples: ['tradesSequence'],
  }),
  sequencePolicy: Type.String({
    description: 'Numbering of the messages.',
    examples: ['Consecutive for each event, starting at 1.'],
  }),
  replayPolicy: Type.String({ description: 'Which messages can be replayed.', examples: ['Stored for 7 days.'] }),
  replayable: Type.Boolean({ description: 'Whether missed messages can be replayed.' }),
  kinds: Type.Array(KindEntry, { description: 'Kinds of messages in the channel.' }),
});

export const StreamManifest = named(
  'StreamManifest',
  closed({
    contractVersion: Type.String({ description: 'Date of the contract.', examples: ['2026-03-17'] }),
    asyncapiUrl: Type.String({
      description: 'Address of the AsyncAPI document.',
      examples: ['https://presage.example/api/v1/asyncapi.json'],
    }),
    channels: Type.Array(ChannelEntry, { description: 'Every channel.' }),
    sequencePolicy: Type.String({
      description: 'Numbering of messages.',
      examples: ['Messages are sequenced for each channel and key.'],
    }),
    gapPolicy: Type.String({
      description: 'How to handle a gap in the sequence.',
      examples: ['Pause strategy writes, request a replay, and refresh snapshots where the replay is not available.'],
    }),
    reconnectPolicy: Type.String({
      description: 'How to resume after a disconnect.',
      examples: ['Reconnect with Last-Event-ID or afterSequence.'],
    }),
    replay: closed(
      {
        url: Type.String({
          description: 'Address of the replay.',
          examples: ['https://presage.example/api/v1/streams/replay'],
        }),
        storage: oneOf(['on', 'off'], { description: 'Whether this arena stores messages.' }),
        keptDays: Type.Integer({ minimum: 0, description: 'Days for which messages are stored; 0 if none are.' }),
        defaultLimit: Type.Integer({ description: 'Messages in one response if limit is omitted.' }),
        maximumLimit: Type.Integer({ description: 'Largest limit.' }),
      },
      { description: 'Replay of stored messages.' },
    ),
    heartbeat: closed(
      {
        seconds: Type.Integer({ description: 'Interval of heartbeats in seconds.' }),
        timeoutSeconds: Type.Integer({
          description: 'Seconds without any message after which a client should reconnect.',
        }),
        policy: Type.String({
          description: 'Content of a heartbeat, and when to reconnect.',
          examples: ['Contains the newest sequence that was sent. Reconnect if no message arrives for timeoutSeconds.'],
        }),
      },
      { description: 'Heartbeats of an open stream.' },
    ),
    backPressure: closed(
      {
        mostBehindBytes: Type.Integer({ description: 'Unread bytes beyond which a stream is closed.' }),
        silentSeconds: Type.Integer({ description: 'Seconds without any read after which a stream is closed.' }),
        policy: Type.String({
          description: 'How a slow reader is disconnected.',
          examples: ['A client that falls behind receives overflow and is disconnected.'],
        }),
      },
      { description: 'Limits for slow clients.' },
    ),
    connections: closed(
      {
        perAddress: nullable(
          Type.Integer({ description: 'Open streams from one client address; null if there is no limit.' }),
        ),
        perPlayer: Type.Integer({ description: 'Open streams of one player.' }),
        subscriptionsPerConnection: Type.Integer({ description: 'Subscriptions over one WebSocket.' }),
        subscriptionsPerAddress: nullable(
          Type.Integer({
            description: 'Subscriptions of one client address over all WebSockets; null if there is no limit.',
          }),
        ),
        subscriptionsPerPlayer: Type.Integer({ description: 'Subscriptions of one player over all WebSockets.' }),
        controlFramesPerMinute: Type.Integer({
          description:
            'Pings and pongs that a client may send over one WebSocket; exceeding it closes the connection with 1008.',
          examples: [controlFramesPerMinute],
        }),
        policy: Type.String({
          description: 'Response when a limit is exceeded.',
          examples: ['Counted per node. Exceeding a limit returns 429 RATE_LIMITED with Retry-After.'],
        }),
      },
      { description: 'Limits of connections and subscriptions, per node.' },
    ),
    sse: closed(
      {
        contentType: Type.String({ description: 'Media type of a stream.', examples: ['text/event-stream'] }),
        resume: Type.Array(Type.String(), {
          description: 'Header and query parameter to resume with.',
          examples: [['Last-Event-ID', 'afterSequence']],
        }),
        retryMs: Type.Integer({ description: 'Reconnection delay that is sent to clients, in milliseconds.' }),
      },
      { description: 'Server-sent events.' },
    ),
    webSocket: closed(
      {
        url: Type.String({ description: 'Address of the WebSocket.', examples: ['wss://presage.example/api/v1/ws'] }),
        status: oneOf(['available', 'planned'], { description: 'planned: not available yet.' }),
        topics: Type.Array(
          closed({
            topic: oneOf(['market', 'user', 'sports', 'rfq'], { description: 'Name of the topic.' }),
            channels: Type.Array(oneOf(streamChannels), { description: 'Channels that the topic includes.' }),
            status: oneOf(['available', 'planned'], { description: 'planned: not available yet.' }),
            subscribe: nullable(
              Type.Object({}, { description: 'A message that subscribes to the topic; null while it is planned.' }),
            ),
          }),
          { description: 'Topics that can be subscribed to by name.' },
        ),
        subscribe: Type.Unknown({ description: 'An example of a subscribe message.' }),
      },
      { description: 'The WebSocket.' },
    ),
  }),
);

export const VersionedAsyncapi = named(
  'VersionedAsyncapi',
  Type.Object(
    {
      asyncapi: Type.String({ const: '3.0.0', description: 'Version of AsyncAPI.' }),
      'x-contract': closed(
        {
          version: ContractVersion,
          format: Type.String({ const: 'asyncapi', description: 'Format of the document.' }),
          formatVersion: Type.String({ const: '3.0.0', description: 'Version of the format.' }),
          canonicalUrl: Type.String({
            description: 'Canonical address of the document.',
            examples: ['https://presage.example/api/v1/asyncapi.json'],
          }),
        },
        { description: 'Version metadata of the contract.' },
      ),
      info: Type.Unknown({ description: 'Title, version and description of the API.' }),
      channels: Type.Unknown({ description: 'Channels with their messages, by name.' }),
    },
    {
      additionalProperties: true,
      description: 'An AsyncAPI 3 document with the contract’s version metadata in x-contract.',
    },
  ),
);
