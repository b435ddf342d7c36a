import { type ErrorCode, errorEntry, isErrorCode } from '../http/errors.js';

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
