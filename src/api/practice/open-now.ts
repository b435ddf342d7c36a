import { seriesNumber } from '../../domain/practice/series.js';
import { ApiError } from '../../http/errors.js';
import { adviseOpenEvent } from '../../operations/practice/advise-open-event.js';

/** Adds the open event of the series to the error of a closed practice market. */
export async function withPracticeAdvice(
  context: Parameters<typeof adviseOpenEvent>[0],
  slug: string | undefined,
  error: unknown,
) {
  const isMarketClosed = error instanceof ApiError && error.code === 'MARKET_CLOSED';
  if (!isMarketClosed || slug === undefined || seriesNumber(slug) === null) return error;
  const remediation = `${await adviseOpenEvent(context)} GET /api/practice/events (tool list_practice_events) lists all of them.`;
  return new ApiError(error.code, error.message, { ...error.details, remediation });
}
