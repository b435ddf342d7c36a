import { hash } from 'node:crypto';
import { canonicalJson } from '../../http/canonical-json.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import type { ForecastItem } from '../../operations/forecasts/forecast-outcome.js';
import type { OwnForecast } from '../../store/forecasts/interface.js';
import type { EventNames } from '../../store/markets/interface.js';
import { countRefused, requirePlayer, writeResult } from '../exchange/desk-answer.js';
import { eventBySlug } from '../exchange/event-by-slug.js';
import { withPracticeAdvice } from '../practice/open-now.js';
import { viewOwn, viewRecorded } from './forecast-view.js';
import type { ForecastParams, ForecastsQuery, RecordForecastRequest, RecordForecastsRequest } from './schemas.js';

type ForecastBody = Static<typeof RecordForecastRequest>;

function digestOf({ clientForecastId: _id, ...rest }: ForecastBody): string {
  return hash('sha256', canonicalJson(rest), 'hex');
}

function itemOf(body: ForecastBody, event: EventNames | null): ForecastItem {
  return {
    eventId: event?.id ?? null,
    outcome: body.outcomeIndex,
    percent: body.probability,
    rationale: body.rationale ?? null,
    clientForecastId: body.clientForecastId,
    bodyDigest: digestOf(body),
  };
}

async function namesOf(services: Services, bodies: readonly ForecastBody[]) {
  const references = [...new Set(bodies.map(body => body.eventSlug))];
  const found = await Promise.all(references.map(reference => services.markets.references.find(reference)));
  return new Map(references.map((reference, index) => [reference, found[index]]));
}

/** The event of the forecast for which all were refused; of a batch the refusal names its place. */
function bodyAtFault(bodies: readonly ForecastBody[], error: unknown): string {
  const place = error instanceof ApiError ? /^forecasts\[(\d+)\]/.exec(error.details.field ?? '')?.[1] : undefined;
  return bodies[Number(place ?? 0)].eventSlug;
}

/** The views of what is recorded now, or was before. */
async function record(context: RequestContext, bodies: readonly ForecastBody[], listed: boolean) {
  const { services } = context;
  const { playerId } = requirePlayer(context.caller);
  const names = await namesOf(services, bodies);
  const items = bodies.map(body => itemOf(body, names.get(body.eventSlug) ?? null));
  const answer = await services.forecasts.desk.record({ playerId, items, listed });
  const outcome = await (async () => writeResult(context, answer, 'forecasts'))().catch(async error => {
    throw await withPracticeAdvice(services, names.get(bodyAtFault(bodies, error))?.slug, error);
  });
  if (outcome.kind !== 'recorded') context.takeRead();
  if (outcome.kind === 'differs') {
    const field = listed ? `forecasts[${outcome.index}].clientForecastId` : 'clientForecastId';
    throw new ApiError('IDEMPOTENT_REPLAY', `this ${field} was used for a forecast with another body`, { field });
  }
  const slugs = new Map([...names.values()].flatMap(event => (event ? [[event.id, event.slug] as const] : [])));
  const views = outcome.forecasts.map(row => viewRecorded(row, slugs.get(row.eventId) as string));
  const replayedIds = outcome.kind === 'replayed' ? views.map(view => view.clientForecastId) : outcome.earlierIds;
  return { views, replayed: outcome.kind === 'replayed', replayedIds };
}

function reply(body: object, replayed: boolean): Reply {
  if (!replayed) return new Reply(201, { ...body, replayed });
  return new Reply(200, { ...body, replayed, code: 'IDEMPOTENT_REPLAY' }, { 'idempotent-replayed': 'true' });
}

function checkHeader(body: ForecastBody, context: RequestContext): void {
  const header = context.idempotencyKey();
  if (header === null || header === body.clientForecastId) return;
  throw invalid('clientForecastId', 'and Idempotency-Key are both sent and differ; send the same value in both');
}

export async function recordForecast(
  { body }: RouteInput<{ body: typeof RecordForecastRequest }>,
  context: RequestContext,
) {
  try {
    checkHeader(body, context);
  } catch (error) {
    await countRefused('forecasts')(context);
    throw error;
  }
  const { views, replayed } = await record(context, [body], false);
  return reply({ forecast: views[0] }, replayed);
}

export async function recordForecastBatch(
  { body }: RouteInput<{ body: typeof RecordForecastsRequest }>,
  context: RequestContext,
) {
  const { views, replayed, replayedIds } = await record(context, body.forecasts, true);
  return reply({ forecasts: views, replayedIds }, replayed);
}

/** Another player's forecast does not exist for the one who asks. */
async function ownForecast(services: Services, playerId: string, forecastId: string): Promise<OwnForecast> {
  const forecast = await services.store.read(reads => reads.forecasts.find(forecastId, playerId));
  if (!forecast)
    throw new ApiError('NOT_FOUND', `there is no forecast ${forecastId} of yours`, { field: 'forecastId' });
  return forecast;
}

/** With what each made of its event, once that is scored. */
async function viewScored(services: Services, playerId: string, forecasts: readonly OwnForecast[]) {
  const decided = forecasts.filter(forecast => forecast.marketStatus === 'resolved').map(forecast => forecast.eventId);
  const scores = await services.store.read(reads => reads.scores.ofPlayer(playerId, [...new Set(decided)]));
  const scoreOf = new Map(scores.map(row => [row.eventId, row.score]));
  return forecasts.map(forecast => viewOwn(forecast, scoreOf.get(forecast.eventId) ?? null));
}

export async function getForecast(
  { params }: RouteInput<{ params: typeof ForecastParams }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const [view] = await viewScored(services, playerId, [await ownForecast(services, playerId, params.forecastId)]);
  return { forecast: view };
}

export async function withdrawForecast(
  { params }: RouteInput<{ params: typeof ForecastParams }>,
  context: RequestContext,
) {
  const { services } = context;
  const { playerId } = requirePlayer(context.caller);
  const { forecastId } = params;
  const { eventId } = await ownForecast(services, playerId, forecastId).catch(async error => {
    await countRefused('forecasts')(context);
    throw error;
  });
  const outcome = writeResult(
    context,
    await services.forecasts.desk.withdraw({ playerId, forecastId, eventId }),
    'forecasts',
  );
  if (outcome.kind === 'unchanged') context.takeRead();
  return { forecast: viewOwn(outcome.forecast) };
}

export async function listForecasts(
  { query }: RouteInput<{ query: typeof ForecastsQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const { eventSlug, clientForecastId = null, limit = 50, cursor } = query;
  // Whoever looks for one id wants that forecast, whatever has become of it.
  const status = query.status ?? (clientForecastId === null ? 'open' : 'all');
  const eventId = eventSlug === undefined ? null : (await eventBySlug(services, eventSlug)).id;
  const filters = [playerId, status, eventId, clientForecastId];
  const before =
    cursor === undefined ? null : services.cursors.read<{ at: number; id: string }>('forecasts', filters, cursor);
  const rows = await services.store.read(reads =>
    reads.forecasts.list({ playerId, status, eventId, clientForecastId, before, limit: limit + 1 }),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    forecasts: await viewScored(services, playerId, page),
    nextCursor:
      rows.length > limit && last ? services.cursors.write('forecasts', filters, { at: last.at, id: last.id }) : null,
  };
}
