import { CommandFailure, exitCodes } from './command-failure.js';

/** An error response of the service, from any command. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code: string;
  readonly field?: string | null;
  readonly remediation?: string | null;
  readonly requestId?: string | null;
  /** Seconds. */
  readonly retryAfter?: number | null;
}

/**
 * Advice by status, or on any invalid value, in terms of commands; the service's remediation addresses programs.
 */
export type Advice = Readonly<Partial<Record<400 | 401 | 402 | 403 | 404 | 409 | 'INVALID_PAYLOAD', string>>>;

export const adviceToSignIn = 'Sign in with presage login.';
export const adviceOnEvents =
  'presage markets --status all lists events, presage search <words> searches them, presage markets --practice lists practice events.';
/** Replaces remediations that name paths of the API. */
const adviceOnCodes: Readonly<Record<string, string>> = {
  EMAIL_TAKEN: 'Sign in without --sign-up: presage login --email <address>.',
  INSUFFICIENT_BALANCE:
    'presage account and presage positions show what is available; reduce the amount, or cancel open orders with presage cancel.',
  MARKET_CLOSED: 'presage market <slug> shows the status; presage markets lists events that can be traded.',
  MARKET_PAUSED: 'Orders are accepted again when the market resumes; presage watch <slug> shows when.',
  TRADING_PAUSED: 'presage status shows whether trading is open. Cancels and forecasts still work.',
  STALE_ORDERBOOK: 'The market moved. Run presage buy … --preview again.',
  IDEMPOTENT_REPLAY: 'This --id belongs to another request. Choose a new id for a new order or forecast.',
  ORDER_LIMIT_REACHED: 'presage orders lists your open orders; presage cancel frees one.',
  AGENT_LIMIT_REACHED:
    'presage agent list shows your agents; deleting one with presage agent delete makes room only if it never played.',
  KEY_LIMIT_REACHED: 'presage keys list <agentId> shows the keys; presage keys revoke <agentId> <keyId> revokes one.',
  NAME_TAKEN: 'Choose another name.',
  POLICY_EXCLUDED:
    'To create the event anyway, name the rule with --override-policy and the reason with --override-reason.',
  POLICY_REVIEW: 'If you have reviewed the event, name the rules with --acknowledge-policy.',
};
/** Advice on an invalid value, by the field that the service names. */
const adviceOnFields: Readonly<Record<string, string>> = {
  orderId: 'presage orders --status all lists your orders with their ids.',
  forecastId: 'presage forecasts --status all lists your forecasts with their ids.',
  password: 'Set PRESAGE_PASSWORD to another password, or unset it to type one on a terminal.',
  cursor: 'Take the cursor from nextCursor of the same list with the same filters, or omit it to start again.',
};

function approximateDuration(seconds: number): string {
  if (seconds < 120) return '';
  return seconds < 7200 ? ` (${Math.ceil(seconds / 60)} minutes)` : ` (${Math.ceil(seconds / 3600)} hours)`;
}

function adviceOf(
  { status, code, field, remediation, retryAfter }: Refusal,
  advice: Advice,
): (string | null | undefined)[] {
  const onField = code === 'INVALID_PAYLOAD' ? adviceOnFields[field ?? ''] : undefined;
  const own = onField ?? advice[status as 401] ?? advice[code as 'INVALID_PAYLOAD'] ?? adviceOnCodes[code];
  const wait = retryAfter ? `Retry in ${retryAfter} seconds${approximateDuration(retryAfter)}.` : null;
  return [own ?? (status === 429 && wait ? null : remediation), wait];
}

/** Formats a rejection: message and code, advice, when to retry, and the request id. */
function refusalText(refusal: Refusal, advice: Advice = {}): string {
  const { message, code, requestId } = refusal;
  const lines = [`${message} (${code})`, ...adviceOf(refusal, advice), requestId ? `request ${requestId}` : null];
  return lines.filter(Boolean).join('\n');
}

/** Creates the failure of a command that the service rejected. */
export function refusalFailure(refusal: Refusal, advice: Advice = {}): CommandFailure {
  const { message: summary, status, code, field = null, retryAfter = null, requestId = null } = refusal;
  const remediation = adviceOf(refusal, advice).filter(Boolean).join(' ') || null;
  const details = { status, code, field, retryAfter, requestId };
  return new CommandFailure(refusalText(refusal, advice), exitCodes.refused, { ...details, summary, remediation });
}
