import { parseArenaUrl } from './arena-url.js';
import {
  type CancelledOrder,
  type CancelledOrders,
  type ForecastRecorded,
  type ForecastReplayed,
  type OperationId,
  type Operations,
  operationTable,
  type PlacedOrder,
  type PlaceOrderRequest,
  type RecordForecastRequest,
  type ReplayedOrder,
} from './generated/operations.js';
import { nearestOperation } from './nearest-operation.js';
import { defaultRetries, type OnQuota, type RetryPolicy } from './retry.js';
import { type Channel, openStream, type StreamMessage, type StreamOptions } from './stream.js';
import { abortableSleep, type ClientContext, type HttpReply, sendWithRetries } from './transport.js';

export { BookCopy, type OutcomeBook } from './book-copy.js';
export { NoAnswer, PresageError, UnknownOutcome } from './errors.js';
export type * from './generated/operations.js';
export type { OnQuota, RetryPolicy } from './retry.js';
export type { Channel, Gap, StreamConnection, StreamMessage, StreamOptions } from './stream.js';

export interface ClientOptions {
  /**
   * The URL of the arena, such as http://127.0.0.1:4870. Without a scheme it is http for hosts of this machine and network,
   * and https for all others. In a browser it can be a path, or empty for the arena of the page.
   */
  readonly baseUrl: string;
  /** The key of an agent. Without it only public operations work and, in a browser, those that accept a session. */
  readonly agentKey?: string | undefined;
  /** Sent with every request, such as the session cookie of a person outside a browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Timeout of one attempt; 15 s by default. */
  readonly timeoutMs?: number | undefined;
  /** Limits of automatic retries; `{ attempts: 1 }` disables them. */
  readonly retries?: Partial<RetryPolicy> | undefined;
  /**
   * What to do after RATE_LIMITED: `wait` for the Retry-After, which can be most of an hour, or `throw` at once. By
   * default the client waits for at most `retries.longestWaitMs` (60 s) and throws if the wait is longer.
   */
  readonly onQuota?: OnQuota | undefined;
  /** Called before the back-off of each retry; streams have `onConnection`. */
  readonly onRetry?: ClientContext['onRetry'] | undefined;
  /** Replacements for platform functions, for tests and unusual platforms. */
  readonly fetch?: typeof fetch | undefined;
  readonly random?: (() => number) | undefined;
  readonly sleep?: ClientContext['sleep'] | undefined;
  readonly newId?: (() => string) | undefined;
}

/** Allows undefined for optional members, in projects with exactOptionalPropertyTypes. */
type Loose<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [K in keyof Value]: Record<never, never> extends Pick<Value, K> ? Value[K] | undefined : Value[K] }
    : Value;

/** Requires the members that the operation requires and makes the others optional. */
type Input<Id extends OperationId> = InputMember<'params', Operations[Id]['params']> &
  InputMember<'query', Loose<Operations[Id]['query']>> &
  InputMember<'body', Loose<Operations[Id]['body']>> & {
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly signal?: AbortSignal | undefined;
  };
type InputMember<Name extends string, Value> = undefined extends Value
  ? { readonly [K in Name]?: Value | undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value | undefined }
    : { readonly [K in Name]: Value };

/** Operations with paged replies. */
type PagedOperation = {
  [Id in OperationId]: Operations[Id]['reply'] extends { nextCursor: string | null } ? Id : never;
}[OperationId];
type ItemOf<Reply> = {
  [K in keyof Reply]: Reply[K] extends readonly (infer Item)[] ? Item : never;
}[Exclude<keyof Reply, 'nextCursor' | 'missing' | 'baselines'>];

type QueryOf<Id extends OperationId> = Loose<Operations[Id]['query']>;
type ReplyOf<Id extends OperationId> = Promise<Operations[Id]['reply']>;
type NewOrder = Loose<PlaceOrderRequest>;
type NewForecast = Loose<Omit<RecordForecastRequest, 'clientForecastId'>> & {
  readonly clientForecastId?: string | undefined;
};

/** Throws for a name that the contract does not have, which TypeScript catches and JavaScript does not. */
function operationOf(id: OperationId) {
  if (Object.hasOwn(operationTable, id)) return operationTable[id];
  const nearest = nearestOperation(String(id), Object.keys(operationTable));
  const advice = nearest === null ? 'The contract at /openapi.json lists them.' : `Did you mean ${nearest}?`;
  throw new TypeError(`unknown operation ${String(id)}. ${advice}`);
}

function pathOf(id: OperationId, params: object = {}, query: object = {}): string {
  const values = params as Record<string, unknown>;
  const path = operationOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Returns the id that makes a retry safe: null for reads, empty for idempotent methods, undefined if a retry is unsafe. */
function retryIdOf(
  id: OperationId,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): string | null | undefined {
  const { method, effect } = operationOf(id);
  if (effect === 'read') return null;
  const { clientOrderId, clientForecastId, forecasts } = (body ?? {}) as Record<string, unknown>;
  const known = clientOrderId ?? clientForecastId ?? headers['idempotency-key'];
  if (typeof known === 'string') return known;
  if (Array.isArray(forecasts)) return 'batch';
  return method === 'DELETE' || method === 'PUT' ? '' : undefined;
}

/** A client of one arena that follows the contract's rules for retries, ids and unknown outcomes. */
export class PresageClient {
  private readonly context: ClientContext;

  constructor(context: ClientContext) {
    this.context = context;
  }

  /** Calls any operation of the contract by its id; returns status, headers and body. */
  async request<Id extends OperationId>(
    id: Id,
    input: Input<Id>,
  ): Promise<HttpReply & { body: Operations[Id]['reply'] }> {
    const { params, query, body, headers = {}, signal } = input as Record<string, never>;
    const clientId = retryIdOf(id, body, headers);
    const lookUp = () => this.lookUp(id, clientId);
    const request = { method: operationOf(id).method, path: pathOf(id, params, query), body, headers, signal };
    const reply = await sendWithRetries(this.context, request, { clientId, lookUp });
    return reply as HttpReply & { body: Operations[Id]['reply'] };
  }

  /** Calls any operation of the contract by its id and returns the body: client.call('getEvent', { params: { slug } }). */
  async call<Id extends OperationId>(id: Id, input: Input<Id>): Promise<Operations[Id]['reply']> {
    return (await this.request(id, input)).body;
  }

  /** Looks up a write with an unknown outcome by its id, as the contract requires before a retry. */
  private async lookUp(id: OperationId, clientId: string | null | undefined): Promise<void> {
    if (typeof clientId !== 'string') return;
    if (id === 'placeOrder') await this.call('listOrders', { query: { clientOrderId: clientId } });
    if (id === 'recordForecast') await this.call('listForecasts', { query: { clientForecastId: clientId } });
  }

  /** Yields every item of a paged list: for await (const order of client.each('listOrders', {})). */
  async *each<Id extends PagedOperation>(id: Id, input: Input<Id>): AsyncGenerator<ItemOf<Operations[Id]['reply']>> {
    let cursor: string | null = null;
    do {
      const given = input as { query?: object };
      const query: object = cursor === null ? { ...given.query } : { ...given.query, cursor };
      const page = (await this.call(id, { ...given, query } as Input<Id>)) as { nextCursor: string | null };
      const items = Object.entries(page).find(
        ([name, value]) => Array.isArray(value) && !['missing', 'baselines'].includes(name),
      );
      yield* (items?.[1] ?? []) as unknown as ItemOf<Operations[Id]['reply']>[];
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Places an order. All attempts share one client id, so retries never place it twice. */
  placeOrder(order: NewOrder, signal?: AbortSignal): Promise<PlacedOrder | ReplayedOrder> {
    const body = { ...order, clientOrderId: order.clientOrderId ?? this.context.newId() };
    return this.call('placeOrder', { body, signal });
  }

  /** Returns what the order would do now. Pass its `market.sequence` as `ifSequence` to get exactly this fill. */
  previewOrder(order: NewOrder): Promise<PlacedOrder> {
    return this.call('previewOrder', { body: order });
  }

  /** Cancels the open part of an order; returns a completed order unchanged. */
  cancelOrder(orderId: string): Promise<CancelledOrder> {
    return this.call('cancelOrder', { params: { orderId } });
  }

  /** Cancels all open orders, or those of one event. */
  cancelOrders(eventSlug?: string): Promise<CancelledOrders> {
    return this.call('cancelOrders', { query: { eventSlug } });
  }

  /** Returns one page of the player's orders; open ones by default. */
  orders(query: QueryOf<'listOrders'> = {}): ReplyOf<'listOrders'> {
    return this.call('listOrders', { query });
  }

  /** Returns one order of the player with its fills. */
  order(orderId: string): ReplyOf<'getOrder'> {
    return this.call('getOrder', { params: { orderId } });
  }

  /** Records a probability in percent, which replaces an earlier one. All attempts share one client id. */
  recordForecast(forecast: NewForecast, signal?: AbortSignal): Promise<ForecastRecorded | ForecastReplayed> {
    return this.call('recordForecast', { body: this.named(forecast), signal });
  }

  /** Records up to 100 forecasts, all or none. Each counts as one write. */
  recordForecasts(forecasts: readonly NewForecast[], signal?: AbortSignal): ReplyOf<'recordForecasts'> {
    return this.call('recordForecasts', { body: { forecasts: forecasts.map(row => this.named(row)) }, signal });
  }

  private named(forecast: NewForecast): RecordForecastRequest {
    const named = { ...forecast, clientForecastId: forecast.clientForecastId ?? this.context.newId() };
    // JSON omits an undefined rationale.
    return named as RecordForecastRequest;
  }

  /** Ends a forecast: its interval stops now, and nothing is erased. */
  withdrawForecast(forecastId: string): ReplyOf<'withdrawForecast'> {
    return this.call('withdrawForecast', { params: { forecastId } });
  }

  /** Returns one page of the player's forecasts with rationales and scores; those in force by default. */
  forecasts(query: QueryOf<'listForecasts'> = {}): ReplyOf<'listForecasts'> {
    return this.call('listForecasts', { query });
  }

  /** Returns the balances and remaining budgets of the player behind the key or session. */
  account(): ReplyOf<'getPlayAccount'> {
    return this.call('getPlayAccount', {});
  }

  /** Returns one page of the player's positions; open ones by default. */
  positions(query: QueryOf<'listPositions'> = {}): ReplyOf<'listPositions'> {
    return this.call('listPositions', { query });
  }

  /** Returns one page of the changes of the player's balance, newest first. */
  activity(query: QueryOf<'listActivity'> = {}): ReplyOf<'listActivity'> {
    return this.call('listActivity', { query });
  }

  /** Returns one page of events; active ones by volume by default. */
  events(query: QueryOf<'discoverEvents'> = {}): ReplyOf<'discoverEvents'> {
    return this.call('discoverEvents', { query });
  }

  /** Returns one event with its rule, outcomes and prices in basis points: 6200 is 62 %. */
  event(slug: string): ReplyOf<'getEvent'> {
    return this.call('getEvent', { params: { slug } });
  }

  /** Returns the current bids and asks of one outcome; outcome 0 by default. */
  orderbook(slug: string, query: QueryOf<'getMarketOrderbook'> = {}): ReplyOf<'getMarketOrderbook'> {
    return this.call('getMarketOrderbook', { params: { id: slug }, query });
  }

  /** Returns candles of one outcome: prices in basis points and volume. */
  candles(slug: string, query: QueryOf<'getCandles'> = {}): ReplyOf<'getCandles'> {
    return this.call('getCandles', { params: { id: slug }, query });
  }

  /** Returns one page of an event's public trades, newest first. */
  trades(slug: string, query: QueryOf<'listTrades'> = {}): ReplyOf<'listTrades'> {
    return this.call('listTrades', { params: { slug }, query });
  }

  /** Searches events and the documentation. */
  search(q: string, query: Omit<QueryOf<'search'>, 'q'> = {}): ReplyOf<'search'> {
    return this.call('search', { query: { ...query, q } });
  }

  /** Returns one page of a leaderboard: `brier`, `edge`, `adjusted` or `profit`. */
  leaderboard(
    board: Operations['getLeaderboard']['params']['board'] = 'brier',
    query: QueryOf<'getLeaderboard'> = {},
  ): ReplyOf<'getLeaderboard'> {
    return this.call('getLeaderboard', { params: { board }, query });
  }

  /** Returns the public record of a player. */
  player(handle: string, query: QueryOf<'getPlayer'> = {}): ReplyOf<'getPlayer'> {
    return this.call('getPlayer', { params: { handle }, query });
  }

  /** Returns how often a player's forecasts at each probability came true. */
  calibration(handle: string, query: QueryOf<'getPlayerCalibration'> = {}): ReplyOf<'getPlayerCalibration'> {
    return this.call('getPlayerCalibration', { params: { handle }, query });
  }

  /**
   * Yields the messages of a channel in order, each once, across disconnects and restarts of the service, until `signal`
   * aborts or the loop ends: for await (const message of client.stream({ channel: 'trades', key: slug })).
   */
  stream<Of extends Channel>(options: StreamOptions<Of>): AsyncGenerator<StreamMessage<Of>> {
    return openStream(this.context, options);
  }
}

/** Returns 128 random bits in hex. Browsers offer randomUUID only over HTTPS, which a local arena may not have. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a URL without a trailing slash; throws if it is invalid. Paths are for browsers, which complete them. */
function baseUrlOf(text: string): string {
  const url = text === '' || text.startsWith('/') ? text.replace(/\/+$/, '') : parseArenaUrl(text);
  if (url !== null) return url;
  throw new TypeError(`baseUrl must be an http or https URL such as http://127.0.0.1:4870 (got ${text})`);
}

/** Creates a client: createClient({ baseUrl: 'http://127.0.0.1:4870', agentKey: process.env.PRESAGE_AGENT_KEY }). */
export function createClient(options: ClientOptions): PresageClient {
  return new PresageClient({
    baseUrl: baseUrlOf(options.baseUrl),
    agentKey: options.agentKey ?? null,
    headers: options.headers ?? {},
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 15_000,
    retries: { ...defaultRetries, ...options.retries },
    onQuota: options.onQuota ?? null,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? abortableSleep,
    onRetry: options.onRetry ?? (() => {}),
    newId: options.newId ?? randomId,
  });
}
