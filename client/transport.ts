import { NoAnswer, PresageError, UnknownOutcome } from './errors.js';
import { backoffMs, canWait, isOutcomeUnknown, isTransient, type OnQuota, type RetryPolicy } from './retry.js';

/** Configuration and dependencies of a client; tests substitute their own. */
export interface ClientContext {
  readonly baseUrl: string;
  readonly agentKey: string | null;
  /** Sent with every request and private stream. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly retries: RetryPolicy;
  /** Null waits for at most `longestWaitMs`. */
  readonly onQuota: OnQuota | null;
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal | undefined) => Promise<void>;
  /** Called before the back-off of each retry. */
  readonly onRetry: (error: Error, pauseMs: number) => void;
  readonly newId: () => string;
}

export interface HttpRequest {
  readonly method: string;
  /** Includes the query string. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export function abortableSleep(milliseconds: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

export function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const connectErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function causeCode(failure: unknown): string | null {
  const cause = failure instanceof Error ? failure.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : null;
}

/** Whether the connection was never established, so nothing was sent. Browsers don't expose this: there it is false. */
function isConnectError(failure: unknown): boolean {
  return connectErrorCodes.has(causeCode(failure) ?? '');
}

/** Throws if fetch failed because the URL is invalid, such as a path outside a browser: a retry can't help. */
export function rejectInvalidUrl(failure: unknown, url: string): void {
  if (causeCode(failure) !== 'ERR_INVALID_URL') return;
  throw new TypeError(`${url} is not a valid URL; baseUrl must be an http or https URL`, { cause: failure });
}

/** Sends one request and reads the whole response within `timeoutMs`; throws unless it succeeded. */
async function sendOnce(context: ClientContext, request: HttpRequest): Promise<HttpReply> {
  const { baseUrl, agentKey, timeoutMs } = context;
  const headers: Record<string, string> = { accept: 'application/json', ...context.headers, ...request.headers };
  if (agentKey !== null) headers.authorization = `Bearer ${agentKey}`;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  let response: Response;
  let text: string;
  try {
    response = await context.fetch(`${baseUrl}${request.path}`, { method: request.method, headers, body, signal });
    text = await response.text();
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason;
    rejectInvalidUrl(cause, `${baseUrl}${request.path}`);
    const message = timeout.aborted ? `no response within ${timeoutMs} ms` : `${baseUrl} can't be reached`;
    throw new NoAnswer(message, { cause, maybeSent: !isConnectError(cause) });
  }
  const value = parseJson(text);
  if (response.ok && response.status !== 202)
    return { status: response.status, headers: response.headers, body: value };
  throw new PresageError(response.status, (value ?? {}) as object, retryAfterOf(response.headers));
}

interface RetryOptions {
  /** The id that makes a retry safe; null for reads, undefined for a write that can't be retried. */
  readonly clientId: string | null | undefined;
  /** Looks up a write that may have happened, before the next attempt. */
  readonly lookUp?: () => Promise<unknown>;
}

/**
 * Sends a request and retries it after 429, timeouts and transient failures, with back-off, full jitter and the same id.
 * A request that can't be repeated safely is not retried.
 */
export async function sendWithRetries(
  context: ClientContext,
  request: HttpRequest,
  { clientId, lookUp }: RetryOptions,
): Promise<HttpReply> {
  const { retries, onQuota, random, sleep, onRetry } = context;
  const isWrite = clientId !== null;
  /** Whether any failed attempt may have happened. */
  let mayHaveHappened = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(context, request);
    } catch (error) {
      const unknown = isWrite && isOutcomeUnknown(error) && !(error instanceof NoAnswer && !error.maybeSent);
      mayHaveHappened ||= unknown;
      const again = isTransient(error) && canWait(error, retries, onQuota) && attempt < retries.attempts;
      if (mayHaveHappened && (clientId === undefined || !again)) throw new UnknownOutcome(clientId ?? null, error);
      if (!again) throw error;
      const pause = backoffMs(error, attempt, retries, random);
      onRetry(error as Error, pause);
      await sleep(pause, request.signal);
      if (unknown && error instanceof PresageError) await lookUp?.().catch(() => {});
    }
  }
}
