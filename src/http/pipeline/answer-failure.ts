import { ApiError, type ErrorCode } from '../errors.js';
import { type HttpExchange, type Outgoing, outgoingError, send } from '../response/http-exchange.js';
import type { ClientAddress, createRouteBudget } from './route-budget.js';

interface FailureHooks {
  readonly draining: () => boolean;
  readonly onFinished: (exchange: HttpExchange, status: number, error: ApiError | null) => void;
}

export type OutgoingFailure = Outgoing & { readonly error: ApiError };

/** Refusals that cost their caller nothing: they say to come back later. */
const free: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/**
 * Answers with what went wrong. A refusal that has cost nothing yet costs a read, and may be refused for that. `dress` is for
 * those who are answered in another form.
 */
export async function sendFailure(
  { draining, onFinished }: FailureHooks,
  budget: ReturnType<typeof createRouteBudget>,
  exchange: HttpExchange,
  failure: unknown,
  asker: ClientAddress,
  dress: (outgoing: OutgoingFailure) => OutgoingFailure = outgoing => outgoing,
): Promise<void> {
  let error = failure;
  if (error instanceof ApiError && !free.has(error.code)) {
    try {
      budget.takeRefused(exchange, asker);
    } catch (limited) {
      error = limited;
    }
  }
  const outgoing = dress(outgoingError(error, exchange.requestId, draining()));
  if (exchange.response.headersSent) exchange.response.destroy();
  else await send(exchange, outgoing);
  onFinished(exchange, outgoing.status, outgoing.error);
}
