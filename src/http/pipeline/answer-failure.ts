import { ApiError, type ErrorCode } from '../errors.js';
import { type HttpExchange, type Outgoing, outgoingError, send } from '../response/http-exchange.js';
import type { ClientAddress, createRouteBudget } from './route-budget.js';

interface FailureHooks {
  readonly draining: () => boolean;
  readonly onFinished: (exchange: HttpExchange, status: number, error: ApiError | null) => void;
}

export type OutgoingFailure = Outgoing & { readonly error: ApiError };

/** Rejections that cost their caller nothing: they ask to retry later. */
const free: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/**
 * Sends the error response. A rejection that has not been charged yet is charged as a read, and may be rejected for
 * that. `dress` converts the body for callers with another format.
 */
export async function sendFailure(
  { draining, onFinished }: FailureHooks,
  budget: ReturnType<typeof createRouteBudget>,
  exchange: HttpExchange,
  failure: unknown,
  client: ClientAddress,
  dress: (outgoing: OutgoingFailure) => OutgoingFailure = outgoing => outgoing,
): Promise<void> {
  let error = failure;
  if (error instanceof ApiError && !free.has(error.code)) {
    try {
      budget.takeRefused(exchange, client);
    } catch (limited) {
      error = limited;
    }
  }
  const outgoing = dress(outgoingError(error, exchange.requestId, draining()));
  const { response } = exchange;
  if (response.headersSent) response.destroy();
  else await send(exchange, outgoing);
  onFinished(exchange, outgoing.status, outgoing.error);
}
