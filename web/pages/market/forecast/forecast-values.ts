import type { Event, OwnForecast } from '../../../../client/client.js';
import { readNumber } from '../../../format/read-number.js';

/** A binary market needs one number; the other outcome is its complement. */
export function forecastOutcomes({ outcomes }: Event): readonly Event['outcomes'][number][] {
  return outcomes.length === 2 ? [outcomes[0]] : outcomes;
}

/** The open forecast of each outcome. */
export function openForecasts(forecasts: readonly OwnForecast[] | undefined): ReadonlyMap<number, OwnForecast> {
  return new Map((forecasts ?? []).filter(({ status }) => status === 'open').map(each => [each.outcomeIndex, each]));
}

/** The person's last value on an outcome, even if a binary market stores its complement. */
export function lastPercent(open: ReadonlyMap<number, OwnForecast>, event: Event, index: number): number | null {
  const own = open.get(index);
  if (own) return own.probability;
  const other = event.outcomes.length === 2 ? open.get(1 - index) : undefined;
  return other ? 100 - other.probability : null;
}

/** Scales the values to a sum of 100 with one decimal; the largest value absorbs the rounding error. */
export function normalise(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  if (sum === 0) return values.map(() => Math.round(1000 / values.length) / 10);
  const scaled = values.map(value => Math.round((value / sum) * 1000) / 10);
  const rest = 100 - scaled.reduce((total, value) => total + value, 0);
  const largest = scaled.indexOf(Math.max(...scaled));
  return scaled.map((value, index) => (index === largest ? Math.round((value + rest) * 10) / 10 : value));
}

export function readPercent(text: string): number | null {
  const value = readNumber(text);
  return value !== null && value >= 0 && value <= 100 ? value : null;
}
