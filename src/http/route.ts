import type { Static, TSchema } from 'typebox';
import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import type { Scope } from '../kernel/plans.js';
import type { BudgetState } from './budgets/rate-limits.js';
import type { Caller, CredentialHolders } from './caller.js';
import type { Cursors } from './cursor.js';
import type { ErrorCode } from './errors.js';
import type { BudgetName } from './limits.js';
import type { Subscription } from './subscription.js';
import type { WriteIdentity } from './write-outcome.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * none: the credential headers are ignored. optional: absent or valid. required: valid. A scope: valid, with a plan
 * that includes the scope. An expired session counts as absent, because browsers keep sending its cookie.
 */
type AuthMode = 'none' | 'optional' | 'required' | { readonly scope: Scope };

export type CallerKind = 'agent' | 'person' | 'operator';

export interface ReplySchema {
  readonly description: string;
  /** A JSON schema, or none for a body that is not JSON. */
  readonly schema?: TSchema;
  readonly contentType?: string;
}

interface RequestSchemas {
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Whether the body is optional. */
  readonly bodyOptional?: boolean;
}

type Part<S> = S extends TSchema ? Static<S> : undefined;

export interface RouteInput<R extends RequestSchemas> {
  readonly params: Part<R['params']>;
  readonly query: Part<R['query']>;
  readonly body: R['bodyOptional'] extends true ? Part<R['body']> | undefined : Part<R['body']>;
}

/** A response with its own status or headers; a bare value is sent with the first status of the route. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
    /** What is stored for replays instead of the body, if that contains a secret. */
    readonly replayBody: unknown = body,
  ) {}
}

/** A streamed body of any length. */
export class StreamedText {
  constructor(readonly produce: (write: WriteBody) => Promise<void>) {}
}

/** A stream of messages that continues until the client disconnects. */
export class EventStream {
  constructor(readonly subscription: Subscription) {}
}

/** Upgrades the connection to a WebSocket. */
export class SocketStream {
  readonly protocol = 'websocket';
}

export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** The route as a tool for language models, which know nothing else about the service. */
interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Arguments that a tool requires although the route can also take them from a header. */
  readonly required?: readonly string[];
  /** Parameters with another name as arguments, so that all tools use the same names. */
  readonly names?: Readonly<Record<string, string>>;
  /** Values of arguments that a call omits, chosen so that the compact result takes at most 6 KB. */
  readonly defaults?: Readonly<Record<string, number | string>>;
  /** The effect can't be undone. */
  readonly destructive?: true;
  /** The members of the result that a model needs, such as `events(slug,title),nextCursor`; all of them by default. */
  readonly compact?: string;
  /**
   * Calls that usually follow. An argument is the path of a member of the result, such as events.0.slug; events.*.slug
   * is that of the first item that has one.
   */
  readonly next?: readonly NextCall[];
  /** The page that a host with support for MCP Apps shows next to the result. */
  readonly app?: string;
}

/**
 * A write that its body identifies: the id is bound in the write's transaction, for the player and this kind of
 * write.
 */
export interface ClientIdScope {
  /** The member that carries the id. */
  readonly clientId: string;
  /** The kind of write with its article, for messages. */
  readonly noun: string;
  /** Whether the Idempotency-Key header may replace the id, must equal it, or is ignored. */
  readonly header: 'instead' | 'equal' | 'ignored';
  /** The list member whose items have separate ids. */
  readonly list?: string;
}

interface RouteSpec<R extends RequestSchemas, Needs> {
  /** operationId in the contract, label in metrics and in the request log. */
  readonly id: string;
  readonly method: Method;
  /** Parameters have the form {name}. */
  readonly path: string;
  /** Aliases have as many parameters as the path, in the same order, but may name them differently. */
  readonly aliases?: readonly string[];
  readonly area: string;
  readonly summary: string;
  readonly description: string;
  readonly auth: AuthMode;
  /** Accepted credentials; others are 403. See `callersOf` for the defaults. */
  readonly callers?: readonly CallerKind[];
  /** none: never limited. Otherwise the budget that a request is charged to. */
  readonly bucket: BudgetName | 'none';
  /**
   * transaction: the write's own transaction counts it, exactly across nodes, and the handler returns a WriteResult.
   * The pipeline counts requests that are rejected before they reach it: every authenticated write counts, rejected
   * or not.
   */
  readonly countedIn?: 'transaction';
  /** The cost of a request that counts for a client address, in units of that budget; default 1. */
  readonly units?: (input: RouteInput<R>) => number;
  /** A POST that changes nothing is a read. GET is always one. */
  readonly effect?: 'read' | 'write';
  /**
   * header: requires Idempotency-Key; the result is stored and replayed. optional: the same if the header is sent;
   * without it the handler opens its own transaction. handler: the header is optional, and the handler binds it in
   * its own transaction. A scope: the body identifies the write.
   */
  readonly idempotency?: 'header' | 'optional' | 'handler' | ClientIdScope;
  /** Seconds for which shared caches may store a public response; 0: revalidate with the ETag. */
  readonly maxAgeSeconds?: number;
  /** A public response that no cache may store, because it depends on the origin of the request. */
  readonly noStore?: true;
  readonly request?: R;
  readonly responses: Readonly<Record<number, ReplySchema>>;
  /** Error codes specific to this route; the contract adds those of every route. */
  readonly errors?: readonly ErrorCode[];
  /** A write that suspended players may send: it ends access, deletes data or marks something as read. */
  readonly whileSuspended?: true;
  readonly deprecated?: boolean;
  /** Every request gets the same response: query and body are ignored. */
  readonly ignoresInput?: true;
  /** The response is a stream of server-sent events, which has no ETag and accepts Last-Event-ID. */
  readonly streams?: true;
  readonly tool?: ToolDefinition;
  /** The type of its context states the services that the route needs. */
  readonly handler: (input: RouteInput<R>, context: RequestContext<Needs>) => unknown;
}

/**
 * A route in the registry, with any schemas. `Needs` are the services that its handler needs. It can be served wherever
 * these and others are available; `Route` alone is any route, whose handler only `callHandler` can call.
 */
export interface Route<in Needs = never> extends Omit<RouteSpec<RequestSchemas, never>, 'handler' | 'units'> {
  readonly units?: (input: RouteInput<RequestSchemas>) => number;
  readonly handler: (input: RouteInput<RequestSchemas>, context: RequestContext<Needs>) => unknown;
}

/** A route as data: everything that the server, the contract, the tools and the tests need to know about it. */
export function defineRoute<R extends RequestSchemas, Needs = HttpServices>(spec: RouteSpec<R, Needs>): Route<Needs> {
  return spec as unknown as Route<Needs>;
}

/** Routes, and services that have everything that they need. */
export interface ServedRoutes<Services> {
  readonly routes: readonly Route<Services>[];
  readonly services: Services;
}

/** Calls a handler with validated input and the services of the `ServedRoutes` that its route is one of. */
export function callHandler({ handler }: Route, input: unknown, context: RequestContext): unknown {
  return handler(input as never, context as never);
}

/** The parameters of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

const everyone: readonly CallerKind[] = ['agent', 'person', 'operator'];
const players: readonly CallerKind[] = ['agent', 'person'];

/** Players by default. If no credential is required, an operator's is accepted. */
export function callersOf(route: Pick<Route, 'auth' | 'callers'>): readonly CallerKind[] {
  return route.callers ?? (route.auth === 'optional' ? everyone : players);
}

/** Whether only operators may call the route: its writes are few, and may use the reserve of a full disk. */
export function isForOperators(route: Pick<Route, 'auth' | 'callers'>): boolean {
  return callersOf(route).every(kind => kind === 'operator');
}

export function isRead(route: Pick<Route, 'method' | 'effect'>): boolean {
  return route.method === 'GET' || route.effect === 'read';
}

/**
 * Whether an unknown query parameter is rejected: on every write and on every path under /api, where a mistyped
 * filter would return or change too much. Pages, probes and documents ignore parameters that caches and monitors
 * add.
 */
export function refusesUnknownQuery(route: Pick<Route, 'path' | 'method' | 'effect'>): boolean {
  return route.path.startsWith('/api/') || !isRead(route);
}

export function firstStatus(route: Pick<Route, 'responses'>): number {
  return Number(Object.keys(route.responses)[0]);
}

/** The origin of a request according to the connection and its proxies. */
export interface RequestOrigin {
  /** The address at the other end of the connection: the nearest proxy, if there is one. */
  readonly peer: string | undefined;
  /** The client address behind the trusted proxies. */
  readonly ip: string | undefined;
  readonly header: (name: string) => string | undefined;
}

/** Values that the operator's configuration fixes for the lifetime of the process. */
export interface ArenaSettings {
  readonly publicUrl: string;
  readonly version: string;
  readonly addressReadsPerMinute: number;
  /** Whether this node opens practice events. */
  readonly opensPractice: boolean;
  readonly securityContact: string | null;
  /** Every literal segment in the path of a route; no handle or slug may equal one of them. */
  readonly routeWords: ReadonlySet<string>;
}

/** The services that a handler has unless its route states others. */
export interface HttpServices extends OperationContext {
  readonly settings: ArenaSettings;
  readonly cursors: Cursors;
  readonly credentials: CredentialHolders;
}

/** The context of a request, for its handler. */
export interface RequestContext<Needs = HttpServices> {
  readonly services: Needs;
  readonly caller: Caller;
  readonly requestId: string;
  /** The client address as counted by budgets: a whole /64 of IPv6. */
  readonly clientAddress: () => string;
  /** The addresses and headers that indicate the origin of the request. */
  readonly origin: () => RequestOrigin;
  /** The remainder of the budget that this request was charged to. */
  readonly budget: BudgetState | null;
  /** The Idempotency-Key header, bare or quoted; null if none was sent. */
  readonly idempotencyKey: () => string | null;
  /** The Last-Event-ID header: the position of a stream client. */
  readonly lastEventId: () => string | null;
  /**
   * The identities of the writes in the body: one, or one per item of a list; none for routes without client ids.
   */
  readonly identities: readonly WriteIdentity[];
  /** The transaction of a route whose result is stored; its writes and the stored result commit together. */
  readonly writes: Transaction | null;
}

/** Options shared by all routes of the operator API. */
export const operatorOnly = { area: 'operator', auth: 'required', callers: ['operator'], bucket: 'address' } as const;

/** Writes a part of a body; resolves when the client has room for the next one. */
export type WriteBody = (piece: string | Uint8Array) => Promise<void>;
