import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '../errors.js';
import type { ShedPriority } from '../limits.js';
import { requestIdOf } from '../request-id.js';
import { jsonType, routeHeaders } from '../response/http-exchange.js';
import type { Route } from '../route.js';
import { type Admission, type Gate, type Overload, overloadError, priorityOf } from './admission.js';

interface LoadShedderOptions {
  readonly admission: Admission;
  readonly routes: readonly Route[];
  readonly secure: boolean;
  readonly clock: () => number;
  /** Connections that are served; 0: no limit. */
  readonly maxConnections: number;
  /** Observes a rejected request. */
  readonly onRefused: (routeId: string, method: string) => void;
}

/** A route whose path has no parameters, so that the URL alone identifies it. */
interface KnownRoute {
  readonly id: string;
  readonly priority: ShedPriority;
  readonly gate: Gate;
  readonly headers: readonly string[];
}

type Refused = Pick<KnownRoute, 'id' | 'headers' | 'priority'>;

const noRoute = {
  id: 'none',
  headers: ['x-content-type-options', 'nosniff'],
  priority: 'reads' as const,
};
/** A connection above the limit that sends no health check and no cancel within this time is closed. */
const spareConnectionMs = 5_000;

function indexRoutes({ routes, admission, secure }: LoadShedderOptions) {
  const byPath = new Map<string, KnownRoute>();
  const vital = new Set<string>();
  for (const route of routes) {
    const priority = priorityOf(route);
    const gate = admission.gateFor(route);
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      if (path.includes('{')) continue;
      if (priority === 'vital' || gate === null) vital.add(path);
      else {
        const entry = { id: route.id, priority, gate, headers: routeHeaders(route, secure).fixed };
        byPath.set(`${route.method} ${path}`, entry);
        if (route.method === 'GET') byPath.set(`HEAD ${path}`, entry);
      }
    }
  }
  return { byPath, vital };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** The body of a rejection in three parts, between which its message and its request id go. */
const [bodyStart, bodyMiddle, bodyEnd] = JSON.stringify(
  errorBody(overloadError({ message: '\u0001', retryAfterSeconds: 1 }), '\u0001'),
).split('\\u0001');

/** Scans the raw list: parsing all headers costs as much as the rest of a rejection. */
function sentRequestId(raw: readonly string[]): string | undefined {
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at].length === 12 && raw[at].toLowerCase() === 'x-request-id') return raw[at + 1];
  }
  return undefined;
}

/**
 * Rejects requests under load by method and URL alone: no routing, no body, no credential, no database. Routes with
 * path parameters pass; their pipeline runs the same check. It also limits connections. Those above the limit are
 * served health checks and cancels only, so that a full node can still be monitored; the server closes connections far
 * above it unread.
 */
export class LoadShedder {
  private readonly byPath: ReadonlyMap<string, KnownRoute>;
  private readonly vital: ReadonlySet<string>;
  private readonly spare = new WeakSet<Socket>();
  private open = 0;

  constructor(private readonly options: LoadShedderOptions) {
    const { byPath, vital } = indexRoutes(options);
    this.byPath = byPath;
    this.vital = vital;
  }

  attach(server: Server): void {
    if (this.options.maxConnections > 0) this.boundConnections(server, this.options.maxConnections);
  }

  private boundConnections(server: Server, maxConnections: number): void {
    const bound = maxConnections + Math.max(16, Math.ceil(maxConnections / 10));
    server.maxConnections = bound;
    server.on('connection', socket => {
      this.open += 1;
      socket.once('close', () => {
        this.open -= 1;
      });
      if (this.open <= maxConnections) return;
      // The sum of the connections that each listening handle accepted.
      if (this.open > bound) {
        socket.destroy();
        return;
      }
      this.spare.add(socket);
      socket.setTimeout(spareConnectionMs, () => socket.destroy());
    });
  }

  /** Returns true if it has rejected the request. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean {
    this.options.admission.countArrival();
    const { method = '', url = '' } = request;
    const path = pathOf(url);
    const route = this.byPath.get(`${method} ${path}`);
    if (this.spare.has(request.socket)) return this.refusesSpare(request, response, route, path);
    const overload = route?.gate.overload();
    if (!route || !overload) return false;
    this.refuse(request, response, route, overload);
    return true;
  }

  private refusesSpare(
    request: IncomingMessage,
    response: ServerResponse,
    route: KnownRoute | undefined,
    path: string,
  ): boolean {
    response.setHeader('connection', 'close');
    if (request.method === 'DELETE' || this.vital.has(path)) return false;
    const { maxConnections } = this.options;
    const message = `All ${maxConnections} connections of this node are in use.`;
    this.refuse(request, response, route ?? noRoute, { message, retryAfterSeconds: 5 });
    return true;
  }

  private refuse(request: IncomingMessage, response: ServerResponse, route: Refused, overload: Overload): void {
    const { headers, body } = this.refusal(route, overload, sentRequestId(request.rawHeaders));
    response.writeHead(503, [...route.headers, ...headers]);
    response.end(body);
    this.options.onRefused(route.id, request.method ?? '');
  }

  private refusal({ priority }: Refused, overload: Overload, sentId: string | undefined) {
    const { admission, clock } = this.options;
    admission.countShed(priority);
    const requestId = requestIdOf(sentId, clock());
    const body = `${bodyStart}${overload.message}${bodyMiddle}${requestId}${bodyEnd}`;
    const headers = [
      ...['x-request-id', requestId, 'retry-after', String(overload.retryAfterSeconds)],
      ...['cache-control', 'no-store', 'content-type', jsonType, 'content-length', String(Buffer.byteLength(body))],
    ];
    return { headers, body };
  }
}
