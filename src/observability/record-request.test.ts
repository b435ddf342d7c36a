import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../database/store.js';
import { anonymous } from '../http/caller.js';
import { ApiError } from '../http/errors.js';
import type { HttpExchange } from '../http/response/http-exchange.js';
import { createLog } from './log.js';
import { createRecordRequest } from './request-log.js';

const exchange = {
  requestId: 'req_1',
  method: 'POST',
  startedAt: 0,
  caller: anonymous,
  route: { id: 'placeOrder', path: '/orders' },
} as unknown as HttpExchange;

/** The log lines of a response, as an operator sees them. */
function linesOf(level: string, error: ApiError): { level: number; code?: string; err?: object }[] {
  const lines: string[] = [];
  const finished = createRecordRequest({
    log: createLog(level, { write: line => lines.push(line) }),
    clock: () => 0,
    metrics: { observe: () => {} } as never,
    recorder: { record: () => {} } as never,
  });
  finished(exchange, error.status, error);
  return lines.map(line => JSON.parse(line));
}

const meant = [
  new ApiError('TRADING_PAUSED', 'Trading is paused in the whole arena.'),
  new ApiError('LIVE_TRADING_DISABLED', 'This arena is play-only.'),
  new ApiError('MARKET_PAUSED', 'The market is paused.', { status: 503 }),
  new ApiError('SERVICE_UNAVAILABLE', 'Too many people are signing in at the moment.'),
  new ApiError('NOT_FOUND', 'Event not found.'),
];
const failures = [
  new ApiError('INTERNAL_ERROR', 'Internal error.', { cause: new Error('a fault') }),
  new ApiError('INTERNAL_ERROR', 'Internal error.'),
  new ApiError('ACCEPTED_UNKNOWN_CONFIRMATION', 'The outcome of this write is unknown.'),
  new ApiError('SERVICE_UNAVAILABLE', 'out of reach', { cause: new StoreUnavailable('no answer') }),
];

describe('the log of responses', () => {
  it.each(meant.map(error => [error.status, error.code, error] as const))(
    'has %i %s at debug level only, without a stack',
    (_status, code, error) => {
      expect(linesOf('info', error)).toEqual([]);
      const [line] = linesOf('debug', error);
      expect(line).toMatchObject({ level: 20, code });
      expect(line.err).toBeUndefined();
    },
  );

  it.each(failures.map(error => [error.status, error.code, error] as const))(
    'has %i %s among the errors',
    (_status, code, error) => {
      expect(linesOf('info', error)).toMatchObject([{ level: 50, code }]);
    },
  );
});
