import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { OperationContext } from '../database/transactions.js';
import { type MarketStatus, marketStatuses } from '../engine/lifecycle.js';
import type { EventServices } from '../events/event-references.js';
import { ApiError } from '../http/errors.js';
import { type CapturedReply, captureReply } from '../http/pipeline/call-route.js';
import type { HttpRequest } from '../http/pipeline/http-app.js';
import { canonicalJson, readIdempotencyKey } from '../http/pipeline/idempotency.js';
import type { createRunner, PipelineParts } from '../http/pipeline/run-route.js';
import { type HttpExchange, outgoingError, type RunScope, send } from '../http/response/http-exchange.js';
import { type HttpServices, isRead, pathParameters, type Route } from '../http/route.js';
import { type AnyStreamMessage, Batch, type OpenStream } from '../http/streams.js';
import { findLiveKeys } from '../streams/queries.js';
import { type Begun, endRequest, type ObservedRequest, recordStanding, recordTrade } from './record-request.js';
import { type Fault, tookEffect } from './rules/decide-fault.js';
import type { RunEvent, ScenarioId } from './rules/scenarios.js';
import { maxReportedOrders, type ReportedMarket, type TraceKind } from './rules/trace.js';
import { closedRuns, prepareMarket } from './runs.js';

export interface FoundRoute {
  readonly route: Route;
  /** The path that matched: the route's own, or an alias. */
  readonly path: string;
  /** Decoded parameter values. */
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly route: Route;
  readonly path: string;
  readonly shape: RegExp;
  readonly names: readonly string[];
}

function patternOf(route: Route, path: string): Pattern {
  const shape = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
  return { route, path, shape: new RegExp(`^${shape}$`), names: pathParameters(route.path) };
}

/** Returns null for malformed escapes, which match no route. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Finds the route of a method and path; literal segments take precedence over parameters, as in the router. */
export function createRouteFinder(routes: readonly Route[]) {
  const patterns = routes
    .flatMap(route => [route.path, ...(route.aliases ?? [])].map(path => ({ route, path })))
    .sort((a, b) => pathParameters(a.path).length - pathParameters(b.path).length)
    .map(({ route, path }) => patternOf(route, path));

  return (method: string, path: string): FoundRoute | null => {
    for (const { route, path: matched, shape, names } of patterns) {
      if (route.method !== method) continue;
      const values = shape.exec(path)?.slice(1).map(decoded);
      if (!values || values.includes(null)) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, values[index] as string]));
      return { route, path: matched, params };
    }
    return null;
  };
}

const kindsByRoute: Readonly<Record<string, TraceKind>> = {
  placeOrder: 'order',
  previewOrder: 'preview',
  listOrders: 'lookup',
  getOrder: 'lookup',
  replayStream: 'replay',
  getSnapshot: 'snapshot',
  getSnapshots: 'snapshot',
  postSnapshots: 'snapshot',
  postBotSnapshot: 'snapshot',
  getOrderbook: 'snapshot',
  getMarketOrderbook: 'snapshot',
  getOrderbookSnapshot: 'snapshot',
  getOrderbookSummary: 'snapshot',
  listTrades: 'snapshot',
};

const maxTextLength = 200;
const digestCharacters = 24;

/** Parses an integer from a URL or a body; null for anything else. */
function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** Returns a string that can be stored; null for anything else. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, maxTextLength).replaceAll('\0', '').toWellFormed() : null;
}

/** Returns the members of a body; the route validates them. */
function bodyOf(request: HttpRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(request.body ?? ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

function keyOf(request: HttpRequest): string | null {
  try {
    return readIdempotencyKey(request.headers['idempotency-key']);
  } catch {
    return null;
  }
}

/**
 * Returns the order that a list request filters by id. With a status filter the response may omit the order, so the
 * request proves nothing; it counts if the response contains the order.
 */
function lookedUp({ clientOrderId, status }: Record<string, unknown>): string | null {
  return status === undefined || status === 'all' ? textOf(clientOrderId) : null;
}

/** Returns the position a stream resumes from: 0 if it begins with a snapshot, as books always do, null if it begins now. */
function resumePosition(routeId: string, request: HttpRequest): number | null {
  const { snapshot, afterSequence } = request.query as Record<string, unknown>;
  if (routeId === 'streamOrderbook') return 0;
  const lastEventId = request.headers['last-event-id'];
  if (lastEventId) return wholeNumber(lastEventId);
  return snapshot === 'true' || snapshot === '1' ? 0 : wholeNumber(afterSequence);
}

function orderMembers(request: HttpRequest) {
  const { clientOrderId, ...content } = bodyOf(request);
  const { amountCredits } = content;
  return {
    about: textOf(content.eventSlug),
    clientId: textOf(clientOrderId) ?? keyOf(request),
    bodyDigest: hash('sha256', canonicalJson(content), 'hex').slice(0, digestCharacters),
    sequence: wholeNumber(content.ifSequence),
    amountCredits: typeof amountCredits === 'number' && Number.isFinite(amountCredits) ? amountCredits : null,
  };
}

/** Returns the recorded part of a request: its order or event, and no secrets. */
export function observedRequest({ route, params }: FoundRoute, request: HttpRequest, path: string): ObservedRequest {
  const query = request.query as Record<string, unknown>;
  const kind = kindsByRoute[route.id] ?? (route.streams ? 'stream' : isRead(route) ? 'read' : 'write');
  const none = { clientId: null, bodyDigest: null, sequence: null, amountCredits: null };
  const common = { ...none, kind, method: request.method, path: path.slice(0, maxTextLength) };
  if (kind === 'order' || kind === 'preview') return { ...common, ...orderMembers(request) };
  if (kind === 'lookup') return { ...common, about: textOf(query.eventSlug), clientId: lookedUp(query) };
  if (kind === 'replay') return { ...common, about: textOf(query.key), sequence: wholeNumber(query.afterSequence) };
  const about = textOf(params.slug ?? params.id ?? query.eventSlug ?? query.eventPubkey ?? query.slugs);
  return { ...common, about, sequence: kind === 'stream' ? resumePosition(route.id, request) : null };
}

/** A response can contain a market as its body, in a list, or as a member of a list item. */
const maxDepth = 4;

type Members = Readonly<Record<string, unknown>>;

interface Found {
  status: MarketStatus | null;
  sequence: number | null;
  lastMessage: number | null;
  readonly orders: Set<string>;
}

const statusOf = (value: unknown) => marketStatuses.find(status => status === value) ?? null;
const numberOf = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);

/** Returns the number of the last message of a replay; null if it has none. */
function lastNumberIn(messages: unknown): number | null {
  return Array.isArray(messages) ? numberOf((messages.at(-1) as Members | undefined)?.sequence) : null;
}

/**
 * Returns whether the status and sequence among these members are those of a market. Orders and positions have another
 * status, and a trade has the sequence that it led to.
 */
function isMarket({ slug, sequence, against, clientOrderId }: Members): boolean {
  return against === undefined && clientOrderId === undefined && (slug !== undefined || numberOf(sequence) !== null);
}

/** Returns the markets of a run and the orders on them that a response contains, at any depth. */
export function reportedMarkets({ status, body }: CapturedReply, events: readonly RunEvent[]): ReportedMarket[] {
  const markets = new Map<RunEvent, Found>();

  function marketNamed(...names: readonly unknown[]): Found | null {
    const event = events.find(({ slug, pubkey }) => names.includes(slug) || names.includes(pubkey));
    if (!event) return null;
    const market = markets.get(event) ?? { status: null, sequence: null, lastMessage: null, orders: new Set() };
    markets.set(event, market);
    return market;
  }

  function visit(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return;
    if ('channel' in value) {
      // Messages are numbered by their channel, not by the market.
      addReplay(value as Members);
      return;
    }
    if (!Array.isArray(value)) addMembers(value as Members);
    for (const member of Object.values(value)) visit(member, depth + 1);
  }

  function addReplay({ channel, key, messages }: Members): void {
    const market = channel === 'trades' ? marketNamed(key) : null;
    if (market) market.lastMessage ??= lastNumberIn(messages);
  }

  function addMembers(members: Members): void {
    const { slug, eventSlug, eventPubkey, clientOrderId } = members;
    const market = marketNamed(slug, eventSlug, eventPubkey);
    if (!market) return;
    if (typeof clientOrderId === 'string' && market.orders.size < maxReportedOrders) market.orders.add(clientOrderId);
    if (!isMarket(members)) return;
    market.status ??= statusOf(members.status);
    market.sequence ??= numberOf(members.sequence);
  }

  if (status !== 200) return [];
  try {
    visit(JSON.parse(body), 0);
  } catch {
    return [];
  }
  return [...markets].map(([{ scenario }, { orders, lastMessage, ...market }]) => ({
    scenario,
    ...market,
    ...(lastMessage === null ? {} : { lastMessage }),
    ...(orders.size === 0 ? {} : { orders: [...orders] }),
  }));
}

interface Opened {
  readonly runId: string;
  readonly keyId: string;
}

/**
 * The streams of this node under base paths. All of them, including public channels, need the key and the run, so each
 * stream ends with either.
 */
export class RunStreams {
  private readonly open = new Map<OpenStream, Opened>();

  constructor(private readonly context: Pick<OperationContext, 'store'>) {}

  add(stream: OpenStream, opened: Opened): void {
    this.open.set(stream, opened);
    stream.onLeave(() => this.open.delete(stream));
  }

  /** Ends streams whose run has ended or whose key is revoked, in the scenario or in fact. */
  async check(): Promise<void> {
    if (this.open.size === 0) return;
    const streams = [...this.open];
    const idsOf = (name: keyof Opened) => [...new Set(streams.map(([, opened]) => opened[name]))];
    const closed = await closedRuns(this.context, idsOf('runId'));
    const live = await findLiveKeys(this.context, idsOf('keyId'));
    for (const [stream, { runId, keyId }] of streams) {
      if (closed.has(runId) || !live.has(keyId)) stream.end('credential');
    }
  }
}

/** Decides how a message is sent. Awaited before sending, so that it is recorded before the client reacts. */
type DecideMessage = (message: AnyStreamMessage) => Promise<'sent-twice' | 'withheld' | null>;

function messageIn(block: string): AnyStreamMessage | null {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return data === undefined ? null : (JSON.parse(data) as AnyStreamMessage);
}

type Standing = Pick<ReportedMarket, 'status' | 'sequence'>;

/** Returns the market state that a message carries, itself or in a snapshot. */
function standingIn({ channel, sequence, marketSequence, status, market }: AnyStreamMessage): Standing {
  const within = market as { readonly status?: unknown; readonly sequence?: unknown } | undefined;
  // Books are numbered by the market, trades by their channel.
  const position = channel === 'orderbook' ? sequence : (marketSequence ?? within?.sequence);
  return {
    status: marketStatuses.find(each => each === (status ?? within?.status)) ?? null,
    sequence: Number.isSafeInteger(position) ? (position as number) : null,
  };
}

async function withFault(block: string, decide: DecideMessage): Promise<string> {
  const message = messageIn(block);
  const fault = message && (await decide(message));
  if (!message || fault === null) return block;
  if (fault === 'sent-twice') return block + block;
  const { channel, key, sequence, at } = message;
  return String(Batch.of({ channel, key, sequence, kind: 'heartbeat', at }).sse);
}

/** From here on the run decides how each message of this stream is sent, in order, followed by the end. */
function injectStreamFaults(response: ServerResponse, decide: DecideMessage): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let sending: Promise<unknown> = Promise.resolve();

  const isOpen = () => !response.destroyed && !response.writableEnded;

  async function sendAll(text: string): Promise<void> {
    for (const block of text.split(/(?<=\n\n)/)) {
      // A message is recorded as sent only while the connection is open.
      if (!isOpen()) return;
      const bytes = await withFault(block, decide);
      if (isOpen()) write(bytes);
    }
  }

  response.write = ((chunk: string | Uint8Array) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    sending = sending.then(() => sendAll(text)).catch(() => response.destroy());
    return true;
  }) as ServerResponse['write'];

  response.end = ((last: string | Uint8Array = '') => {
    sending = sending.then(() => end(last));
    return response;
  }) as ServerResponse['end'];
}

/** The pipeline, and the open streams of all runs. */
export interface RunParts extends PipelineParts {
  readonly services: HttpServices & EventServices;
  readonly runStreams: RunStreams;
}

/** The part of a request that the pipeline of a route needs. */
export interface InnerRequest {
  readonly raw: { readonly url: string };
}

export type Running = Extract<Begun, { kind: 'begun' }>;

function errorOf({ code, message, status, field, retryAfterSeconds }: Extract<Fault, { kind: 'refuse' }>): ApiError {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== null) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 401) {
    headers['www-authenticate'] = `Bearer realm="presage", error="invalid_token", error_description="${message}"`;
  }
  return new ApiError(code, message, { status, headers, ...(field === null ? {} : { field }) });
}

function codeIn({ body, status }: CapturedReply): string | null {
  if (status < 300) return null;
  try {
    return ((JSON.parse(body) as { code?: string }).code ?? null) as string | null;
  } catch {
    return null;
  }
}

/** The path without its query. */
function pathOf({ raw }: InnerRequest): string {
  return raw.url.split('?')[0];
}

function sendCaptured({ response }: HttpExchange, { status, headers, body }: CapturedReply): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** The member of a stream message that is judged; a message that does not change it is not recorded. */
const judgedMember: Partial<Record<ScenarioId, 'status' | 'sequence'>> = {
  'market-paused': 'status',
  'stale-book': 'sequence',
};

/** One request under the base path, after it was recorded. */
export class FaultedRequest {
  constructor(
    private readonly parts: RunParts,
    private readonly exchange: HttpExchange,
    private readonly running: Running,
    /** The request as its route receives it, with the path relative to the base path. */
    private readonly inner: InnerRequest,
    private readonly run: ReturnType<typeof createRunner>,
    /** Charges a read for a request that is not forwarded. */
    private readonly charge: () => void,
    private readonly isReading: boolean,
  ) {}

  /** Events of the run are visible only under its base path, and streams end with the run. */
  private scope(): RunScope {
    const { services, runStreams } = this.parts;
    const { runId, events } = this.running.run;
    const eventIds = new Set(events.map(({ eventId }) => eventId));
    const markets: EventServices['markets'] = {
      references: services.markets.references.withCertificationRun(eventIds),
    };
    const ownServices: HttpServices & EventServices = { ...services, markets };
    return {
      services: ownServices,
      opened: (stream, caller) => {
        if (caller.kind === 'agent') runStreams.add(stream, { runId, keyId: caller.keyId });
      },
    };
  }

  /** Injected server errors are not logged as errors. */
  private async sendError(error: ApiError): Promise<void> {
    await send(this.exchange, outgoingError(error, this.exchange.requestId, this.parts.draining()));
    this.parts.onFinished(this.exchange, error.status, error.status < 500 ? error : null);
  }

  private prepare({ scenario }: Extract<Fault, { kind: 'prepare' }>, change: Parameters<typeof prepareMarket>[2]) {
    const slug = this.running.run.events.find(event => event.scenario === scenario)?.slug ?? '';
    return prepareMarket(this.parts.services, slug, change);
  }

  async answer(): Promise<void> {
    const { fault } = this.running;
    if (fault.kind === 'refuse') {
      this.charge();
      return this.sendError(errorOf(fault));
    }
    if (fault.kind === 'prepare') await this.prepare(fault, fault.name);
    const reply = await captureReply(this.run, this.inner, this.scope());
    const isEffective = tookEffect(fault, reply.status, codeIn(reply));
    // The client was not informed of this pause, so it must not last.
    if (fault.kind === 'prepare' && fault.name === 'market-paused' && !isEffective) {
      await this.prepare(fault, 'market-resumed');
    }
    await this.recordEnd(reply, fault, isEffective);
    if (fault.kind !== 'hide' || !isEffective) return sendCaptured(this.exchange, reply);
    if (fault.status === null) this.exchange.response.destroy();
    else {
      const { status } = fault;
      await this.sendError(
        new ApiError('ACCEPTED_UNKNOWN_CONFIRMATION', 'The outcome of this write is unknown.', { status }),
      );
    }
  }

  private recordEnd(reply: CapturedReply, fault: Fault, isEffective: boolean): Promise<void> {
    const { run, number } = this.running;
    const hidden = fault.kind === 'hide' && isEffective;
    const markets = this.isReading ? reportedMarkets(reply, run.events) : [];
    return endRequest(this.parts.services, run.runId, number, {
      truth: reply.status,
      status: hidden ? fault.status : reply.status,
      code: hidden ? (fault.status === null ? null : 'ACCEPTED_UNKNOWN_CONFIRMATION') : codeIn(reply),
      fault: fault.kind === 'none' || !isEffective ? null : fault.name,
      retryAfterSeconds: Number(reply.headers['retry-after'] ?? Number.NaN) || null,
      ...(markets.length === 0 ? {} : { told: markets }),
    });
  }

  /**
   * A stream is recorded as open before its route runs. If the route rejects it, or the request is a HEAD, the record
   * is corrected before the response is sent.
   */
  private correctRecordOnEnd(): void {
    const { response, method } = this.exchange;
    const { run, number, fault } = this.running;
    const name = fault.kind === 'prepare' ? fault.name : null;
    const end = response.end.bind(response);
    response.end = ((body: string | Buffer = '') => {
      const { statusCode: status } = response;
      if (status === 200 && method !== 'HEAD') return end(body);
      const code = codeIn({ status, headers: {}, body: String(body) });
      const ending = { status, truth: status, code, fault: name, retryAfterSeconds: null };
      endRequest(this.parts.services, run.runId, number, ending).then(
        () => end(body),
        () => response.destroy(),
      );
      return response;
    }) as typeof response.end;
  }

  /** Trades of one scenario get faults, and judged market states are recorded; all other streams are left unchanged. */
  private decideMessages(about: string | null) {
    const { number: connection, run } = this.running;
    const { runId, events } = run;
    const { services } = this.parts;
    const event = events.find(({ slug, pubkey }) => about === slug || about === pubkey);
    const opened = { runId, connection, path: pathOf(this.inner) };
    if (event?.scenario === 'stream-sequence') {
      return async ({ kind, sequence }: AnyStreamMessage) =>
        kind === 'trade' && sequence !== undefined ? recordTrade(services, opened, sequence) : null;
    }
    const scenario = event?.scenario;
    const member = scenario && judgedMember[scenario];
    if (!scenario || !member) return null;
    let last: string | number | null = null;
    return async (message: AnyStreamMessage) => {
      const standing = standingIn(message);
      const current = standing[member];
      if (current === null || current === last) return null;
      last = current;
      await recordStanding(services, opened, { scenario, ...standing });
      return null;
    };
  }

  async stream(about: string | null): Promise<void> {
    const { response } = this.exchange;
    const { fault } = this.running;
    if (fault.kind === 'prepare') await this.prepare(fault, fault.name);
    const decide = this.decideMessages(about);
    if (decide) injectStreamFaults(response, decide);
    this.correctRecordOnEnd();
    this.run(this.inner as unknown as HttpRequest, response, this.scope());
  }
}
