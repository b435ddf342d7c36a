import type { CallToolResult } from '@modelcontextprotocol/server';
import { checkSelection, parseSelection, type Selection, SelectionError, select } from '../contract/selection.js';
import type { ToolArgument, ToolContract } from '../contract/tools.js';
import { ApiError, errorBody, invalid, underOtherName } from '../http/errors.js';
import { toolRemediation } from './tool-remediation.js';

/** The request behind a tool call. Values of path and query are strings, as in a URL. */
export interface ToolRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ToolAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const viewNames = ['view', 'fields'];

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalid(name, 'must be a string, a number, true or false');
}

/** Places each argument where the route expects it; the route validates it. */
export function requestOf(list: readonly ToolArgument[], values: Readonly<Record<string, unknown>>): ToolRequest {
  const known = new Map(list.map(argument => [argument.name, argument]));
  const stranger = Object.keys(values).find(name => !known.has(name));
  if (stranger !== undefined) {
    const names = [...known.keys(), ...viewNames].join(', ');
    throw invalid(stranger, `is not an argument of this tool; known arguments: ${names}`);
  }
  const request = {
    path: {} as Record<string, string>,
    query: {} as Record<string, string>,
    body: {} as Record<string, unknown>,
  };
  for (const { name, member, place, defaultValue } of list) {
    // Models send null for arguments that they omit.
    const value = values[name] ?? defaultValue;
    const missing = value === undefined;
    if (place === 'path' && (missing || value === '')) throw invalid(name, 'is missing');
    if (missing) continue;
    if (place === 'body') request.body[member] = value;
    else request[place][member] = textOf(name, value);
  }
  return { params: request.path, query: request.query, body: request.body };
}

/** The part of the result that the caller requested. */
export interface ResultView {
  readonly kind: 'compact' | 'full' | 'fields';
  readonly selection: Selection | null;
}

const maxFieldsCharacters = 500;

function parseFields(fields: unknown, schema: Record<string, unknown>): Selection {
  if (typeof fields !== 'string' || fields.length > maxFieldsCharacters) {
    throw invalid('fields', `must be a text of at most ${maxFieldsCharacters} characters, such as events(slug,title)`);
  }
  try {
    const selection = parseSelection(fields);
    checkSelection(selection, schema);
    return selection;
  } catch (error) {
    if (error instanceof SelectionError) throw invalid('fields', error.message);
    throw error;
  }
}

/** Splits the arguments of a call into those of the route and the view of the result. */
export function readView(
  { compact }: ToolContract,
  { view, fields, ...values }: Readonly<Record<string, unknown>>,
  schemaOf: () => Record<string, unknown>,
): { readonly values: Record<string, unknown>; readonly view: ResultView } {
  if (![undefined, null, 'compact', 'full'].includes(view as string)) {
    throw invalid('view', `must be compact or full (got ${JSON.stringify(view).slice(0, 40)})`);
  }
  const isFull = view === 'full';
  if (fields !== undefined && fields !== null && fields !== '') {
    if (isFull) throw invalid('fields', 'can’t be combined with view full: send one of them');
    return { values, view: { kind: 'fields', selection: parseFields(fields, schemaOf()) } };
  }
  if (isFull) return { values, view: { kind: 'full', selection: null } };
  return { values, view: { kind: 'compact', selection: compact === undefined ? null : parseSelection(compact) } };
}

/** The member at a path; `*` is the first item of a list that has the rest of the path. */
function memberAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || value === undefined || value === null) return value;
  if (name !== '*') return memberAt((value as Record<string, unknown>)[name], rest);
  return (value as unknown[]).map(item => memberAt(item, rest)).find(found => found !== undefined && found !== null);
}

/** Suggested next calls, with arguments from the result; those without values are omitted. */
function nextCalls({ next = [] }: ToolContract, result: unknown): object[] {
  return next.flatMap(({ tool, arguments: paths }) => {
    const found = Object.entries(paths).map(([name, path]) => [name, memberAt(result, path.split('.'))] as const);
    const known = found.filter(([, value]) => value !== undefined && value !== null);
    const isUsable = found.length === 0 || known.some(([name]) => name === found[0][0]);
    return isUsable ? [{ tool, arguments: Object.fromEntries(known) }] : [];
  });
}

/**
 * Lists of a route without cursors that are as long as the limit, so that more may exist; `total` of the result says
 * whether there are.
 */
function endedByLimit(whole: Result, list: readonly ToolArgument[], { query }: ToolRequest): string[] {
  if (query.limit === undefined || list.some(({ name }) => name === 'cursor')) return [];
  const { total = Number.POSITIVE_INFINITY } = whole;
  const isEnded = (value: unknown) =>
    Array.isArray(value) && value.length === Number(query.limit) && Number(total) > value.length;
  return Object.keys(whole).filter(name => isEnded(whole[name]));
}

/** Millionths are the smallest unit of credits and shares, so only means and scores lose digits. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toFixed(6));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

/** The remaining budget of the call; most hosts show a model the result only. */
function rateLimitOf(headers: Readonly<Record<string, string>>): object {
  const [, budget, left, seconds] = /"([\w-]+)";r=(\d+);t=(\d+)/.exec(headers.ratelimit ?? '') ?? [];
  if (budget === undefined) return {};
  return { rateLimit: { budget, left: Number(left), resetSeconds: Number(seconds) } };
}

/** Metadata that clients may show in addition to the result: the request id and the remaining budget. */
function metaOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown = { 'presage/requestId': 'x-request-id', 'presage/rateLimit': 'ratelimit' };
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, header]) => (headers[header] === undefined ? [] : [[name, headers[header]]])),
  );
}

interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly remediation: string;
  readonly field?: string;
}

/** Replaces request members, paths and headers in the error body with arguments and tools. */
function forTools(refusal: Refusal, list: readonly ToolArgument[]): Refusal {
  const remediation = toolRemediation(refusal.code, refusal.remediation);
  return underOtherName({ ...refusal, remediation }, field => list.find(({ member }) => member === field)?.name);
}

const asText = (text: string) => ({ type: 'text' as const, text });

/** A successful response. */
interface Result extends Record<string, unknown> {
  readonly total?: unknown;
  readonly warnings?: readonly { readonly message: string }[];
  readonly code?: unknown;
  readonly remediation?: unknown;
}

/** The result of explain_error has the remediation of an error, too. */
function explainedForTools(result: Result): Result {
  const { code, remediation } = result;
  if (typeof code !== 'string' || typeof remediation !== 'string') return result;
  return { ...result, remediation: toolRemediation(code, remediation) };
}

function viewed(
  whole: Result,
  tool: ToolContract,
  { kind, selection }: ResultView,
  ended: readonly string[],
  headers: Readonly<Record<string, string>>,
): Result {
  if (kind === 'full') return whole;
  const cut = new Set(ended);
  const selected = select(whole, selection, path => cut.add(path)) as Result;
  if (kind === 'fields') return selected;
  const next = nextCalls(tool, whole);
  return {
    ...(rounded(selected) as Result),
    ...(cut.size > 0 ? { cut: [...cut] } : {}),
    ...(next.length > 0 ? { next } : {}),
    ...rateLimitOf(headers),
  };
}

/** A rejection is a result that the model can read and act on, not a protocol error. */
export function resultOf(
  { status, body, headers }: ToolAnswer,
  request: ToolRequest,
  list: readonly ToolArgument[],
  tool: ToolContract,
  view: ResultView,
): CallToolResult {
  const refused = status >= 400;
  const _meta = metaOf(headers);
  if (refused)
    return { content: [asText(JSON.stringify(forTools(JSON.parse(body) as Refusal, list)))], _meta, isError: true };
  const whole = explainedForTools(JSON.parse(body) as Result);
  const structuredContent = viewed(whole, tool, view, endedByLimit(whole, list, request), headers);
  const warnings = (whole.warnings ?? []).map(({ message }) => asText(`Warning: ${message}`));
  // Many hosts show a model only the text.
  return { content: [asText(JSON.stringify(structuredContent)), ...warnings], _meta, structuredContent };
}

/** The error result for arguments that can't be converted to a request. */
export function refusedArguments(error: unknown, requestId: string): CallToolResult {
  if (!(error instanceof ApiError)) throw error;
  return { content: [asText(JSON.stringify(forTools(errorBody(error, requestId), [])))], isError: true };
}
