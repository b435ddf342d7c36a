import type { RequestContext } from '../../http/request-context.js';
import { EventStream, type RouteInput, SocketStream } from '../../http/route.js';
import type { BookStreamQuery, ReplayQuery, StreamSlug, TradesStreamQuery, UserStreamQuery } from './schemas.js';
import { bookOf, ownChannel, startOf, tradesOf, userOf } from './subscriptions.js';

export async function streamTrades(
  { params, query }: RouteInput<{ params: typeof StreamSlug; query: typeof TradesStreamQuery }>,
  { services, lastEventId }: RequestContext,
) {
  const start = { ...startOf(query, lastEventId()), book: query.book };
  return new EventStream(await tradesOf(services, params.slug, start, 'slug'));
}

export async function streamOrderbook(
  { params, query }: RouteInput<{ params: typeof StreamSlug; query: typeof BookStreamQuery }>,
  { services, lastEventId }: RequestContext,
) {
  const { outcomeIndex, depth } = query;
  return new EventStream(
    await bookOf(services, params.slug, { ...startOf(query, lastEventId()), outcomeIndex, depth }, 'slug'),
  );
}

export function streamUser(
  { query }: RouteInput<{ query: typeof UserStreamQuery }>,
  { caller, lastEventId }: RequestContext,
) {
  return new EventStream(userOf(caller, startOf(query, lastEventId())));
}

export async function replayStream(
  { query }: RouteInput<{ query: typeof ReplayQuery }>,
  { services, caller }: RequestContext,
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

export function openWebSocket() {
  return new SocketStream();
}

export function getStreamManifest(_input: unknown, { services }: RequestContext) {
  return services.streams.manifest();
}

export function getAsyncapi(_input: unknown, { services }: RequestContext) {
  return services.service.contract.versionedAsyncapi();
}
