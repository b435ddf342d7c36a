import type { ForecastFilter, OwnForecast } from '../../store/forecasts/interface.js';
import type { EventNames } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import type { EventReferences } from '../markets/event-references.js';

type ReadContext = { readonly store: Pick<Store, 'read'> };

/** A forecast of this player; another player's forecast counts as not found. */
export function findOwnForecast({ store }: ReadContext, playerId: string, forecastId: string) {
  return store.read(reads => reads.forecasts.find(forecastId, playerId));
}

export function listForecasts({ store }: ReadContext, filter: ForecastFilter): Promise<OwnForecast[]> {
  return store.read(reads => reads.forecasts.list(filter));
}

/** The scores of a player on the resolved events among these forecasts, by event. */
export async function scoresOfForecasts({ store }: ReadContext, playerId: string, forecasts: readonly OwnForecast[]) {
  const resolved = forecasts.filter(forecast => forecast.marketStatus === 'resolved').map(({ eventId }) => eventId);
  const scores = await store.read(reads => reads.scores.ofPlayer(playerId, [...new Set(resolved)]));
  return new Map(scores.map(row => [row.eventId, row.score]));
}

/** Events by the references in forecasts; null for a reference without an event. */
export async function findForecastEvents(
  { markets }: { readonly markets: { readonly references: EventReferences } },
  references: readonly string[],
): Promise<ReadonlyMap<string, EventNames | null>> {
  const distinct = [...new Set(references)];
  const found = await Promise.all(distinct.map(reference => markets.references.find(reference)));
  return new Map(distinct.map((reference, index) => [reference, found[index]]));
}
