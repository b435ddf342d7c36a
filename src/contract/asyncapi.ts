import { OrderSchema } from '../exchange/schemas.js';
import { sessionCookieName } from '../http/pipeline/credentials.js';
import { contractVersion, type TSchema } from '../http/schema.js';
import { BookLevel } from '../market-data/book-routes.js';
import { type ChannelName, type ChannelSpec, channelSpecs } from '../streams/channels.js';
import { BookStreamQuery, socketMessages, TradesStreamQuery, UserStreamQuery } from '../streams/schemas.js';
import { streamExamples } from './examples.js';
import { NamedSchemas } from './openapi.js';

type Json = Record<string, unknown>;

/** The channels, with the schemas that requests use for the same objects. */
export const streamChannelSpecs: readonly ChannelSpec[] = channelSpecs({ Order: OrderSchema, BookLevel });

const title = (text: string) => text[0].toUpperCase() + text.slice(1);
const messageName = (channel: string, kind: string) => `${title(channel)}${title(kind)}`;

const parameters = {
  slug: { description: 'Slug or eventPubkey of the event.' },
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

const queries: Readonly<Record<ChannelName, TSchema>> = {
  trades: TradesStreamQuery,
  orderbook: BookStreamQuery,
  user: UserStreamQuery,
};

function operationEntry(spec: ChannelSpec, schemas: NamedSchemas): Json {
  const schemes = ['bearer', 'apiKey', 'session'].map(name => ({ $ref: `#/components/securitySchemes/${name}` }));
  return {
    action: 'send',
    channel: { $ref: `#/channels/${spec.channel}` },
    summary: `Sends ${spec.channel} to subscribers.`,
    messages: spec.kinds.map(({ kind }) => ({
      $ref: `#/channels/${spec.channel}/messages/${messageName(spec.channel, kind)}`,
    })),
    ...(spec.isPrivate ? { security: schemes } : {}),
    bindings: { http: { method: 'GET', query: schemas.refer(queries[spec.channel]), bindingVersion: '0.3.0' } },
  };
}

type SocketMessage = keyof typeof socketMessages;
const commands: readonly SocketMessage[] = ['subscribe', 'unsubscribe'];
const answers: readonly SocketMessage[] = ['subscribed', 'unsubscribed', 'error'];

const socketSummaries: Readonly<Record<SocketMessage, string>> = {
  subscribe: 'Subscribes to a channel and key; repeating it replaces the subscription.',
  unsubscribe: 'Ends it.',
  subscribed: 'Response to subscribe; the messages of the channel follow.',
  unsubscribed: 'Response to unsubscribe; no further messages of the channel follow.',
  error: 'Response to a rejected command. The connection stays open unless a limit was exceeded.',
};

const socketRef = (name: string) => ({ $ref: `#/channels/webSocket/messages/${name}` });
const carried = streamChannelSpecs.flatMap(({ channel, kinds }) => kinds.map(({ kind }) => messageName(channel, kind)));

/** One connection for many channels; it carries the same messages. */
function webSocketEntry(): Json {
  const messages = [...commands, ...answers].map(name => [name, { $ref: `#/components/messages/${title(name)}` }]);
  const shared = carried.map(name => [name, { $ref: `#/components/messages/${name}` }]);
  return {
    address: '/api/v1/ws',
    title: 'WebSocket',
    description:
      'Carries the messages of all channels as JSON text. Send subscribe and unsubscribe; the responses are subscribed, unsubscribed or error.',
    servers: [{ $ref: '#/servers/webSocket' }],
    messages: Object.fromEntries([...messages, ...shared]),
    bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
  };
}

function webSocketOperations(): Json {
  const channel = { $ref: '#/channels/webSocket' };
  return {
    receiveCommands: {
      action: 'receive',
      channel,
      summary: 'Receives commands of the client.',
      messages: commands.map(socketRef),
      reply: { channel, messages: answers.map(socketRef) },
    },
    sendOverWebSocket: {
      action: 'send',
      channel,
      summary: 'Sends responses, and the messages of all subscribed channels.',
      messages: [...answers, ...carried].map(socketRef),
    },
  };
}

function socketEntries(schemas: NamedSchemas): Json {
  const entries = Object.entries<TSchema>(socketMessages).map(([name, payload]) => {
    const entry = {
      name,
      title: title(name),
      summary: socketSummaries[name as SocketMessage],
      contentType: 'application/json',
      payload: schemas.refer(payload),
      examples: [{ payload: streamExamples[title(name)] }],
    };
    return [title(name), entry];
  });
  return Object.fromEntries(entries);
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
        examples: [{ payload: streamExamples[messageName(channel, kind)] }],
      };
      return [messageName(channel, kind), entry];
    }),
  );
  return { ...Object.fromEntries(entries), ...socketEntries(schemas) };
}

export function buildAsyncapi(serverUrl: string): Json {
  const { host, protocol } = new URL(serverUrl);
  const secure = protocol === 'https:';
  const schemas = new NamedSchemas('#/components/schemas/');
  const messages = messageEntries(schemas);
  const channels = streamChannelSpecs.map(spec => [spec.channel, channelEntry(spec)]);
  const operations = streamChannelSpecs.map(spec => [`send${title(spec.channel)}`, operationEntry(spec, schemas)]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Presage streams',
      version: contractVersion,
      description:
        'Sequenced messages over server-sent events and WebSocket. Over SSE the id of an event is the sequence, its name is the kind and its data is the message.',
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
      ...webSocketOperations(),
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
