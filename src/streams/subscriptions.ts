import type { EventServices } from '../events/event-references.js';
import type { Caller } from '../http/caller.js';
import { ApiError, invalid, noSuchEvent } from '../http/errors.js';
import type { BookSubscription, Subscription, TradesSubscription, UserSubscription } from '../http/subscription.js';
import type { MarketDataServices } from '../market-data/live-reply.js';
import type { SocketCommand } from './schemas.js';

/**
 * Subscriptions of one command. Each starts with its position or first message, and what they send waits until all have
 * started: a client that has the response to its command misses nothing that happens from then on.
 */
export class CommonStart {
  private readonly missing: Set<number>;
  /** What each subscription will send, by its index. */
  private readonly queues = new Map<number, (() => void)[]>();

  /** `onStarted` runs before everything in the queues. */
  constructor(
    count: number,
    private readonly onStarted: () => void,
  ) {
    this.missing = new Set(Array(count).keys());
  }

  private start(index: number): void {
    if (!this.missing.delete(index) || this.missing.size > 0) return;
    this.onStarted();
    for (const send of [...this.queues.values()].flat()) send();
    this.queues.clear();
  }

  /** Sends now, or as soon as all subscriptions have started. */
  send(index: number, send: () => void): void {
    this.start(index);
    const queue = this.queues.get(index);
    if (this.missing.size === 0) send();
    else if (queue) queue.push(send);
    else this.queues.set(index, [send]);
  }

  /** The subscription has ended: what it queued is not sent, and the others do not wait for it. */
  leave(index: number): void {
    this.queues.delete(index);
    this.start(index);
  }
}

/** The requested start position. */
interface StartRequest {
  readonly afterSequence?: number;
  readonly snapshot?: boolean;
}

/** Resolves the events of subscriptions and reads their outcomes. */
export type SubscriptionServices = EventServices & MarketDataServices;

/** Stream reads for callers that request once instead of subscribing. */
export interface StreamAccess {
  /** Messages after a sequence, or the reason why they are unavailable, so that a snapshot is needed. */
  replay(
    subscription: TradesSubscription | UserSubscription,
    after: number,
    limit: number,
  ): Promise<
    | { readonly messages: readonly object[]; readonly lastSequence: number; readonly complete: boolean }
    | { readonly reason: string; readonly lastSequence: number }
  >;
  manifest(): object;
}

export interface StreamServices {
  readonly streams: StreamAccess;
}

const usualDepth = 20;

/** Last-Event-ID takes precedence: a reconnecting browser sends it with its original URL. */
export function startOf({ afterSequence, snapshot = false }: StartRequest, lastEventId: string | null) {
  if (lastEventId === null || lastEventId === '') return { after: afterSequence ?? null, snapshot };
  if (!/^\d{1,15}$/.test(lastEventId)) throw invalid('Last-Event-ID', 'must be the id of a message: a whole number');
  return { after: Number(lastEventId), snapshot: false };
}

type Start = ReturnType<typeof startOf>;

async function eventOf(services: EventServices, reference: string, field: string) {
  const names = await services.markets.references.find(reference);
  if (names) return names;
  throw noSuchEvent(reference, field);
}

export async function tradesOf(
  services: EventServices,
  reference: string,
  start: Start & { readonly book?: boolean },
  field: string,
): Promise<TradesSubscription> {
  const { id: eventId, slug } = await eventOf(services, reference, field);
  return { channel: 'trades', eventId, slug, ...start, book: start.book ?? false };
}

export async function bookOf(
  services: SubscriptionServices,
  reference: string,
  start: Start & { readonly outcomeIndex?: number; readonly depth?: number },
  field: string,
): Promise<BookSubscription> {
  const { id: eventId, slug } = await eventOf(services, reference, field);
  const { after, snapshot, outcomeIndex, depth = usualDepth } = start;
  if (outcomeIndex !== undefined) {
    const live = (await services.marketData.live.markets.read([eventId])).get(eventId);
    const count = live?.event.outcomes.length ?? 0;
    if (outcomeIndex >= count) throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes`);
  }
  return { channel: 'orderbook', eventId, slug, outcome: outcomeIndex ?? null, depth, after, snapshot };
}

/** Returns the subscription to the caller's private channel. */
export function userOf(caller: Caller, { after, snapshot }: Start): UserSubscription {
  if (caller.kind !== 'agent' && caller.kind !== 'person') {
    throw new ApiError('UNAUTHORIZED', 'The user channel needs an agent key or a session.', {
      headers: { 'www-authenticate': 'Bearer realm="presage"' },
    });
  }
  const { playerId, handle } = caller;
  const credential =
    caller.kind === 'agent'
      ? ({ kind: 'key', id: caller.keyId } as const)
      : ({ kind: 'session', id: caller.sessionId } as const);
  return { channel: 'user', playerId, handle, credential, after, snapshot };
}

/** The key of a user channel is the caller's own handle or id; any other key is 404, so existence does not leak. */
export function ownChannel(caller: Caller, key: string, start: Start): UserSubscription {
  const userSubscription = userOf(caller, start);
  if (key !== userSubscription.handle && key !== userSubscription.playerId) {
    throw new ApiError('NOT_FOUND', 'Channel not found.', {
      field: 'key',
      remediation: `The key of your own channel is ${userSubscription.handle}.`,
    });
  }
  return userSubscription;
}

/** Returns the subscriptions of a WebSocket command: one, or two for the topic `market`. */
export async function commandSubscriptions(
  services: SubscriptionServices,
  caller: Caller,
  command: SocketCommand,
): Promise<Subscription[]> {
  const { channel, key, book, outcomeIndex, depth } = command;
  const start = startOf(command, null);
  if (channel === 'user') return [ownChannel(caller, key, start)];
  if (channel === 'market' && command.afterSequence !== undefined) {
    const problem =
      'does not apply to market, whose channels are numbered separately; resume trades or orderbook instead';
    throw invalid('afterSequence', problem);
  }
  const trades = () => tradesOf(services, key, { ...start, book }, 'key');
  const orderbook = () => bookOf(services, key, { ...start, outcomeIndex, depth }, 'key');
  if (channel === 'market') return [await trades(), await orderbook()];
  return [await (channel === 'trades' ? trades() : orderbook())];
}
