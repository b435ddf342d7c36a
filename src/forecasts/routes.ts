import type { Store } from '../database/store.js';
import type { EventServices } from '../events/event-references.js';
import { eventBySlug } from '../events/find-event.js';
import type { EventNames } from '../events/store/rows.js';
import type { PracticeAdvice } from '../exchange/orders.js';
import { ownerIdOf, requirePlayer } from '../http/caller.js';
import { ApiError, type ErrorCode } from '../http/errors.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import type { Static } from '../http/schema.js';
import type { WriteIdentity } from '../http/write-outcome.js';
import { WriteResult } from '../http/write-result.js';
import { isoTime } from '../kernel/time.js';
import { forecastWarnings } from '../kernel/unit-warnings.js';
import type { ForecastServices } from './forecast-desk.js';
import type { ForecastItem } from './record-forecasts.js';
import { type ForecastScore, percentFromMicros, viewScore } from './rules.js';
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
import type { ForecastFilter, ForecastRow, OwnForecast } from './store.js';
import * as forecastStore from './store.js';

type ReadContext = { readonly store: Pick<Store, 'read'> };

/** A forecast of this player; another player's forecast counts as not found. */
function findOwnForecast({ store }: ReadContext, playerId: string, forecastId: string) {
  return store.read(reader => forecastStore.find(reader, forecastId, playerId));
}

function listForecasts({ store }: ReadContext, filter: ForecastFilter): Promise<OwnForecast[]> {
  return store.read(reader => forecastStore.list(reader, filter));
}

/** Supplied by scoring. */
export interface ScoreLookup {
  readonly scoring: {
    /** A player's scores on these events by their current resolutions, where there is one. */
    readonly scoresOf: (
      playerId: string,
      eventIds: readonly string[],
    ) => Promise<readonly { readonly eventId: string; readonly score: ForecastScore | null }[]>;
  };
}

type Needs = HttpServices & ForecastServices & EventServices & PracticeAdvice & ScoreLookup;

/** The scores of a player on the resolved events among these forecasts, by event. */
async function scoresOfForecasts({ scoring }: ScoreLookup, playerId: string, forecasts: readonly OwnForecast[]) {
  const resolved = forecasts.filter(forecast => forecast.marketStatus === 'resolved').map(({ eventId }) => eventId);
  const scores = await scoring.scoresOf(playerId, [...new Set(resolved)]);
  return new Map(scores.map(row => [row.eventId, row.score]));
}

/** Events by the references in forecasts; null for a reference without an event. */
async function findForecastEvents(
  { markets }: EventServices,
  references: readonly string[],
): Promise<ReadonlyMap<string, EventNames | null>> {
  const distinct = [...new Set(references)];
  const events = await Promise.all(distinct.map(reference => markets.references.find(reference)));
  return new Map(distinct.map((reference, index) => [reference, events[index]]));
}

type OwnView = Static<typeof OneForecast>['forecast'];

/** The response to a recorded forecast. It is immutable, so a replay is built from the same row. */
function viewRecorded(forecast: ForecastRow, eventSlug: string) {
  return {
    id: forecast.id,
    clientForecastId: forecast.clientForecastId,
    eventSlug,
    outcomeIndex: forecast.outcome,
    probability: percentFromMicros(forecast.probabilityMicros),
    marketPriceBps: forecast.marketPriceBps,
    marketSequence: forecast.marketSequence,
    recordedAt: isoTime(forecast.at),
    supersedes: forecast.supersedes,
  };
}

/**
 * The state of the event takes precedence: all forecasts on a resolved event count, each for the time that it was in
 * force.
 */
function statusOf({ ended, marketStatus }: OwnForecast): OwnView['status'] {
  if (marketStatus === 'resolved') return 'scored';
  if (marketStatus === 'void') return 'void';
  return ended?.by ?? 'open';
}

/** Visible only to the player who made the forecast. */
function viewOwn(forecast: OwnForecast, score: ForecastScore | null = null): OwnView {
  const { ended, rationale, eventSlug } = forecast;
  return {
    ...viewRecorded(forecast, eventSlug),
    status: statusOf(forecast),
    supersededAt: ended?.by === 'superseded' ? isoTime(ended.at) : null,
    withdrawnAt: ended?.by === 'withdrawn' ? isoTime(ended.at) : null,
    rationale,
    score: viewScore(score),
  };
}

type ForecastBody = Static<typeof RecordForecastRequest>;

function itemOf(body: ForecastBody, event: EventNames | null, { clientId, bodyDigest }: WriteIdentity): ForecastItem {
  return {
    eventId: event?.id ?? null,
    outcome: body.outcomeIndex,
    percent: body.probability,
    rationale: body.rationale ?? null,
    clientForecastId: clientId,
    bodyDigest,
  };
}

/** The event of the rejected forecast; in a batch the rejected field contains its index. */
function slugAtFault(bodies: readonly ForecastBody[], { details }: ApiError): string {
  const index = /^forecasts\[(\d+)\]/.exec(details.field ?? '')?.[1];
  return bodies[Number(index ?? 0)].eventSlug;
}

/** Taken from the body, which a replay repeats. */
function warningsOf(bodies: readonly ForecastBody[], listed: boolean) {
  return bodies.flatMap(({ probability }, index) =>
    forecastWarnings(probability, listed ? `forecasts[${index}].probability` : undefined),
  );
}

type Views = readonly ReturnType<typeof viewRecorded>[];

async function record(
  { services, caller, identities }: RequestContext<Needs>,
  bodies: readonly ForecastBody[],
  listed: boolean,
  membersOf: (views: Views, replayedIds: readonly string[]) => object,
) {
  const player = requirePlayer(caller);
  const events = await findForecastEvents(
    services,
    bodies.map(body => body.eventSlug),
  );
  const items = bodies.map((body, index) => itemOf(body, events.get(body.eventSlug) ?? null, identities[index]));
  const outcome = await services.forecasts.desk.record({
    playerId: player.playerId,
    ownerId: ownerIdOf(player),
    items,
    listed,
  });
  return new WriteResult(
    outcome,
    (finished, replayed) => {
      const slugs = new Map([...events.values()].flatMap(event => (event ? [[event.id, event.slug] as const] : [])));
      const views = finished.forecasts.map(row => viewRecorded(row, slugs.get(row.eventId) as string));
      const earlierIds = finished.kind === 'recorded' ? finished.earlierIds : views.map(view => view.clientForecastId);
      const members = { ...membersOf(views, earlierIds), warnings: warningsOf(bodies, listed) };
      return replayed ? { ...members, replayed, code: 'IDEMPOTENT_REPLAY' } : { ...members, replayed };
    },
    error => services.practice.withAdvice(events.get(slugAtFault(bodies, error))?.slug, error),
  );
}

function postForecast({ body }: RouteInput<{ body: typeof RecordForecastRequest }>, context: RequestContext<Needs>) {
  return record(context, [body], false, ([forecast]) => ({ forecast }));
}

function postForecasts({ body }: RouteInput<{ body: typeof RecordForecastsRequest }>, context: RequestContext<Needs>) {
  return record(context, body.forecasts, true, (forecasts, replayedIds) => ({ forecasts, replayedIds }));
}

async function requireOwnForecast(services: HttpServices, playerId: string, forecastId: string): Promise<OwnForecast> {
  const forecast = await findOwnForecast(services, playerId, forecastId);
  if (!forecast) throw new ApiError('NOT_FOUND', `Forecast ${forecastId} not found.`, { field: 'forecastId' });
  return forecast;
}

async function viewScored(services: ScoreLookup, playerId: string, forecasts: readonly OwnForecast[]) {
  const scores = await scoresOfForecasts(services, playerId, forecasts);
  return forecasts.map(forecast => viewOwn(forecast, scores.get(forecast.eventId) ?? null));
}

async function getForecast(
  { params }: RouteInput<{ params: typeof ForecastParams }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { playerId } = requirePlayer(caller);
  const [view] = await viewScored(services, playerId, [
    await requireOwnForecast(services, playerId, params.forecastId),
  ]);
  return { forecast: view };
}

async function deleteForecast(
  { params: { forecastId } }: RouteInput<{ params: typeof ForecastParams }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { playerId } = requirePlayer(caller);
  const { eventId } = await requireOwnForecast(services, playerId, forecastId);
  const outcome = await services.forecasts.desk.withdraw({ playerId, forecastId, eventId });
  return new WriteResult(outcome, ({ forecast }) => ({ forecast: viewOwn(forecast) }));
}

async function getForecasts(
  { query }: RouteInput<{ query: typeof ForecastsQuery }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { playerId } = requirePlayer(caller);
  const { eventSlug, clientForecastId = null, limit = 50, cursor } = query;
  // A look-up by client id finds the forecast in any status unless the caller names one.
  const status = query.status ?? (clientForecastId === null ? 'open' : 'all');
  const eventId = eventSlug === undefined ? null : (await eventBySlug(services, eventSlug)).id;
  const filters = [playerId, status, eventId, clientForecastId];
  const before =
    cursor === undefined ? null : services.cursors.read<{ at: number; id: string }>('forecasts', filters, cursor);
  const rows = await listForecasts(services, { playerId, status, eventId, clientForecastId, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    forecasts: await viewScored(services, playerId, page),
    nextCursor:
      rows.length > limit && last ? services.cursors.write('forecasts', filters, { at: last.at, id: last.id }) : null,
  };
}

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
