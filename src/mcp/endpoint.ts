import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { resultSchema, type ToolContract, toolArguments } from '../contract/tools.js';
import { mcpPath } from '../discovery/schemas.js';
import { ApiError } from '../http/errors.js';
import { createRouteCall } from '../http/pipeline/call-route.js';
import { createAuthenticator, requireCaller } from '../http/pipeline/credentials.js';
import type { HttpApp, HttpRequest } from '../http/pipeline/http-app.js';
import { createRouteBudget } from '../http/pipeline/invoke-handler.js';
import { parseBody } from '../http/pipeline/read-input.js';
import { type OutgoingFailure, type PipelineParts, sendFailure } from '../http/pipeline/run-route.js';
import { commonHeaders, type HttpExchange, newHttpExchange, routeHeaders } from '../http/response/http-exchange.js';
import { defineRoute, type HttpServices, type Route, type ServedRoutes } from '../http/route.js';
import type { DescriptionServices } from '../service/service-description.js';
import type { McpVisitor } from './create-mcp.js';

const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);

function nameOf(authority: string): string | null {
  try {
    return new URL(`http://${authority}`).hostname;
  } catch {
    return null;
  }
}

function refusal(field: string, value: string): ApiError {
  return new ApiError('FORBIDDEN', `${field} ${value.slice(0, 100)} is not one that this arena is reached at`, {
    field,
    remediation: 'Use the public address of the arena; its operator sets it with PRESAGE_PUBLIC_URL.',
  });
}

/**
 * A page of another site can make its host name resolve to this machine and then send requests from the browser as if
 * it were the same site (DNS rebinding). The browser sends that name, so other names are rejected. IP addresses can't
 * be rebound and are accepted.
 */
export function checkSource(headers: { host?: string; origin?: string }, publicUrl: string): void {
  const publicHost = new URL(publicUrl).hostname;
  const isOurs = (name: string | null) => name !== null && (name === publicHost || localNames.has(name));
  const { host, origin } = headers;
  if (host !== undefined) {
    const name = nameOf(host);
    if (!isOurs(name) && isIP((name ?? '').replace(/^\[|\]$/g, '')) === 0) throw refusal('Host', host);
  }
  if (origin === undefined) return;
  const name = /^https?:\/\//i.test(origin) ? nameOf(origin.replace(/^https?:\/\//i, '')) : null;
  if (!isOurs(name)) throw refusal('Origin', origin);
}

interface McpParts extends PipelineParts {
  readonly services: HttpServices & DescriptionServices;
  readonly routes: readonly Route[];
  readonly log: Logger;
}

/** The endpoint as a route for the pipeline. It is not part of the REST contract: tools have a separate contract. */
const endpoint = defineRoute({
  id: 'mcp',
  method: 'POST',
  path: mcpPath,
  area: 'mcp',
  summary: 'Model Context Protocol',
  description: 'Streamable HTTP without sessions.',
  auth: 'optional',
  callers: ['agent'],
  bucket: 'reads',
  effect: 'read',
  responses: { 200: { description: 'A reply of the protocol.' } },
  handler: () => null,
});

/** The library is large, so it is loaded on first use to keep the start fast. */
async function loadMcp({ services, routes, log }: McpParts) {
  const { createMcp } = await import('./create-mcp.js');
  const placed = new Map(routes.map(route => [route.id, toolArguments(route)]));
  return createMcp({
    version: services.settings.version,
    publicUrl: services.settings.publicUrl,
    tools: services.service.contract.tools() as ToolContract[],
    argumentsOf: operationId => placed.get(operationId) ?? [],
    resultOf: operationId => resultSchema(routes.find(({ id }) => id === operationId) as Route),
    documents: services.service.documents,
    onError: error => log.debug({ err: error }, 'an MCP message was refused'),
  });
}

/**
 * A body is one message. MCP removed arrays of messages in 2025-06-18, the oldest version served here; an array
 * would cost a single request for the work of many.
 */
function refuseArray(message: unknown): void {
  if (!Array.isArray(message)) return;
  throw new ApiError('INVALID_PAYLOAD', `body must be one JSON-RPC message (got an array of ${message.length})`, {
    field: 'body',
    remediation: 'Send each message in a separate request.',
  });
}

/** The operation behind a tool call: the route then counts and logs it, not the endpoint. */
function calledRoute(message: unknown, tools: ReadonlyMap<string, string>): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' ? tools.get(String(params?.name)) : undefined;
}

function allowBrowsers(app: HttpApp): void {
  app.route(['OPTIONS'], mcpPath, ({ id }, response) => {
    response.writeHead(204, {
      allow: 'POST, OPTIONS',
      'x-request-id': id,
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers':
        'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, X-Api-Key',
      'access-control-max-age': '86400',
    });
    response.end();
  });
}

/** The checks before the protocol handles a message, and the context that it needs. */
function createServe(parts: McpParts) {
  const { services, limits, operatorToken } = parts;
  const budget = createRouteBudget(endpoint, limits);
  const authenticate = createAuthenticator(endpoint, { ...services, operatorToken });
  // The names come from the routes: building the schemas of all tools would delay the start.
  const tools = new Map(parts.routes.flatMap(({ tool, id }) => (tool ? [[tool.name, id] as const] : [])));
  const calls = new Map(
    parts.routes.filter(route => route.tool).map(route => [route.id, createRouteCall(route, parts)]),
  );

  function visitorOf(exchange: HttpExchange, { ip, id, headers }: HttpRequest): McpVisitor {
    const { authorization, 'x-api-key': apiKey } = headers;
    const key = authorization ?? (typeof apiKey === 'string' ? `Bearer ${apiKey.trim()}` : undefined);
    const sent: Record<string, string> = key === undefined ? {} : { authorization: key };
    return {
      requestId: id,
      hasKey: exchange.caller.kind === 'agent',
      call(operationId, request) {
        const call = calls.get(operationId);
        if (!call) throw new Error(`the tool of ${operationId} has no route`);
        return call({ requestId: id, ip, headers: sent, ...request });
      },
    };
  }

  return {
    budget,
    async admit(exchange: HttpExchange, request: HttpRequest) {
      checkSource(request.headers, services.settings.publicUrl);
      // People do not call tools directly, and a cookie that a browser adds must not authenticate here.
      const authentication = authenticate({ ...request.headers, cookie: undefined });
      if (authentication) {
        exchange.caller = await authentication;
        parts.onAuthenticated(exchange.caller);
      }
      requireCaller(endpoint, exchange.caller);
      if (request.body instanceof ApiError) throw request.body;
      const message = request.body && parseBody(request.body, refuseArray);
      const operationId = calledRoute(message, tools);
      if (operationId === undefined) budget.takeRead(exchange, request);
      return { message, visitor: visitorOf(exchange, request), countedElsewhere: operationId !== undefined };
    },
  };
}

/** JSON-RPC error codes of bodies that are not a message: invalid JSON, or JSON of another form. */
const brokenMessage: Readonly<Record<string, number>> = { INVALID_JSON: -32700, INVALID_PAYLOAD: -32600 };

/** An invalid message gets a JSON-RPC error that contains the usual error body. */
function inProtocol(outgoing: OutgoingFailure): OutgoingFailure {
  const code = brokenMessage[outgoing.error.code];
  if (code === undefined) return outgoing;
  const { message } = outgoing.error;
  return { ...outgoing, body: { jsonrpc: '2.0', id: null, error: { code, message, data: outgoing.body } } };
}

/** Serves the tools of the routes at /mcp. */
export function serveMcp<Services>(app: HttpApp, parts: McpParts & ServedRoutes<Services>): { close(): Promise<void> } {
  const headers = routeHeaders(endpoint, parts.secure);
  const { admit, budget } = createServe(parts);
  let loading: ReturnType<typeof loadMcp> | null = null;

  async function serve(exchange: HttpExchange, request: HttpRequest, response: ServerResponse): Promise<void> {
    const { message, visitor, countedElsewhere } = await admit(exchange, request);
    loading ??= loadMcp(parts);
    const mcp = await loading;
    const list = commonHeaders(exchange, { 'cache-control': 'no-store' });
    for (let at = 0; at < list.length; at += 2) response.setHeader(list[at], list[at + 1]);
    await mcp.serve(request.raw, response, message, visitor);
    if (!countedElsewhere) parts.onFinished(exchange, response.statusCode, null);
  }

  app.route(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], mcpPath, (request, response) => {
    const exchange = newHttpExchange(headers, request.id, request, response);
    serve(exchange, request, response).catch(error =>
      sendFailure(parts, budget, exchange, error, request, inProtocol).catch(() => response.destroy()),
    );
  });
  allowBrowsers(app);
  return {
    async close() {
      await (await loading?.catch(() => null))?.close();
    },
  };
}
