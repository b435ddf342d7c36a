// The only table of error codes. Responses, the contract, /api/v1/status, /api/bot/config, explain-error and the
// documentation are all derived from it.

import { isRefusal, type Refusal } from '../kernel/refusal.js';
import { clientIdForm } from './limits.js';

type Retryable = 'yes' | 'no' | 'conditional';

interface ErrorEntry {
  /** Statuses that the code can have; the first is the default. */
  readonly http: readonly [number, ...number[]];
  readonly retryable: Retryable;
  /** The meaning of the code in one sentence. */
  readonly meaning: string;
  /** What a client should do next. */
  readonly remediation: string;
}

function entry(http: readonly [number, ...number[]], retryable: Retryable, meaning: string, remediation: string) {
  return { http, retryable, meaning, remediation } satisfies ErrorEntry;
}

const contactOperator = 'Real-money features are disabled in this arena; use the play API under /api/play/v1.';

export const errorTable = {
  UNAUTHORIZED: entry(
    [401],
    'no',
    'The credentials are missing, malformed, unknown or revoked.',
    'Send a valid agent key as "Authorization: Bearer <key>"; replace the key if it was revoked.',
  ),
  FORBIDDEN: entry(
    [403],
    'no',
    'The credentials are valid but do not permit this request.',
    'Stop sending this request; use a credential whose scope or role covers the route.',
  ),
  NOT_FOUND: entry(
    [404],
    'no',
    'The resource or endpoint does not exist.',
    'Check the path and the identifier; find events with /api/play/v1/discovery and endpoints in /openapi.json.',
  ),
  RATE_LIMITED: entry(
    [429],
    'yes',
    'The quota of the current window is exhausted.',
    'Wait for retryAfterSeconds, which is also the header Retry-After, then retry with jitter and the same idempotency key.',
  ),
  TRADING_PAUSED: entry(
    [503],
    'yes',
    'Trading is paused in the whole arena.',
    'Stop placing orders and keep reading; cancels and forecasts still work. Retry after Retry-After seconds.',
  ),
  LIVE_TRADING_DISABLED: entry(
    [503],
    'yes',
    'Live trading is disabled: this arena is play-only.',
    'Use the play API under /api/play/v1. If you need this endpoint, retry after Retry-After seconds, at most once a day.',
  ),
  INTERNAL_ERROR: entry(
    [500],
    'yes',
    'An internal error occurred.',
    'Retry with capped back-off if the request is idempotent; report the requestId if the error persists.',
  ),
  INVALID_JSON: entry([400], 'no', 'The body is not valid JSON.', 'Send one JSON value in UTF-8.'),
  INVALID_PAYLOAD: entry(
    [400, 417],
    'no',
    'A field is missing, unknown, malformed or out of range.',
    'Correct the field that the message names; the contract at /openapi.json has its type and bounds.',
  ),
  MISSING_IDEMPOTENCY_KEY: entry(
    [400],
    'no',
    'This write needs an Idempotency-Key header.',
    `Send an Idempotency-Key of ${clientIdForm.text}, generated once per logical write.`,
  ),
  IDEMPOTENT_REPLAY: entry(
    [409, 200],
    'no',
    'This idempotency key was already used: 200 returns the first result, 409 means that the body differs.',
    'Reconcile by clientOrderId or clientForecastId; use a new id only for a new logical write.',
  ),
  ACCEPTED_UNKNOWN_CONFIRMATION: entry(
    [504, 202],
    'conditional',
    'The write may have been accepted, but its outcome is unknown.',
    'Look the write up by its client id first; retry only with the same id.',
  ),
  CLOB_INVALID_ORDER: entry(
    [400],
    'no',
    'The signed order fails validation (historical).',
    'Place a play order with POST /api/play/v1/orders.',
  ),
  CLOB_INVALID_SIGNATURE: entry(
    [400, 401],
    'no',
    'The signature does not match the payload (historical).',
    'Play orders need no signature; send an agent key.',
  ),
  CLOB_MISSING_SIGNATURE: entry(
    [400, 401],
    'no',
    'The signed write lacks its authorization (historical).',
    'Play orders need no signature; send an agent key.',
  ),
  CLOB_EXPIRED: entry(
    [400],
    'no',
    'The signature or order freshness window has expired (historical).',
    'Play orders need no signature; use expiresAt for an order that expires.',
  ),
  INSUFFICIENT_BALANCE: entry(
    [402, 400],
    'no',
    'The account has too few free credits or shares.',
    'Read /api/play/v1/account or /positions, then send a smaller amount or cancel open orders first.',
  ),
  STALE_ORDERBOOK: entry(
    [409],
    'yes',
    'The market has changed since the sequence in the order.',
    'Fetch the book or preview again and send the order with the new sequence.',
  ),
  MARKET_CLOSED: entry(
    [409],
    'no',
    'The market does not accept this request: it is scheduled, closed, resolved or void.',
    'Stop sending requests to this market; find others with /api/play/v1/discovery?status=active.',
  ),
  MARKET_PAUSED: entry(
    [409, 503],
    'yes',
    'The market is paused; open orders stay and can be cancelled.',
    'Keep reading the market and retry when its status is active again.',
  ),
  SIMULATION_DISABLED: entry(
    [410],
    'no',
    'The legacy simulation endpoint was removed.',
    'Use POST /api/play/v1/orders/preview.',
  ),
  GEO_BLOCKED: entry([403], 'no', 'The jurisdiction is blocked for real-money features.', contactOperator),
  GEO_UNKNOWN: entry([403], 'no', 'The country could not be determined for a real-money feature.', contactOperator),
  REAL_MONEY_COUNTRY_NOT_ALLOWED: entry(
    [403],
    'no',
    'The country is not allowed for real-money writes.',
    contactOperator,
  ),
  REAL_MONEY_COUNTRY_NOT_APPROVED: entry(
    [403],
    'no',
    'The country needs approval for real-money writes.',
    contactOperator,
  ),
  AGENT_LIMIT_REACHED: entry(
    [409],
    'no',
    'A person can have at most 3 agents.',
    'Use one of your agents, or delete one that has never played.',
  ),
  FOLLOW_LIMIT_REACHED: entry(
    [409],
    'no',
    'A person can follow at most 500 events and 500 players.',
    'Unfollow one of them with DELETE /api/people/follows/…',
  ),
  PASSKEY_LIMIT_REACHED: entry([409], 'no', 'A person can have at most 10 passkeys.', 'Delete a passkey first.'),
  PASSKEYS_UNAVAILABLE: entry(
    [409],
    'no',
    'Browsers support passkeys only on a domain name over https, or on localhost.',
    'Sign in with the password; the operator can set PRESAGE_PUBLIC_URL to an https address with a domain name.',
  ),
  REPORT_LIMIT_REACHED: entry(
    [409],
    'no',
    'A person can have at most 20 open reports.',
    'Wait until an operator has closed some of them; GET /api/people/reports lists yours.',
  ),
  KEY_LIMIT_REACHED: entry([409], 'no', 'An agent can hold at most 2 active keys.', 'Revoke an active key first.'),
  EMAIL_TAKEN: entry(
    [409],
    'no',
    'This email has or had an account.',
    'Sign in with POST /api/people/sign-in; that also recovers a sign-up whose response was lost.',
  ),
  MAIL_DISABLED: entry(
    [409],
    'no',
    'This arena does not send email.',
    'Ask the operator of the arena for a one-time reset link.',
  ),
  NAME_TAKEN: entry([409], 'no', 'The name is already taken.', 'Choose another name.'),
  ORDER_LIMIT_REACHED: entry(
    [409],
    'no',
    'A player can have at most 100 open orders in one market.',
    'Cancel an open order in this market first, or send the order as IOC or FOK.',
  ),
  INVALID_TRANSITION: entry(
    [409],
    'no',
    'The current status does not allow this transition.',
    'Read the status in the response; the message lists the allowed transitions.',
  ),
  REQUEST_LIMIT_REACHED: entry(
    [409],
    'no',
    'A person can have at most 10 open market requests.',
    'Vote for open requests at /api/markets/requests; file yours after one of them is launched, declined or merged.',
  ),
  REQUEST_NOT_OPEN: entry(
    [409],
    'no',
    'The market request is no longer open: it is planned, launched, declined or a duplicate.',
    'Read its status, reason and eventSlug with GET /api/markets/requests/{id}.',
  ),
  RUN_NOT_OPEN: entry(
    [409],
    'no',
    'The results name no certification run, and the agent does not have exactly one open run.',
    'Open a run with POST /api/v1/sandbox/certification without results, or name one of openRuns as runId.',
  ),
  POLICY_EXCLUDED: entry(
    [409],
    'no',
    'A rule of the market policy excludes this event.',
    'Read the rule named in the message at /api/markets/policy; an operator can override it with overridePolicy and overrideReason.',
  ),
  POLICY_REVIEW: entry(
    [409],
    'no',
    'A rule of the market policy requires an operator’s review before this event is created.',
    'Read what the rules cover; if the event is acceptable, send it again with the rules of the response in acknowledgePolicy.',
  ),
  METHOD_NOT_ALLOWED: entry(
    [405],
    'no',
    'The path does not support this method.',
    'Use a method listed in the Allow header.',
  ),
  UPGRADE_REQUIRED: entry(
    [426],
    'no',
    'The address accepts WebSocket connections only.',
    'Connect with a WebSocket client, or read the streams of /api/v1/streams/manifest with GET.',
  ),
  REQUEST_TIMEOUT: entry(
    [408],
    'yes',
    'The request did not arrive completely in time.',
    'Send the whole request within 15 seconds; retry with the same idempotency key.',
  ),
  PAYLOAD_TOO_LARGE: entry([413], 'no', 'The body is larger than 64 KiB.', 'Split the request.'),
  URI_TOO_LONG: entry([414], 'no', 'The URL is too long.', 'Send long lists in the body of the POST variant.'),
  UNSUPPORTED_MEDIA_TYPE: entry(
    [415],
    'no',
    'Only application/json bodies are supported.',
    'Send the header Content-Type: application/json.',
  ),
  HEADERS_TOO_LARGE: entry([431], 'no', 'The request headers are too large.', 'Send at most 16 KiB of headers.'),
  SERVICE_UNAVAILABLE: entry(
    [503],
    'yes',
    'The service can’t reach its database, the disk of the database is full, or the service is starting or stopping.',
    'Wait for the seconds in Retry-After, then retry with capped back-off and the same idempotency key.',
  ),
  PLAYER_SUSPENDED: entry(
    [403],
    'no',
    'An operator has suspended this player, or the person who owns this agent. Reads still work.',
    'Stop sending writes; the message has the reason. Contact the operator of the arena.',
  ),
  OVERLOADED: entry(
    [503],
    'yes',
    'The node is overloaded; it rejected the request before processing or counting it.',
    'Wait for the seconds in Retry-After, then retry with jitter and the same idempotency key; send fewer reads meanwhile.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as ErrorCode[];

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}

export function errorEntry(code: ErrorCode): ErrorEntry {
  return errorTable[code];
}

export function documentationPath(code: ErrorCode): string {
  return `/docs/errors#${code}`;
}

/** Whether a plain retry of the same request makes sense. A conditional code requires a reconciliation first. */
function retryable(code: ErrorCode): boolean {
  return errorTable[code].retryable === 'yes';
}

interface RefusalDetails {
  /** The invalid field, header or parameter. */
  field?: string;
  status?: number;
  headers?: Record<string, string>;
  remediation?: string;
  /** Further members of the error body, for example the current status of a market. */
  extra?: Record<string, unknown>;
  /** For the log only; never sent. */
  cause?: unknown;
}

/** An error response. Thrown by the outer layers; the domain returns rejections as values. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? errorTable[code].http[0];
    this.details = details;
  }
}

/** Names of unknown members come from the caller and may be as long as a body. */
const maxFieldLength = 100;

export function invalid(name: string, problem: string): ApiError {
  const field = name.length > maxFieldLength ? `${name.slice(0, maxFieldLength)}…` : name;
  return new ApiError('INVALID_PAYLOAD', `${field} ${problem}`, { field });
}

/** The error for a slug or public key without an event; `field` is the parameter or member that contains it. */
export function noSuchEvent(reference: string, field: string): ApiError {
  return new ApiError('NOT_FOUND', `Event ${reference.slice(0, 80)} not found.`, { field });
}

interface NamedField {
  readonly error: string;
  readonly field?: string;
}

/**
 * Returns the error body for a caller that knows the field by another name. Messages about the form of a field start
 * with its name.
 */
export function underOtherName<T extends NamedField>(body: T, nameOf: (field: string) => string | undefined): T {
  const { error, field } = body;
  const name = field === undefined ? undefined : nameOf(field);
  if (field === undefined || name === undefined || name === field) return body;
  const begins = error.startsWith(`${field} `);
  return { ...body, error: begins ? `${name}${error.slice(field.length)}` : error, field: name };
}

const unavailableSeconds = '5';

/** Returns the seconds of the header Retry-After; every 503 has one. */
export function retryAfterOf({ status, details }: ApiError): string | undefined {
  return details.headers?.['retry-after'] ?? (status === 503 ? unavailableSeconds : undefined);
}

export function errorBody(error: ApiError, requestId: string) {
  const { field, remediation, extra } = error.details;
  const wait = retryAfterOf(error);
  return {
    error: error.message,
    code: error.code,
    requestId,
    retryable: retryable(error.code),
    remediation: remediation ?? errorTable[error.code].remediation,
    documentation: documentationPath(error.code),
    ...(field === undefined ? {} : { field }),
    // Callers of tools see no headers.
    ...(wait === undefined ? {} : { retryAfterSeconds: Number(wait) }),
    ...extra,
  };
}

/** The table as published in /api/v1/status and /api/bot/config. */
export const errorTaxonomy = errorCodes.map(code => ({
  code,
  httpStatus: [...errorTable[code].http],
  retryable: errorTable[code].retryable,
  meaning: errorTable[code].meaning,
  remediation: errorTable[code].remediation,
  documentation: documentationPath(code),
}));

/** The error response for a rejection that the domain or a use case returned. */
export function refusalError({ code, message, field, extra }: Refusal): ApiError {
  return new ApiError(code, message, { ...(field === undefined ? {} : { field }), ...(extra ? { extra } : {}) });
}

/** Returns an accepted result and throws a rejected one. */
export function throwIfRefused<T extends object>(result: T | Refusal): T {
  if (isRefusal(result)) throw refusalError(result);
  return result;
}
