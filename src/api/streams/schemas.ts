import { controlFramesPerMinute } from '../../http/limits.js';
import { closed, ErrorReply, named, nullable, oneOf, type Static, Timestamp, Type } from '../../http/schema.js';
import { ContractVersion } from '../service/status-schemas.js';

const Flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }));
const Sequence = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

const beginning = {
  afterSequence: Sequence('The last sequence that you have; the stream goes on behind it. 0 begins with the first.'),
  snapshot: Flag('Begin with a snapshot, whatever afterSequence says; Last-Event-ID wins over both.'),
};

const depth = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Levels on each side at most.' }),
);

export const StreamSlug = closed({
  slug: Type.String({ minLength: 1, maxLength: 200, description: 'The slug or the eventPubkey of the event.' }),
});

export const TradesStreamQuery = closed({ ...beginning, book: Flag('Send the top of the book as well.') });

export const BookStreamQuery = closed({
  ...beginning,
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, description: 'The book of this outcome only; all of them if left out.' }),
  ),
  depth,
});

export const UserStreamQuery = closed(beginning);

const streamChannels = ['trades', 'orderbook', 'user'] as const;
/** What a WebSocket can subscribe to: a channel, or the topic of both public channels. */
const socketChannels = [...streamChannels, 'market'] as const;

export const ReplayQuery = closed({
  channel: oneOf(streamChannels, { description: 'orderbook is never stored: it answers with the way to a snapshot.' }),
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The slug of the event or, for user, your own handle.',
    examples: ['rain-in-london-on-1-may'],
  }),
  afterSequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'What you have.' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Messages at most.' })),
});

const word = (text: string) => Type.Unsafe<string>({ type: 'string', const: text });

const commandHead = {
  id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Of your choice; the answer carries it.' }),
  ),
  channel: oneOf(socketChannels, {
    description:
      'market stands for trades and orderbook of the event; its messages name these channels, and it takes no afterSequence.',
  }),
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The slug of the event or, for user, your own handle.',
    examples: ['rain-in-london-on-1-may'],
  }),
};

const commandRest = {
  ...beginning,
  book: Flag('trades: with the top of the book.'),
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, description: 'orderbook: the book of this outcome only.' }),
  ),
  depth,
};

/** A command that a client sends over a WebSocket. */
export const SocketCommand = closed({ type: oneOf(['subscribe', 'unsubscribe']), ...commandHead, ...commandRest });
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
    channel: Type.Optional(Type.String({ description: 'As the command named it.' })),
    key: Type.Optional(Type.String({ description: 'As the command named it.' })),
    ...ErrorReply.properties,
  }),
};

const StreamMessage = named(
  'StreamMessage',
  Type.Object(
    {
      channel: oneOf(streamChannels),
      key: Type.String(),
      sequence: Type.Integer({ minimum: 0 }),
      kind: Type.String(),
      at: Timestamp(),
    },
    {
      additionalProperties: true,
      description: 'A message as the stream carries it; /api/v1/asyncapi.json has the members of each kind.',
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
      channel: oneOf(streamChannels),
      key: Type.String(),
      messages: Type.Array(StreamMessage, { description: 'Oldest first, without a gap.' }),
      lastSequence: Type.Integer({ minimum: 0, description: 'The newest sequence that there is.' }),
      complete: Type.Boolean({ description: 'Whether the newest message is among these; otherwise ask again.' }),
    }),
    closed({
      channel: oneOf(streamChannels),
      key: Type.String(),
      messages: Type.Array(StreamMessage, { maxItems: 0 }),
      snapshotRequired: Type.Boolean({ const: true, description: 'What follows is not kept: begin with a snapshot.' }),
      reason: oneOf(['gone', 'ahead', 'storage-off', 'not-stored'], {
        description:
          'gone: not kept any more; ahead: there is no such sequence yet; storage-off: this arena keeps no messages; not-stored: nobody keeps books.',
      }),
      lastSequence: Type.Integer({ minimum: 0, description: 'The newest sequence that there is.' }),
      snapshotUrl: Type.String({
        description:
          'Where to get it. Its tradesSequence, userSequence or, for a book, sequence is the one to go on from with afterSequence.',
      }),
    }),
  ]),
);

const KindEntry = closed({
  kind: Type.String(),
  sequenced: Type.Boolean({ description: 'Whether it has an id and can be resumed from.' }),
  summary: Type.String(),
});

const ChannelEntry = closed({
  channel: oneOf(streamChannels),
  key: Type.String({ description: 'What the key of a message is.' }),
  access: oneOf(['public', 'own credential']),
  sseUrl: Type.String(),
  parameters: Type.Array(Type.String()),
  snapshotUrl: Type.String(),
  snapshotSequence: Type.String({ description: 'The member of that snapshot to go on from with afterSequence.' }),
  sequencePolicy: Type.String(),
  replayPolicy: Type.String(),
  replayable: Type.Boolean(),
  kinds: Type.Array(KindEntry),
});

export const StreamManifest = named(
  'StreamManifest',
  closed({
    contractVersion: Type.String(),
    asyncapiUrl: Type.String(),
    channels: Type.Array(ChannelEntry),
    sequencePolicy: Type.String(),
    gapPolicy: Type.String(),
    reconnectPolicy: Type.String(),
    replay: closed({
      url: Type.String(),
      storage: oneOf(['on', 'off']),
      keptDays: Type.Integer({ minimum: 0, description: '0 where nothing is stored.' }),
      defaultLimit: Type.Integer(),
      maximumLimit: Type.Integer(),
    }),
    heartbeat: closed({ seconds: Type.Integer(), timeoutSeconds: Type.Integer(), policy: Type.String() }),
    backPressure: closed({ mostBehindBytes: Type.Integer(), silentSeconds: Type.Integer(), policy: Type.String() }),
    connections: closed({
      perAddress: nullable(Type.Integer({ description: 'Open streams; null: no limit.' })),
      perPlayer: Type.Integer(),
      subscriptionsPerConnection: Type.Integer({ description: 'Over one WebSocket.' }),
      subscriptionsPerAddress: nullable(Type.Integer({ description: 'Over all WebSockets; null: no limit.' })),
      subscriptionsPerPlayer: Type.Integer({ description: 'Over all WebSockets.' }),
      controlFramesPerMinute: Type.Integer({
        description: 'Pings and pongs that a client may send over one WebSocket; one more closes it with 1008.',
        examples: [controlFramesPerMinute],
      }),
      policy: Type.String(),
    }),
    sse: closed({ contentType: Type.String(), resume: Type.Array(Type.String()), retryMs: Type.Integer() }),
    webSocket: closed({
      url: Type.String(),
      status: oneOf(['available', 'planned']),
      topics: Type.Array(
        closed({
          topic: oneOf(['market', 'user', 'sports', 'rfq']),
          channels: Type.Array(oneOf(streamChannels)),
          status: oneOf(['available', 'planned']),
          subscribe: nullable(
            Type.Unknown({ description: 'A message that subscribes to the topic; null while it is planned.' }),
          ),
        }),
      ),
      subscribe: Type.Unknown({ description: 'An example of the message that begins a subscription.' }),
    }),
  }),
);

export const VersionedAsyncapi = named(
  'VersionedAsyncapi',
  Type.Object(
    {
      asyncapi: Type.String({ const: '3.0.0' }),
      'x-contract': closed({
        version: ContractVersion,
        format: Type.String({ const: 'asyncapi' }),
        formatVersion: Type.String({ const: '3.0.0' }),
        canonicalUrl: Type.String(),
      }),
      info: Type.Unknown(),
      channels: Type.Unknown(),
    },
    {
      additionalProperties: true,
      description: 'An AsyncAPI 3 document with the contract’s version metadata in x-contract.',
    },
  ),
);
