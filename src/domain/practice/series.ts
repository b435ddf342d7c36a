/** A new practice event opens every two minutes and trades for four, so that two are open at any moment. */
export const seriesEveryMs = 120_000;
const seriesTradingMs = 240_000;

/** With less time than this left there is nothing to try out any more. */
const shortestMs = 60_000;

const slugShape = /^practice-(0|[1-9]\d{0,11})$/;

/** Numbers follow from the clock alone: whoever opens an event, and however often, opens the same one. */
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
 * The events that should be there now: those that are open, and the next one ahead of its time. What a pause has missed is
 * missed, so that the end of a pause makes no flood.
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
