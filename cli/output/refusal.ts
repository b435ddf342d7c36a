/** An error response of the service, from any command. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code: string;
  readonly remediation?: string | null;
  readonly requestId?: string | null;
  /** Seconds. */
  readonly retryAfter?: number | null;
}

/** Advice by status, in terms of commands; the service's remediation is written for programs. */
export type Advice = Readonly<Partial<Record<401 | 403 | 404 | 409, string>>>;

export const adviceToSignIn = 'Sign in with presage login.';
export const adviceOnEvents =
  'presage markets --status all lists events, presage markets --practice those for practice.';
/** Replaces remediations that name paths of the API. */
const adviceOnCodes: Readonly<Record<string, string>> = {
  INVALID_PAYLOAD: 'The --help of the command says what each argument and option may be.',
  INSUFFICIENT_BALANCE:
    'presage account and presage positions show what is free; send less, or free what open orders hold with presage cancel.',
  POLICY_EXCLUDED:
    'If it is meant otherwise, say so with --override-policy, which names the rule, and --override-reason.',
  POLICY_REVIEW: 'If you have looked and it may be made, say so with --acknowledge-policy, which names the rules.',
};
const adviceOnKeys = 'Make a key with presage agent new, or set PRESAGE_AGENT_KEY.';

function approximateDuration(seconds: number): string {
  if (seconds < 120) return '';
  return seconds < 7200 ? ` (${Math.ceil(seconds / 60)} minutes)` : ` (${Math.ceil(seconds / 3600)} hours)`;
}

function adviceOf({ status, code, remediation, retryAfter }: Refusal, advice: Advice): (string | null | undefined)[] {
  const own = { 401: adviceOnKeys, ...advice }[status as 401] ?? adviceOnCodes[code];
  const wait = retryAfter ? `Try again in ${retryAfter} seconds${approximateDuration(retryAfter)}.` : null;
  return [own ?? (status === 429 && wait ? null : remediation), wait];
}

/** Formats a refusal: message and code, advice, when to retry, and the request id. */
export function refusalText(refusal: Refusal, advice: Advice = {}): string {
  const { message, code, requestId } = refusal;
  const lines = [`${message} (${code})`, ...adviceOf(refusal, advice), requestId ? `request ${requestId}` : null];
  return lines.filter(Boolean).join('\n');
}
