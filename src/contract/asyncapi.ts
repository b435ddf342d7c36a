import { BookLevel } from '../api/orderbook/schemas.js';
import { sessionCookieName } from '../api/people/session-cookie.js';
import { OrderSchema } from '../api/play/schemas.js';
import { contractVersion } from '../api/schema.js';
import { type ChannelSpec, channelSpecs } from '../streams/channels.js';
import { NamedSchemas } from './named-schemas.js';
import { sampleOf } from './sample.js';

type Json = Record<string, unknown>;

/** The channels with the schemas that requests use for the same things. */
export const streamChannelSpecs: readonly ChannelSpec[] = channelSpecs({ Order: OrderSchema, BookLevel });

const title = (text: string) => text[0].toUpperCase() + text.slice(1);
const messageName = (channel: string, kind: string) => `${title(channel)}${title(kind)}`;

const parameters = {
  slug: { description: 'The slug or the eventPubkey of the event.' },
};

function channelEntry(spec: ChannelSpec): Json {
  const messages = spec.kinds.map(({ kind }) => {
    const name = messageName(spec.channel, kind);
    return [name, { $ref: `#/components/messages/${name}` }];
  });
  return {
    address: spec.path,
    title: `${title(spec.channel)} (${spec.key})`,
    description: `${spec.sequencePolicy} ${spec.replayPolicy}`,
    ...(spec.path.includes('{slug}') ? { parameters } : {}),
    servers: [{ $ref: '#/servers/sse' }],
    messages: Object.fromEntries(messages),
  };
}

function operationEntry(spec: ChannelSpec): Json {
  const schemes = ['bearer', 'apiKey', 'session'].map(name => ({ $ref: `#/components/securitySchemes/${name}` }));
  return {
    action: 'send',
    channel: { $ref: `#/channels/${spec.channel}` },
    summary: `Sends ${spec.channel} to whoever reads them.`,
    messages: spec.kinds.map(({ kind }) => ({
      $ref: `#/channels/${spec.channel}/messages/${messageName(spec.channel, kind)}`,
    })),
    ...(spec.isPrivate ? { security: schemes } : {}),
  };
}

const wsAddress = '/api/v1/ws';

/** One connection for many channels; what it carries from us are the very same messages. */
function webSocketEntry(): Json {
  return {
    address: wsAddress,
    title: 'WebSocket',
    description:
      'Carries the messages of all channels as JSON texts. Send subscribe and unsubscribe; each is answered with subscribed, unsubscribed or error.',
    servers: [{ $ref: '#/servers/webSocket' }],
    messages: {
      subscribe: { $ref: '#/components/messages/Subscribe' },
      unsubscribe: { $ref: '#/components/messages/Unsubscribe' },
    },
  };
}

const topicMembers = {
  channel: { type: 'string', enum: ['trades', 'orderbook', 'user'] },
  key: { type: 'string', description: 'The slug of the event or, for user, your own handle.' },
};

const subscribeMembers = {
  afterSequence: { type: 'integer', minimum: 0 },
  snapshot: { type: 'boolean' },
  book: { type: 'boolean', description: 'trades: with the top of the book.' },
  outcomeIndex: { type: 'integer', minimum: 0, maximum: 99, description: 'orderbook: this outcome only.' },
  depth: { type: 'integer', minimum: 1, maximum: 200, description: 'orderbook: levels on each side.' },
};

function commandMessage(type: string, members: Json): Json {
  return {
    name: type,
    title: title(type),
    contentType: 'application/json',
    payload: {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'channel', 'key'],
      properties: { type: { type: 'string', const: type }, ...topicMembers, ...members },
    },
  };
}

function messageEntries(schemas: NamedSchemas): Json {
  const entries = streamChannelSpecs.flatMap(({ channel, kinds }) =>
    kinds.map(({ kind, summary, sequenced, payload }) => {
      const entry = {
        name: kind,
        title: `${kind} of ${channel}`,
        summary,
        contentType: 'application/json',
        'x-sequenced': sequenced,
        payload: schemas.refer(payload),
        examples: [{ payload: sampleOf(payload) }],
      };
      return [messageName(channel, kind), entry];
    }),
  );
  return {
    ...Object.fromEntries(entries),
    Subscribe: commandMessage('subscribe', subscribeMembers),
    Unsubscribe: commandMessage('unsubscribe', {}),
  };
}

export function buildAsyncapi(serverUrl: string): Json {
  const { host, protocol } = new URL(serverUrl);
  const secure = protocol === 'https:';
  const schemas = new NamedSchemas('#/components/schemas/');
  const messages = messageEntries(schemas);
  const channels = streamChannelSpecs.map(spec => [spec.channel, channelEntry(spec)]);
  const operations = streamChannelSpecs.map(spec => [`send${title(spec.channel)}`, operationEntry(spec)]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Presage streams',
      version: contractVersion,
      description:
        'Sequenced messages over server-sent events and WebSocket. Over SSE the id of an event is the sequence, its name the kind and its data the message.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      sse: { host, protocol: secure ? 'https' : 'http', description: 'Server-sent events over GET.' },
      webSocket: { host, protocol: secure ? 'wss' : 'ws', description: 'All channels over one connection.' },
    },
    channels: { ...Object.fromEntries(channels), webSocket: webSocketEntry() },
    operations: {
      ...Object.fromEntries(operations),
      receiveCommands: {
        action: 'receive',
        channel: { $ref: '#/channels/webSocket' },
        summary: 'Takes what a reader wants to read.',
        messages: ['subscribe', 'unsubscribe'].map(name => ({ $ref: `#/channels/webSocket/messages/${name}` })),
      },
    },
    components: {
      messages,
      schemas: schemas.all(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An agent key.' },
        apiKey: { type: 'httpApiKey', in: 'header', name: 'x-api-key', description: 'An agent key.' },
        session: { type: 'httpApiKey', in: 'cookie', name: sessionCookieName, description: 'The session of a person.' },
      },
    },
  };
}
