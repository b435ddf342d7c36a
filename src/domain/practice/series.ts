/** A new practice event opens every two minutes and trades for four, so that two are open at any time. */
export const seriesEveryMs = 120_000;
const seriesTradingMs = 240_000;

/** With less time left than this, an event is too short to practise on. */
const shortestMs = 60_000;

const slugShape = /^practice-(0|[1-9]\d{0,11})$/;

/** Numbers are derived from the clock alone, so every node opens the same event, once. */
export function seriesSlug(number: number): string {
  return `practice-${number}`;
}

/** Null for events that are not of the series. */
export function seriesNumber(slug: string): number | null {
  const found = slugShape.exec(slug);
  return found ? Number(found[1]) : null;
}

interface SeriesTimes {
  readonly number: number;
  readonly opensAt: number;
  readonly endsAt: number;
}

function timesOf(number: number): SeriesTimes {
  const opensAt = number * seriesEveryMs;
  return { number, opensAt, endsAt: opensAt + seriesTradingMs };
}

/**
 * The events that should exist now: the open ones, and the next one in advance. Events missed during an outage are
 * skipped, so that its end causes no burst.
 */
export function seriesDue(now: number): SeriesTimes[] {
  const current = Math.floor(now / seriesEveryMs);
  const earliest = current + 1 - Math.ceil(seriesTradingMs / seriesEveryMs);
  return Array.from({ length: current + 2 - earliest }, (_, index) => timesOf(earliest + index)).filter(
    ({ number, endsAt }) => number >= 0 && endsAt - now >= shortestMs,
  );
}

export function nextOpeningAt(now: number): number {
  return (Math.floor(now / seriesEveryMs) + 1) * seriesEveryMs;
}
