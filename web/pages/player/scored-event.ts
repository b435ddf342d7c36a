import type { PlayerForecasts } from '../../../client/client';

type Forecast = PlayerForecasts['forecasts'][number];

/** One scored market: the final forecast, and the score shared by all its forecasts. */
export interface ScoredEvent {
  readonly slug: string;
  readonly title: string;
  readonly resolvedAt: string;
  readonly brier: number;
  readonly marketBrier: number;
  readonly final: Forecast;
}

/** Groups forecasts by their market. */
export function scoredEvents(forecasts: readonly Forecast[]): ScoredEvent[] {
  const bySlug = new Map<string, ScoredEvent>();
  for (const forecast of forecasts) {
    const { eventSlug: slug, title, resolvedAt, score: result } = forecast;
    if (!result) continue;
    const before = bySlug.get(slug);
    if (before && before.final.recordedAt >= forecast.recordedAt) continue;
    bySlug.set(slug, {
      slug,
      title,
      resolvedAt,
      brier: result.brier,
      marketBrier: result.marketBrier,
      final: forecast,
    });
  }
  return [...bySlug.values()];
}
