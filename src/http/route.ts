import type { Static, TSchema } from 'typebox';
import type { Scope } from '../domain/people/plans.js';
import type { Subscription } from '../operations/streams/subscription.js';
import type { ErrorCode } from './errors.js';
import type { BudgetName } from './limits.js';
import type { RequestContext } from './request-context.js';
import type { WriteBody } from './write-body.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * none: the credential headers are not looked at. optional: absent or valid. required: valid.
 * A scope: valid, and its plan must hold the scope. A session that is over counts as absent, because browsers go on
 * sending its cookie.
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
  /** A body may be left out. */
  readonly bodyOptional?: boolean;
}

type Part<S> = S extends TSchema ? Static<S> : undefined;

export interface RouteInput<R extends RequestSchemas> {
  readonly params: Part<R['params']>;
  readonly query: Part<R['query']>;
  readonly body: R['bodyOptional'] extends true ? Part<R['body']> | undefined : Part<R['body']>;
}

/** A reply with a status or headers of its own; a bare value is sent with the first status of the route. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
    /** What is stored for replays instead of the body, where that holds a secret. */
    readonly kept: unknown = body,
  ) {}
}

/** A body that is written piece by piece, however long it gets. */
export class StreamedText {
  constructor(readonly produce: (write: WriteBody) => Promise<void>) {}
}

/** A stream of messages that goes on until the reader leaves. */
export class EventStream {
  constructor(readonly subscription: Subscription) {}
}

/** The connection becomes a WebSocket. */
export class SocketStream {
  readonly protocol = 'websocket';
}

export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** The route as a tool for language models, who have seen nothing of the service but this. */
interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Arguments that a tool must be given although the route can also take them from a header. */
  readonly required?: readonly string[];
  /** Parameters of the route that have another name as arguments, so that all tools call one thing alike. */
  readonly names?: Readonly<Record<string, string>>;
  /** Takes away something that can't be had back as it was. */
  readonly destructive?: true;
  /** The members of the result that a model needs, such as `events(slug,title),nextCursor`; all of them by default. */
  readonly compact?: string;
  /** Calls that usually follow. An argument is the path of a member of the result, such as events.0.slug. */
  readonly next?: readonly NextCall[];
  /** The page that a host with support for MCP Apps shows beside the result. */
  readonly app?: string;
}

/** A write that its body names: the id is bound in the write's own transaction, for the player and this kind of write. */
export interface ClientIdScope {
  /** The member that carries the id. */
  readonly clientId: string;
  /** The kind of write with its article, for messages. */
  readonly noun: string;
  /** Whether the Idempotency-Key header may stand for the id, must equal it, or is ignored. */
  readonly header: 'instead' | 'equal' | 'ignored';
  /** The member whose items are named one by one. */
  readonly list?: string;
}

interface RouteSpec<R extends RequestSchemas> {
  /** operationId in the contract, label in metrics and in the request log. */
  readonly id: string;
  readonly method: Method;
  /** Parameters are written {name}. */
  readonly path: string;
  /** They have as many parameters as the path, in the same order, but may name them otherwise. */
  readonly aliases?: readonly string[];
  readonly area: string;
  readonly summary: string;
  readonly description: string;
  readonly auth: AuthMode;
  /** Whose credentials are taken; those of others are 403. See `callersOf` for what is usual. */
  readonly callers?: readonly CallerKind[];
  /** none: never limited. Otherwise the budget that a caller's request is taken from. */
  readonly bucket: BudgetName | 'none';
  /**
   * transaction: the write's own transaction counts it, exactly across nodes, and the handler returns a WriteResult. The
   * pipeline counts requests that are refused before they reach it: every authenticated write counts, refused or not.
   */
  readonly countedIn?: 'transaction';
  /** What a request costs where it counts for an address, in units of that budget; 1 without it. */
  readonly units?: (input: RouteInput<R>) => number;
  /** A POST that changes nothing is a read. GET is always one. */
  readonly effect?: 'read' | 'write';
  /**
   * header: needs Idempotency-Key; the result is stored and replayed. optional: the same where the header is sent;
   * without it the handler gets no transaction and opens its own. handler: the header may be sent, and the handler binds
   * it in its own transaction. A scope: the body names the write.
   */
  readonly idempotency?: 'header' | 'optional' | 'handler' | ClientIdScope;
  /** Seconds for which shared caches may keep a public reply; 0 means: ask again with the ETag. */
  readonly maxAgeSeconds?: number;
  /** A public reply that no cache may store, because it depends on where the request comes from. */
  readonly noStore?: true;
  readonly request?: R;
  readonly responses: Readonly<Record<number, ReplySchema>>;
  /** Codes of this route's own; those that every route can send are added by the contract. */
  readonly errors?: readonly ErrorCode[];
  /** A write that suspended players may send: it ends access, deletes data or marks something as read. */
  readonly whileSuspended?: true;
  readonly deprecated?: boolean;
  /** Every request gets the same response, whatever its query and its body are: neither is looked at. */
  readonly ignoresInput?: true;
  /** The reply is a stream of server-sent events, which has no tag and takes Last-Event-ID. */
  readonly streams?: true;
  readonly tool?: ToolDefinition;
  readonly handler: (input: RouteInput<R>, context: RequestContext) => unknown;
}

/** A route as the registry holds it, whatever its schemas are. */
export interface Route extends Omit<RouteSpec<RequestSchemas>, 'handler' | 'units'> {
  readonly units?: (input: RouteInput<RequestSchemas>) => number;
  readonly handler: (input: RouteInput<RequestSchemas>, context: RequestContext) => unknown;
}

/** A route is data: everything that the server, the contract, the tools and the tests know about it. */
export function defineRoute<R extends RequestSchemas>(spec: RouteSpec<R>): Route {
  return spec as unknown as Route;
}

/** The parameters of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

const everyone: readonly CallerKind[] = ['agent', 'person', 'operator'];
const players: readonly CallerKind[] = ['agent', 'person'];

/**
 * Players, unless the route says otherwise. Where no credential is needed at all, an operator's is no reason to refuse.
 */
export function callersOf(route: Pick<Route, 'auth' | 'callers'>): readonly CallerKind[] {
  return route.callers ?? (route.auth === 'optional' ? everyone : players);
}

export function isRead(route: Pick<Route, 'method' | 'effect'>): boolean {
  return route.method === 'GET' || route.effect === 'read';
}

/**
 * Whether an unknown query parameter is refused: on every write and on everything below /api, where a mistyped filter would return or change too
 * much. Pages, probes and documents ignore what caches and monitors add.
 */
export function refusesUnknownQuery(route: Pick<Route, 'path' | 'method' | 'effect'>): boolean {
  return route.path.startsWith('/api/') || !isRead(route);
}

export function firstStatus(route: Pick<Route, 'responses'>): number {
  return Number(Object.keys(route.responses)[0]);
}
