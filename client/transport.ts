import { NoAnswer, PresageError, UnknownOutcome } from './errors.js';
import { canWait, isPassing, isUnknown, pauseMs, type RetryPolicy } from './retry.js';

/** What a client works with; tests and other surroundings bring their own. */
export interface Surroundings {
  readonly baseUrl: string;
  readonly agentKey: string | null;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly retries: RetryPolicy;
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Told before the pause after which a request is sent again. */
  readonly onRetry: (error: Error, pauseMs: number) => void;
  readonly newId: () => string;
}

export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export function plainSleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const stop = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

export function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const unconnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** There was nobody to send to. Browsers do not tell, so there anything may have been sent. */
function isUnconnected(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : null;
  return cause instanceof Error && 'code' in cause && unconnected.has(String(cause.code));
}

/** Sends one request and reads its whole reply within the time; whatever is not a success is thrown. */
async function exchange(around: Surroundings, request: HttpRequest): Promise<HttpReply> {
  const { baseUrl, agentKey, timeoutMs } = around;
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
  if (agentKey !== null) headers.authorization = `Bearer ${agentKey}`;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  const time = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, time]) : time;
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  let response: Response;
  let text: string;
  try {
    response = await around.fetch(`${baseUrl}${request.path}`, { method: request.method, headers, body, signal });
    text = await response.text();
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason;
    const message = time.aborted ? `no answer within ${timeoutMs} ms` : `${baseUrl} can't be reached`;
    throw new NoAnswer(message, { cause, maybeSent: !isUnconnected(cause) });
  }
  const value = parsed(text);
  if (response.ok && response.status !== 202)
    return { status: response.status, headers: response.headers, body: value };
  throw new PresageError(response.status, (value ?? {}) as object, retryAfterOf(response.headers));
}

interface WriteCare {
  /** The id that makes a repetition harmless; null where the request is harmless by itself, undefined where it is not. */
  readonly clientId: string | null | undefined;
  /** Asks whether a write that may have happened has; the next attempt then gets its stored result. */
  readonly lookUp?: () => Promise<unknown>;
}

/**
 * Sends a request until it is answered for good: after 429, time-outs and failures of the moment again with back-off and
 * full jitter, always with the same id. What can't be repeated safely is not repeated.
 */
export async function exchangeSurely(
  around: Surroundings,
  request: HttpRequest,
  { clientId, lookUp }: WriteCare,
): Promise<HttpReply> {
  const { retries, random, sleep, onRetry } = around;
  const isWrite = clientId !== null;
  /** Whether any attempt may have happened unseen. */
  let doubtful = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await exchange(around, request);
    } catch (error) {
      const unknown = isWrite && isUnknown(error) && !(error instanceof NoAnswer && !error.maybeSent);
      doubtful ||= unknown;
      const again = isPassing(error) && canWait(error, retries) && attempt < retries.attempts;
      if (doubtful && (clientId === undefined || !again)) throw new UnknownOutcome(clientId ?? null, error);
      if (!again) throw error;
      const pause = pauseMs(error, attempt, retries, random);
      onRetry(error as Error, pause);
      await sleep(pause, request.signal);
      if (unknown && error instanceof PresageError) await lookUp?.().catch(() => {});
    }
  }
}
