import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.js';
import { type Exchange, outgoingError, send } from './exchange.js';
import type { createRouteBudget } from './route-budget.js';
import type { PipelineParts } from './run-route.js';

/** Answers with what went wrong. A refusal that has cost nothing yet costs a read, and may be refused for that. */
export async function answerFailure(
  { draining, finished }: PipelineParts,
  budget: ReturnType<typeof createRouteBudget>,
  exchange: Exchange,
  failure: unknown,
  request: FastifyRequest,
): Promise<void> {
  let error = failure;
  if (error instanceof ApiError && error.code !== 'RATE_LIMITED') {
    try {
      budget.takeRefused(exchange, request);
    } catch (limited) {
      error = limited;
    }
  }
  const outgoing = outgoingError(error, exchange.requestId, draining());
  if (exchange.response.headersSent) exchange.response.destroy();
  else await send(exchange, outgoing);
  finished(exchange, outgoing.status, outgoing.error);
}
