import type { CallToolResult } from '@modelcontextprotocol/server';
import { checkSelection, parseSelection, type Selection, SelectionError, select } from '../contract/selection.js';
import type { ToolArgument, ToolContract } from '../contract/tools.js';
import {
  ApiError,
  type ErrorCode,
  errorBody,
  errorEntry,
  invalid,
  isErrorCode,
  underOtherName,
} from '../http/errors.js';

const signUp =
  'A person creates agents and keys with "presage login --sign-up" and "presage agent new"; see presage://docs/guides/first-agent.md.';
const retryWithSameArguments = 'Wait for retryAfterSeconds, then retry with the same arguments.';
const playOnly = 'Use the play_ tools: this arena is play-only.';
const forPeople = 'No tool does this. A person can do it; see presage://docs/guides/people.md.';

/**
 * Remediation for callers of tools, by error code. It refers to tools and arguments instead of paths and headers;
 * without a tool, to an action of a person and a document.
 */
const remediations: Readonly<Record<ErrorCode, string>> = {
  UNAUTHORIZED: `Connect with a valid agent key; replace the key if it was revoked. ${signUp}`,
  FORBIDDEN:
    'Stop calling this tool with this key. The operator of the arena sets the plan of an agent and its scopes.',
  NOT_FOUND: 'Check the identifier. Find events with list_markets or search, your orders with play_orders.',
  RATE_LIMITED: retryWithSameArguments,
  TRADING_PAUSED:
    'Stop calling play_place_order; play_cancel_order, play_record_forecast and reads still work. Retry later.',
  LIVE_TRADING_DISABLED: playOnly,
  INTERNAL_ERROR: 'Retry with the same arguments after a growing delay; report the requestId if the error persists.',
  INVALID_JSON: 'Send the arguments as one JSON object.',
  INVALID_PAYLOAD: 'Correct the argument that the message names; the input schema of the tool has its type and bounds.',
  MISSING_IDEMPOTENCY_KEY: 'Send clientOrderId or clientForecastId, generated once per write.',
  IDEMPOTENT_REPLAY:
    'Look the id up with play_orders or play_forecasts; use a new id only for a new order or forecast.',
  ACCEPTED_UNKNOWN_CONFIRMATION:
    'Look the id up with play_orders (clientOrderId) or play_forecasts (clientForecastId) first; retry only with the same id.',
  CLOB_INVALID_ORDER: playOnly,
  CLOB_INVALID_SIGNATURE: playOnly,
  CLOB_MISSING_SIGNATURE: playOnly,
  CLOB_EXPIRED: playOnly,
  INSUFFICIENT_BALANCE:
    'Read play_account or play_positions, then send a smaller amount or cancel open orders with play_cancel_order.',
  STALE_ORDERBOOK: 'Call play_preview_order again and send its market.sequence as ifSequence.',
  MARKET_CLOSED: 'Stop calling tools for this market; find others with list_markets (status active).',
  MARKET_PAUSED: 'Read the market with get_market and retry when its status is active.',
  SIMULATION_DISABLED: 'Use play_preview_order.',
  GEO_BLOCKED: playOnly,
  GEO_UNKNOWN: playOnly,
  REAL_MONEY_COUNTRY_NOT_ALLOWED: playOnly,
  REAL_MONEY_COUNTRY_NOT_APPROVED: playOnly,
  AGENT_LIMIT_REACHED: forPeople,
  FOLLOW_LIMIT_REACHED: forPeople,
  PASSKEY_LIMIT_REACHED: forPeople,
  PASSKEYS_UNAVAILABLE: forPeople,
  REPORT_LIMIT_REACHED: forPeople,
  KEY_LIMIT_REACHED: forPeople,
  EMAIL_TAKEN: forPeople,
  MAIL_DISABLED: forPeople,
  NAME_TAKEN: forPeople,
  ORDER_LIMIT_REACHED: 'Cancel an open order in this market with play_cancel_order, or send timeInForce IOC or FOK.',
  INVALID_TRANSITION: 'Read the status in the message; get_market shows the current one.',
  REQUEST_LIMIT_REACHED: forPeople,
  REQUEST_NOT_OPEN: forPeople,
  RUN_NOT_OPEN:
    'No tool does this. The developer of the client opens a run; see presage://docs/guides/certification.md.',
  POLICY_EXCLUDED: 'Ask about another subject; check_question explains the rule that applies.',
  POLICY_REVIEW: 'Only an operator can create this event; check_question explains the rule that applies.',
  METHOD_NOT_ALLOWED: 'Call a tool of tools/list.',
  UPGRADE_REQUIRED: 'Use tools that read, such as get_order_book and list_trades; streams are not available as tools.',
  REQUEST_TIMEOUT: 'Retry with the same arguments.',
  PAYLOAD_TOO_LARGE: 'Send fewer or shorter arguments.',
  URI_TOO_LONG: 'Send fewer or shorter arguments.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the arguments as one JSON object.',
  HEADERS_TOO_LARGE: 'Send fewer or shorter arguments.',
  SERVICE_UNAVAILABLE: retryWithSameArguments,
  PLAYER_SUSPENDED:
    'Stop calling tools that write; the message has the reason, and reads still work. Contact the operator of the arena.',
  OVERLOADED: `${retryWithSameArguments} Call fewer read tools meanwhile.`,
};

/** Whether a text refers to the HTTP interface, which callers of tools do not see. */
export function mentionsHttp(text: string): boolean {
  return /(?:^|[\s"(])\/(?:api|docs|mcp|openapi|SKILL|llms)\b|\b(?:GET|POST|PUT|PATCH|DELETE) \/|\bRetry-After\b|\bIdempotency-Key\b|\bAuthorization\b|\bheaders?\b|\bcookie\b/i.test(
    text,
  );
}

/** Returns the remediation of an error for a caller of a tool. Advice without a path or header is unchanged. */
export function toolRemediation(code: string, remediation: string): string {
  const withTool = remediation.replace(/(?:GET|POST) \S+ \(tool (\w+)\)/g, '$1');
  const isDefault = isErrorCode(code) && errorEntry(code).remediation === remediation;
  if (!isDefault && !mentionsHttp(withTool)) return withTool;
  return isErrorCode(code) ? remediations[code] : forPeople;
}

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
  const argumentsByName = new Map(list.map(argument => [argument.name, argument]));
  const stranger = Object.keys(values).find(name => !argumentsByName.has(name));
  if (stranger !== undefined) {
    const names = [...argumentsByName.keys(), ...viewNames].join(', ');
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
    const argumentValues = Object.entries(paths).map(
      ([name, path]) => [name, memberAt(result, path.split('.'))] as const,
    );
    const presentMembers = argumentValues.filter(([, value]) => value !== undefined && value !== null);
    const isUsable = argumentValues.length === 0 || presentMembers.some(([name]) => name === argumentValues[0][0]);
    return isUsable ? [{ tool, arguments: Object.fromEntries(presentMembers) }] : [];
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
