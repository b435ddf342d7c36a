import { defineRoute } from '../../http/route.js';
import {
  getAsyncapi,
  getStreamManifest,
  openWebSocket,
  replayStream,
  streamOrderbook,
  streamTrades,
  streamUser,
} from './handlers.js';
import { webSocketPath } from './handshake.js';
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

const area = 'streams';
const events = { description: 'Messages, as they come.', contentType: 'text/event-stream; charset=utf-8' };
const stream = { area, method: 'GET', streams: true, responses: { 200: events } } as const;
const resuming =
  'Send the id of the last message as Last-Event-ID, or as afterSequence, and it goes on behind it without a gap or a duplicate.';

export const streamRoutes = [
  defineRoute({
    ...stream,
    id: 'streamTrades',
    path: '/api/events/{slug}/stream',
    summary: 'Public trades of an event, as they happen',
    description: `Server-sent events numbered 1, 2, 3 … for each event. ${resuming} Where that range is not kept any more the stream begins with a snapshot that says so.`,
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
    summary: 'The book of an event, as it changes',
    description:
      'Server-sent events: a snapshot, then deltas with the new sizes of the levels that changed (0: gone). A delta follows the one whose sequence is its previousSequence; changes within a tenth of a second are merged, so sequences may jump. Nodes remember books for a short time only: where the last one that you have is not remembered, the stream begins with a snapshot.',
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
    summary: 'Your own orders, trades and settlements, as they happen',
    description: `Server-sent events numbered 1, 2, 3 … for each player, private to it. ${resuming} The stream ends when the key is revoked or the session is over.`,
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
    summary: 'Channels, keys, sequences, replay and heartbeat policies',
    description: 'Everything that a reader of streams has to know before it begins.',
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
    summary: 'Messages that you have missed',
    description:
      'Messages of a channel behind a sequence, as the stream carries them. The user channel needs your own credential. Where they are not kept any more, or storing them is switched off, it names the snapshot to begin with.',
    auth: 'optional',
    bucket: 'address',
    request: { query: ReplayQuery },
    responses: { 200: { description: 'The messages, or the way to a snapshot.', schema: StreamReplay } },
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
      'Send {"type":"subscribe","channel","key","afterSequence"?,"id"?} and get the messages that the stream of that channel carries; {"type":"unsubscribe","channel","key"} ends it. The channel market stands for trades and orderbook of an event. The user channel needs a credential with the request that opens the connection.',
    auth: 'optional',
    bucket: 'address',
    responses: { 101: { description: 'The connection speaks WebSocket from here on.', contentType: 'text/plain' } },
    errors: ['UPGRADE_REQUIRED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
    handler: openWebSocket,
  }),
  defineRoute({
    id: 'getAsyncapi',
    method: 'GET',
    path: '/api/v1/asyncapi.json',
    area,
    summary: 'Versioned wrapper of the contract of the streams',
    description:
      'The contract with its version metadata under x-contract; itself a valid AsyncAPI 3 document, generated from the schemas of the messages.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The contract with its version.', schema: VersionedAsyncapi } },
    handler: getAsyncapi,
  }),
];
