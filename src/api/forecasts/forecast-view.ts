import { percentFromMicros } from '../../domain/forecasts/percent.js';
import { isoTime } from '../../domain/iso-time.js';
import type { Static } from '../../http/schema.js';
import type { ForecastRow, OwnForecast } from '../../store/forecasts/interface.js';
import type { ScoreRow } from '../../store/scoring/interface.js';
import { viewScore } from '../scoring/player-view.js';
import type { OneForecast } from './schemas.js';

type OwnView = Static<typeof OneForecast>['forecast'];

/** The response to a recorded forecast. It is immutable, so a replay is built from the same row. */
export function viewRecorded(forecast: ForecastRow, eventSlug: string) {
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
export function viewOwn(forecast: OwnForecast, score: ScoreRow['score'] = null): OwnView {
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
