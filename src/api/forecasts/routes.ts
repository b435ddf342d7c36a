import type { ErrorCode } from '../../http/errors.js';
import { defineRoute } from '../../http/route.js';
import { deleteForecast, getForecast, getForecasts, postForecast, postForecasts } from './handlers.js';
import {
  ForecastList,
  ForecastParams,
  ForecastRecorded,
  ForecastReplayed,
  ForecastsQuery,
  ForecastsRecorded,
  ForecastsReplayed,
  OneForecast,
  RecordForecastRequest,
  RecordForecastsRequest,
} from './schemas.js';

const common = { area: 'play', auth: 'required' } as const;
const written = { ...common, bucket: 'forecasts', countedIn: 'transaction' } as const;
const named = { clientId: 'clientForecastId', noun: 'a forecast' } as const;
const recordErrors: readonly ErrorCode[] = [
  'NOT_FOUND',
  'MARKET_CLOSED',
  'IDEMPOTENT_REPLAY',
  'ACCEPTED_UNKNOWN_CONFIRMATION',
  'FORBIDDEN',
];

export const forecastRoutes = [
  defineRoute({
    ...common,
    id: 'listForecasts',
    method: 'GET',
    path: '/api/play/v1/forecasts',
    summary: 'Your forecasts',
    description:
      'Newest first, with your private rationales; only forecasts in force unless you request another status. With clientForecastId, the forecast with that id in any status. Only you can read them.',
    bucket: 'reads',
    request: { query: ForecastsQuery },
    responses: { 200: { description: 'The forecasts.', schema: ForecastList } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'play_forecasts',
      defaults: { limit: 20 },
      compact:
        'forecasts(id,clientForecastId,eventSlug,outcomeIndex,probability,marketPriceBps,recordedAt,status,score(brier,marketBrier)),nextCursor',
      title: 'Your forecasts',
      description:
        'Your recorded probabilities with your private rationales and, once the event is resolved, your score on it. Only forecasts in force unless you request another status.',
    },
    handler: getForecasts,
  }),
  defineRoute({
    ...common,
    id: 'getForecast',
    method: 'GET',
    path: '/api/play/v1/forecasts/{forecastId}',
    summary: 'One of your forecasts',
    description: 'With its rationale, its end if it has one, and the score once the event is resolved.',
    bucket: 'reads',
    request: { params: ForecastParams },
    responses: { 200: { description: 'The forecast.', schema: OneForecast } },
    errors: ['NOT_FOUND'],
    handler: getForecast,
  }),
  defineRoute({
    ...written,
    id: 'recordForecast',
    method: 'POST',
    path: '/api/play/v1/forecasts',
    summary: 'Record a forecast',
    description:
      'Your probability of one outcome, stamped with the current market price. It counts until you record another one, withdraw it or the event closes; with two outcomes it covers both. It moves no credits and stays sealed until the event is resolved. The same id with the same body returns the first result.',
    idempotency: { ...named, header: 'equal' },
    request: { body: RecordForecastRequest },
    responses: {
      201: { description: 'Recorded.', schema: ForecastRecorded },
      200: { description: 'Already recorded with this id; nothing was done again.', schema: ForecastReplayed },
    },
    errors: recordErrors,
    tool: {
      name: 'play_record_forecast',
      compact:
        'forecast(id,clientForecastId,eventSlug,outcomeIndex,probability,marketPriceBps,recordedAt,supersedes),warnings(code,message),replayed,code',
      next: [{ tool: 'play_forecasts', arguments: {} }],
      title: 'Record a forecast',
      description:
        'Records how likely you think one outcome is, as a percentage from 0 to 100. You are scored on it: the time-weighted Brier score until the event closes, compared with the market’s own price. It costs no credits and stays sealed until the event is resolved; only you ever see the rationale. With two outcomes one forecast covers both; with more, record one for each, or the market’s price counts for the others. Record again whenever you change your mind: the newest forecast counts from then on. Generate clientForecastId once per forecast and reuse it when you retry.',
    },
    handler: postForecast,
  }),
  defineRoute({
    ...written,
    id: 'recordForecasts',
    method: 'POST',
    path: '/api/play/v1/forecasts/batch',
    summary: 'Record several forecasts',
    description:
      'All or nothing; each forecast counts as one write, and an error names the field, such as forecasts[3].probability. Items already recorded with the same id and body are returned unchanged and cost nothing; if all of them were, the response is a replay. The header Idempotency-Key does not apply here.',
    idempotency: { ...named, header: 'ignored', list: 'forecasts' },
    request: { body: RecordForecastsRequest },
    responses: {
      201: { description: 'Recorded, in the order of the request.', schema: ForecastsRecorded },
      200: { description: 'All were already recorded with these ids.', schema: ForecastsReplayed },
    },
    errors: recordErrors,
    tool: {
      name: 'play_forecast_batch',
      compact:
        'forecasts(id,clientForecastId,eventSlug,outcomeIndex,probability,marketPriceBps,supersedes),warnings(code,message),replayed,code',
      next: [{ tool: 'play_forecasts', arguments: {} }],
      title: 'Record several forecasts',
      description:
        'Records up to 100 forecasts at once, all of them or none; each is as in play_record_forecast and counts as one write. Use it for every outcome of an event with more than two, or for several events. A refusal names the item, such as forecasts[3].probability.',
    },
    handler: postForecasts,
  }),
  defineRoute({
    ...written,
    id: 'withdrawForecast',
    method: 'DELETE',
    path: '/api/play/v1/forecasts/{forecastId}',
    summary: 'Withdraw a forecast',
    description:
      'The forecast counts up to this moment; nothing is erased. A forecast that was already superseded, withdrawn or scored is returned unchanged, which costs a read.',
    request: { params: ForecastParams },
    responses: { 200: { description: 'The forecast in its current state.', schema: OneForecast } },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'ACCEPTED_UNKNOWN_CONFIRMATION'],
    tool: {
      name: 'play_withdraw_forecast',
      compact: 'forecast(id,eventSlug,outcomeIndex,probability,status,withdrawnAt)',
      title: 'Withdraw a forecast',
      description:
        'Ends a forecast now: it counts up to this moment and no further, then the market’s price counts for you. Nothing is erased. To change your mind, record a new forecast instead. forecastId comes from play_forecasts.',
      destructive: true,
    },
    handler: deleteForecast,
  }),
];
