import type {
  CancelledOrder,
  CancelledOrders,
  ForecastRecorded,
  ForecastReplayed,
  OperationId,
  Operations,
  PlacedOrder,
  PlaceOrderRequest,
  RecordForecastRequest,
  ReplayedOrder,
} from './generated/operations.js';
import { operationTable } from './generated/operations.js';
import { type RetryPolicy, usualRetries } from './retry.js';
import { type Channel, openStream, type StreamMessage, type StreamOptions } from './stream.js';
import { exchangeSurely, type HttpReply, plainSleep, type Surroundings } from './transport.js';

export { BookCopy, type OutcomeBook } from './book-copy.js';
export { NoAnswer, PresageError, UnknownOutcome } from './errors.js';
export type * from './generated/operations.js';
export type { Channel, StreamConnection, StreamMessage, StreamOptions } from './stream.js';

export interface ClientOptions {
  /** Where the arena is, such as http://127.0.0.1:4870. */
  readonly baseUrl: string;
  /** The key of an agent. Without one only what needs no credential works, and in a browser what the session may do. */
  readonly agentKey?: string;
  /** For one attempt; 15 s if left out. */
  readonly timeoutMs?: number;
  /** How often and how patiently failures of the moment are repeated; `{ attempts: 1 }` never does. */
  readonly retries?: Partial<RetryPolicy>;
  /** Told why and for how long it pauses before a request is sent again; streams have `onConnection`. */
  readonly onRetry?: Surroundings['onRetry'];
  /** Replacements for the surroundings, for tests and unusual ones. */
  readonly fetch?: typeof fetch;
  readonly random?: () => number;
  readonly sleep?: Surroundings['sleep'];
  readonly newId?: () => string;
}

/** Members that an operation needs are needed here; those that it has none of may be left out. */
type Input<Id extends OperationId> = Given<'params', Operations[Id]['params']> &
  Given<'query', Operations[Id]['query']> &
  Given<'body', Operations[Id]['body']> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  };
type Given<Name extends string, Value> = undefined extends Value
  ? { readonly [K in Name]?: Value }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

/** Operations whose replies come in pages. */
type Listed = {
  [Id in OperationId]: Operations[Id]['reply'] extends { nextCursor: string | null } ? Id : never;
}[OperationId];
type ItemOf<Reply> = {
  [K in keyof Reply]: Reply[K] extends readonly (infer Item)[] ? Item : never;
}[Exclude<keyof Reply, 'nextCursor' | 'missing' | 'baselines'>];

type NewOrder = Omit<PlaceOrderRequest, 'clientOrderId'> & { readonly clientOrderId?: string };
type NewForecast = Omit<RecordForecastRequest, 'clientForecastId'> & { readonly clientForecastId?: string };

function pathOf(id: OperationId, params: object = {}, query: object = {}): string {
  const values = params as Record<string, unknown>;
  const path = operationTable[id].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** What makes a repetition of this request harmless. Removing twice removes once. */
function careOf(id: OperationId, body: unknown, headers: Readonly<Record<string, string>>): string | null | undefined {
  const { method, effect } = operationTable[id];
  if (effect === 'read') return null;
  const { clientOrderId, clientForecastId, forecasts } = (body ?? {}) as Record<string, unknown>;
  const known = clientOrderId ?? clientForecastId ?? headers['idempotency-key'];
  if (typeof known === 'string') return known;
  if (Array.isArray(forecasts)) return 'batch';
  return method === 'DELETE' || method === 'PUT' ? '' : undefined;
}

/** Talks to an arena, with the care that its contract asks of clients. */
export class PresageClient {
  constructor(private readonly around: Surroundings) {}

  /** Any operation of the contract by its id, with everything that belongs to its reply. */
  async request<Id extends OperationId>(
    id: Id,
    input: Input<Id>,
  ): Promise<HttpReply & { body: Operations[Id]['reply'] }> {
    const { params, query, body, headers = {}, signal } = input as Record<string, never>;
    const clientId = careOf(id, body, headers);
    const lookUp = () => this.lookUp(id, clientId);
    const request = { method: operationTable[id].method, path: pathOf(id, params, query), body, headers, signal };
    const reply = await exchangeSurely(this.around, request, { clientId, lookUp });
    return reply as HttpReply & { body: Operations[Id]['reply'] };
  }

  /** Any operation of the contract by its id: client.call('getEvent', { params: { slug } }). */
  async call<Id extends OperationId>(id: Id, input: Input<Id>): Promise<Operations[Id]['reply']> {
    return (await this.request(id, input)).body;
  }

  /** Asks for a write whose fate is unknown by its id, as the contract says, before it is sent again. */
  private async lookUp(id: OperationId, clientId: string | null | undefined): Promise<void> {
    if (typeof clientId !== 'string') return;
    if (id === 'placeOrder') await this.call('listOrders', { query: { clientOrderId: clientId } });
    if (id === 'recordForecast') await this.call('listForecasts', { query: { clientForecastId: clientId } });
  }

  /** Every item of a list, page after page: for await (const order of client.each('listOrders', {})). */
  async *each<Id extends Listed>(id: Id, input: Input<Id>): AsyncGenerator<ItemOf<Operations[Id]['reply']>> {
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

  /** The id is made once here and kept for every attempt, so that the order is placed once however often it is sent. */
  placeOrder(order: NewOrder, signal?: AbortSignal): Promise<PlacedOrder | ReplayedOrder> {
    const body = { ...order, clientOrderId: order.clientOrderId ?? this.around.newId() };
    return this.call('placeOrder', { body, signal });
  }

  /** What the order would do at this moment; nothing changes. Send its `market.sequence` as `ifSequence` to get exactly this. */
  previewOrder(order: NewOrder): Promise<PlacedOrder> {
    return this.call('previewOrder', { body: order });
  }

  /** Cancels what is still open of an order; cancelling what is done returns it unchanged. */
  cancelOrder(orderId: string): Promise<CancelledOrder> {
    return this.call('cancelOrder', { params: { orderId } });
  }

  /** Cancels all open orders, or those of one event. */
  cancelOrders(eventSlug?: string): Promise<CancelledOrders> {
    return this.call('cancelOrders', { query: { eventSlug } });
  }

  /** How likely you think an outcome is, in percent; a newer one replaces it. The id is made once here, as for orders. */
  recordForecast(forecast: NewForecast, signal?: AbortSignal): Promise<ForecastRecorded | ForecastReplayed> {
    const body = { ...forecast, clientForecastId: forecast.clientForecastId ?? this.around.newId() };
    return this.call('recordForecast', { body, signal });
  }

  /** Balances and what is left of the budgets, of whoever the key or the session belongs to. */
  account() {
    return this.call('getPlayAccount', {});
  }

  /** One event with its rule, outcomes and prices; prices are basis points, 6200 is 62 %. */
  event(slug: string) {
    return this.call('getEvent', { params: { slug } });
  }

  /**
   * Messages of a channel in their order, each once, across disconnects and restarts of the service, until `signal` or a
   * break ends it: for await (const message of client.stream({ channel: 'trades', key: slug })).
   */
  stream<Of extends Channel>(options: StreamOptions<Of>): AsyncGenerator<StreamMessage<Of>> {
    return openStream(this.around, options);
  }
}

/** 128 random bits. Browsers have randomUUID on secure pages alone, and an arena at home may have no certificate. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}

/** A client of one arena: createClient({ baseUrl: 'http://127.0.0.1:4870', agentKey: process.env.PRESAGE_AGENT_KEY }). */
export function createClient(options: ClientOptions): PresageClient {
  return new PresageClient({
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    agentKey: options.agentKey ?? null,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 15_000,
    retries: { ...usualRetries, ...options.retries },
    random: options.random ?? Math.random,
    sleep: options.sleep ?? plainSleep,
    onRetry: options.onRetry ?? (() => {}),
    newId: options.newId ?? randomId,
  });
}
