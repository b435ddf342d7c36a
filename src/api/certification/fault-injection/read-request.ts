import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { TraceKind } from '../../../domain/certification/trace.js';
import { canonicalJson } from '../../../http/canonical-json.js';
import { readIdempotencyKey } from '../../../http/pipeline/idempotency.js';
import { isRead } from '../../../http/route.js';
import type { ObservedRequest } from '../../../operations/certification/record-request.js';
import type { FoundRoute } from './find-route.js';

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
function bodyOf(request: FastifyRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(request.body ?? ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

function keyOf(request: FastifyRequest): string | null {
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
function resumePosition(routeId: string, request: FastifyRequest): number | null {
  const { snapshot, afterSequence } = request.query as Record<string, unknown>;
  if (routeId === 'streamOrderbook') return 0;
  const lastEventId = request.headers['last-event-id'];
  if (lastEventId) return wholeNumber(lastEventId);
  return snapshot === 'true' || snapshot === '1' ? 0 : wholeNumber(afterSequence);
}

function orderMembers(request: FastifyRequest) {
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
export function observedRequest({ route, params }: FoundRoute, request: FastifyRequest, path: string): ObservedRequest {
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
