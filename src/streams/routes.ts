import {
  defineRoute,
  EventStream,
  type HttpServices,
  type RequestContext,
  type RouteInput,
  SocketStream,
} from '../http/route.js';
import {
  BookStreamQuery,
  ReplayQuery,
  StreamManifest,
  StreamReplay,
  StreamSlug,
  TradesStreamQuery,
  UserStreamQuery,
  VersionedAsyncapi,
} from './schemas.js';
import {
  bookOf,
  ownChannel,
  type StreamServices,
  type SubscriptionServices,
  startOf,
  tradesOf,
  userOf,
} from './subscriptions.js';
import { webSocketPath } from './web-socket.js';

/** The description of the streams; supplied by service. */
interface AsyncapiDocument {
  readonly service: { readonly contract: { versionedAsyncapi(): object } };
}

type Needs = HttpServices & SubscriptionServices & StreamServices;

async function streamTrades(
  { params, query }: RouteInput<{ params: typeof StreamSlug; query: typeof TradesStreamQuery }>,
  { services, lastEventId }: RequestContext<Needs>,
) {
  const start = { ...startOf(query, lastEventId()), book: query.book };
  return new EventStream(await tradesOf(services, params.slug, start, 'slug'));
}

async function streamOrderbook(
  { params, query }: RouteInput<{ params: typeof StreamSlug; query: typeof BookStreamQuery }>,
  { services, lastEventId }: RequestContext<Needs>,
) {
  const { outcomeIndex, depth } = query;
  return new EventStream(
    await bookOf(services, params.slug, { ...startOf(query, lastEventId()), outcomeIndex, depth }, 'slug'),
  );
}

function streamUser({ query }: RouteInput<{ query: typeof UserStreamQuery }>, { caller, lastEventId }: RequestContext) {
  return new EventStream(userOf(caller, startOf(query, lastEventId())));
}

async function replayStream(
  { query }: RouteInput<{ query: typeof ReplayQuery }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { channel, key, afterSequence: after, limit = 100 } = query;
  const {
    settings: { publicUrl },
  } = services;
  const start = { after, snapshot: false };
  if (channel === 'orderbook') {
    const { slug, eventId } = await bookOf(services, key, start, 'key');
    const lastSequence = (await services.marketData.live.markets.read([eventId])).get(eventId)?.market.sequence ?? 0;
    const reason = after > lastSequence ? 'ahead' : 'not-stored';
    const snapshotUrl = `${publicUrl}/api/events/${slug}/orderbook/snapshot`;
    return { channel, key: slug, messages: [], snapshotRequired: true, reason, lastSequence, snapshotUrl };
  }
  const subscription =
    channel === 'user' ? ownChannel(caller, key, start) : await tradesOf(services, key, start, 'key');
  const name = subscription.channel === 'user' ? subscription.handle : subscription.slug;
  const replay = await services.streams.replay(subscription, after, limit);
  if ('messages' in replay) return { channel, key: name, ...replay };
  const path = subscription.channel === 'user' ? '/api/play/v1/account' : `/api/events/${name}/snapshot`;
  const snapshotUrl = `${publicUrl}${path}`;
  return { channel, key: name, messages: [], snapshotRequired: true, ...replay, snapshotUrl };
}

function openWebSocket() {
  return new SocketStream();
}

function getStreamManifest(_input: unknown, { services }: RequestContext<Needs>) {
  return services.streams.manifest();
}

function getAsyncapi(_input: unknown, { services }: RequestContext<AsyncapiDocument>) {
  return services.service.contract.versionedAsyncapi();
}

const area = 'streams';
const events = { description: 'Messages as they happen.', contentType: 'text/event-stream; charset=utf-8' };
const stream = { area, method: 'GET', streams: true, responses: { 200: events } } as const;
const resuming =
  'Send the id of the last message as Last-Event-ID, or as afterSequence, to resume after it without a gap or a duplicate.';

export const streamRoutes = [
  defineRoute({
    ...stream,
    id: 'streamTrades',
    path: '/api/events/{slug}/stream',
    summary: 'Stream the public trades of an event',
    description: `Server-sent events numbered 1, 2, 3 … for each event. ${resuming} If those messages are no longer stored, the stream starts with a snapshot that says so.`,
    auth: 'optional',
    bucket: 'address',
    request: { params: StreamSlug, query: TradesStreamQuery },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: streamTrades,
  }),
  defineRoute({
    ...stream,
    id: 'streamOrderbook',
    path: '/api/events/{slug}/orderbook/stream',
    summary: 'Stream the order book of an event',
    description:
      'Server-sent events: a snapshot, then deltas with the new sizes of changed levels (0: removed). A delta follows the message whose sequence is its previousSequence; changes within a tenth of a second are merged, so sequences may jump. Nodes cache past books briefly: if yours is no longer cached, the stream starts with a snapshot.',
    auth: 'optional',
    bucket: 'address',
    request: { params: StreamSlug, query: BookStreamQuery },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: streamOrderbook,
  }),
  defineRoute({
    ...stream,
    id: 'streamUser',
    path: '/api/play/v1/stream',
    summary: 'Stream your own orders, trades and settlements',
    description: `Server-sent events numbered 1, 2, 3 … for each player, visible to that player only. ${resuming} The stream ends when the key is revoked or the session ends.`,
    auth: 'required',
    bucket: 'reads',
    request: { query: UserStreamQuery },
    handler: streamUser,
  }),
  defineRoute({
    id: 'getStreamManifest',
    method: 'GET',
    path: '/api/v1/streams/manifest',
    area,
    summary: 'Stream manifest',
    description:
      'Channels, keys, sequences, replay and heartbeat policies: everything that a client of the streams needs to know.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The manifest.', schema: StreamManifest } },
    handler: getStreamManifest,
  }),
  defineRoute({
    id: 'replayStream',
    method: 'GET',
    path: '/api/v1/streams/replay',
    area,
    summary: 'Replay missed messages',
    description:
      'Messages of a channel after a sequence, as the stream sends them. The user channel needs your own credential. If they are no longer stored, or storage is disabled, the response names the snapshot to start with.',
    auth: 'optional',
    bucket: 'address',
    request: { query: ReplayQuery },
    responses: { 200: { description: 'The messages, or where to get a snapshot.', schema: StreamReplay } },
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
    handler: replayStream,
  }),
  defineRoute({
    id: 'openWebSocket',
    method: 'GET',
    path: webSocketPath,
    area,
    streams: true,
    summary: 'All channels over one WebSocket',
    description:
      'Send {"type":"subscribe","channel","key","afterSequence"?,"id"?} to receive the messages of that channel; {"type":"unsubscribe","channel","key"} ends it. The channel market combines trades and orderbook of an event. The user channel needs a credential in the request that opens the connection.',
    auth: 'optional',
    bucket: 'address',
    responses: { 101: { description: 'The connection switches to WebSocket.', contentType: 'text/plain' } },
    errors: ['UPGRADE_REQUIRED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
    handler: openWebSocket,
  }),
  defineRoute({
    id: 'getAsyncapi',
    method: 'GET',
    path: '/api/v1/asyncapi.json',
    area,
    summary: 'Versioned AsyncAPI contract of the streams',
    description:
      'The contract with its version metadata under x-contract; itself a valid AsyncAPI 3 document, generated from the message schemas.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The contract with its version.', schema: VersionedAsyncapi } },
    handler: getAsyncapi,
  }),
];
