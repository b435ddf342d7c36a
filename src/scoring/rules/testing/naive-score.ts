// The literal definition in docs/scoring.md: time is cut at every change, and each interval is looked up separately and
// summed. It shares no code with the implementation that it checks.

import type { ForecastChange } from '../forecast-history.js';
import type { ResolvedEvent } from '../score-forecasts.js';

interface NaiveScore {
  readonly brier: number;
  readonly marketBrier: number;
  readonly last: number;
  readonly coverage: number;
}

function marketAt({ prices }: ResolvedEvent, ms: number): number[] {
  return prices
    .filter(step => step.atMs <= ms)
    .at(-1)!
    .pricesBps.map(bps => bps / 10_000);
}

/** The latest forecast on an outcome at a time, as a fraction; null if there is none or it was withdrawn. */
function saidAt(changes: readonly ForecastChange[], outcomes: number, outcome: number, ms: number): number | null {
  const concerning = changes
    .filter(change => change.atMs <= ms && (outcomes === 2 || change.outcome === outcome))
    .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
  const newest = concerning.at(-1);
  if (newest === undefined || newest.probability === null) return null;
  return newest.outcome === outcome ? newest.probability / 100 : 1 - newest.probability / 100;
}

/** The value in force for each outcome at a time; null without a forecast. */
export function inForceAt(event: ResolvedEvent, changes: readonly ForecastChange[], ms: number): number[] | null {
  const said = event.payoutBps.map((_, outcome) => saidAt(changes, event.payoutBps.length, outcome, ms));
  if (said.every(value => value === null)) return null;
  const market = marketAt(event, ms);
  return said.map((value, outcome) => value ?? market[outcome]);
}

function meanSquare(values: readonly number[], { payoutBps }: ResolvedEvent): number {
  return values.reduce((sum, value, k) => sum + (value - payoutBps[k] / 10_000) ** 2, 0) / values.length;
}

export function cutsOf({ opensAtMs, effectiveCloseAtMs, prices }: ResolvedEvent, moments: readonly number[]): number[] {
  const all = [...prices.map(step => step.atMs), ...moments, opensAtMs, effectiveCloseAtMs];
  const within = all.filter(ms => ms >= opensAtMs && ms <= effectiveCloseAtMs);
  return [...new Set(within)].sort((a, b) => a - b);
}

export function naiveScore(event: ResolvedEvent, changes: readonly ForecastChange[]): NaiveScore | null {
  const cuts = cutsOf(
    event,
    changes.map(change => change.atMs),
  );
  let [own, market, covered, last] = [0, 0, 0, 0];
  for (let index = 0; index + 1 < cuts.length; index += 1) {
    const values = inForceAt(event, changes, cuts[index]);
    if (values === null) continue;
    const ms = cuts[index + 1] - cuts[index];
    last = meanSquare(values, event);
    own += last * ms;
    market += meanSquare(marketAt(event, cuts[index]), event) * ms;
    covered += ms;
  }
  if (covered === 0) return null;
  const lifeMs = event.effectiveCloseAtMs - event.opensAtMs;
  return { brier: own / covered, marketBrier: market / covered, last, coverage: covered / lifeMs };
}
