import type { CallReply, TestAgent, TestService } from '../test-service.js';

type Fields = Readonly<Record<string, unknown>>;

let ids = 0;

/** A body with a unique id. */
export function aForecast(eventSlug: string, change: Fields = {}): Record<string, unknown> {
  ids += 1;
  return { eventSlug, outcomeIndex: 0, probability: 60, clientForecastId: `f-${ids}`, ...change };
}

export function forecast(
  service: Pick<TestService, 'call'>,
  agent: Pick<TestAgent, 'headers'>,
  eventSlug: string,
  change: Fields = {},
  headers: Record<string, string> = {},
): Promise<CallReply> {
  return service.call('POST', '/api/play/v1/forecasts', {
    json: aForecast(eventSlug, change),
    headers: { ...agent.headers, ...headers },
  });
}

export function forecastBatch(
  service: Pick<TestService, 'call'>,
  agent: Pick<TestAgent, 'headers'>,
  forecasts: readonly Fields[],
): Promise<CallReply> {
  return service.call('POST', '/api/play/v1/forecasts/batch', { json: { forecasts }, headers: agent.headers });
}

/** GET or, if specified, DELETE of the caller's own forecasts. */
export function ownForecasts(
  service: Pick<TestService, 'call'>,
  agent: Pick<TestAgent, 'headers'>,
  rest = '',
  method: 'GET' | 'DELETE' = 'GET',
): Promise<CallReply> {
  return service.call(method, `/api/play/v1/forecasts${rest}`, { headers: agent.headers });
}
