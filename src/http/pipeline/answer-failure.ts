import { ApiError } from '../errors.js';
import { type Exchange, type Outgoing, outgoingError, send } from '../response/http-exchange.js';
import type { Asker, createRouteBudget } from './route-budget.js';

interface Told {
  readonly draining: () => boolean;
  readonly finished: (exchange: Exchange, status: number, error: ApiError | null) => void;
}

export type OutgoingError = Outgoing & { readonly error: ApiError };

/**
 * Answers with what went wrong. A refusal that has cost nothing yet costs a read, and may be refused for that. `dress` is for
 * those who are answered in another form.
 */
export async function answerFailure(
  { draining, finished }: Told,
  budget: ReturnType<typeof createRouteBudget>,
  exchange: Exchange,
  failure: unknown,
  asker: Asker,
  dress: (outgoing: OutgoingError) => OutgoingError = outgoing => outgoing,
): Promise<void> {
  let error = failure;
  if (error instanceof ApiError && error.code !== 'RATE_LIMITED') {
    try {
      budget.takeRefused(exchange, asker);
    } catch (limited) {
      error = limited;
    }
  }
  const outgoing = dress(outgoingError(error, exchange.requestId, draining()));
  if (exchange.response.headersSent) exchange.response.destroy();
  else await send(exchange, outgoing);
  finished(exchange, outgoing.status, outgoing.error);
}
