import { forecastWarnings } from '../../domain/unit-warnings.js';
import { ownerIdOf, requirePlayer } from '../../http/caller.js';
import { ApiError } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { WriteResult } from '../../http/write-result.js';
import type { ForecastItem } from '../../operations/forecasts/forecast-outcome.js';
import {
  findForecastEvents,
  findOwnForecast,
  listForecasts,
  scoresOfForecasts,
} from '../../operations/forecasts/queries.js';
import type { WriteIdentity } from '../../operations/write-outcome.js';
import type { OwnForecast } from '../../store/forecasts/interface.js';
import type { EventNames } from '../../store/markets/interface.js';
import { eventBySlug } from '../market-data/events/event-by-slug.js';
import { withPracticeAdvice } from '../practice/open-now.js';
import { viewOwn, viewRecorded } from './forecast-view.js';
import type { ForecastParams, ForecastsQuery, RecordForecastRequest, RecordForecastsRequest } from './schemas.js';

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
  { services, caller, identities }: RequestContext,
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
    error => withPracticeAdvice(services, events.get(slugAtFault(bodies, error))?.slug, error),
  );
}

export function postForecast({ body }: RouteInput<{ body: typeof RecordForecastRequest }>, context: RequestContext) {
  return record(context, [body], false, ([forecast]) => ({ forecast }));
}

export function postForecasts({ body }: RouteInput<{ body: typeof RecordForecastsRequest }>, context: RequestContext) {
  return record(context, body.forecasts, true, (forecasts, replayedIds) => ({ forecasts, replayedIds }));
}

async function requireOwnForecast(services: Services, playerId: string, forecastId: string): Promise<OwnForecast> {
  const forecast = await findOwnForecast(services, playerId, forecastId);
  if (!forecast) throw new ApiError('NOT_FOUND', `Forecast ${forecastId} not found.`, { field: 'forecastId' });
  return forecast;
}

async function viewScored(services: Services, playerId: string, forecasts: readonly OwnForecast[]) {
  const scores = await scoresOfForecasts(services, playerId, forecasts);
  return forecasts.map(forecast => viewOwn(forecast, scores.get(forecast.eventId) ?? null));
}

export async function getForecast(
  { params }: RouteInput<{ params: typeof ForecastParams }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const [view] = await viewScored(services, playerId, [
    await requireOwnForecast(services, playerId, params.forecastId),
  ]);
  return { forecast: view };
}

export async function deleteForecast(
  { params: { forecastId } }: RouteInput<{ params: typeof ForecastParams }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const { eventId } = await requireOwnForecast(services, playerId, forecastId);
  const outcome = await services.forecasts.desk.withdraw({ playerId, forecastId, eventId });
  return new WriteResult(outcome, ({ forecast }) => ({ forecast: viewOwn(forecast) }));
}

export async function getForecasts(
  { query }: RouteInput<{ query: typeof ForecastsQuery }>,
  { services, caller }: RequestContext,
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
