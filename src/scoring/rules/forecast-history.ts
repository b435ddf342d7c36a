import { ensure } from '../../kernel/invariant.js';
import { millionthsOfPercent, wholeMillionths } from './error-path.js';

export interface ForecastChange {
  /** Sorts by creation time, so it orders two changes within a millisecond. */
  readonly id: string;
  readonly atMs: number;
  readonly outcome: number;
  /** Percent, 0 to 100; null withdraws. */
  readonly probability: number | null;
}

/** A forecast as stored. */
export interface RecordedForecast {
  readonly id: string;
  readonly atMs: number;
  readonly outcome: number;
  readonly probability: number;
  readonly withdrawnAtMs: number | null;
}

/** The period in which forecasts count. */
export interface Life {
  readonly outcomes: number;
  readonly opensAtMs: number;
  readonly lifeMs: number;
}

/** Millionths for each outcome; null without a forecast. */
export type Standing = readonly (number | null)[];

/** An interval in which the player had a forecast and nothing changed, in milliseconds after the opening. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly live: Standing;
}

function compareChanges(a: ForecastChange, b: ForecastChange): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  // A forecast withdrawn in the millisecond it was made never counts.
  return Number(a.probability === null) - Number(b.probability === null);
}

function compareForecasts(a: RecordedForecast, b: RecordedForecast): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  return a.id < b.id ? -1 : Number(a.id !== b.id);
}

/** A withdrawal ends the forecast in force; one that was already replaced has no interval left to end. */
export function changesOf(forecasts: readonly RecordedForecast[], outcomes: number): ForecastChange[] {
  const changes: ForecastChange[] = [];
  const nextAtMs = new Map<number, number>();
  for (const forecast of [...forecasts].sort(compareForecasts).reverse()) {
    const { id, atMs, outcome, probability, withdrawnAtMs } = forecast;
    const question = outcomes === 2 ? 0 : outcome;
    const replacedAtMs = nextAtMs.get(question) ?? Number.POSITIVE_INFINITY;
    if (withdrawnAtMs !== null && withdrawnAtMs < replacedAtMs) {
      changes.push({ id, atMs: Math.max(atMs, withdrawnAtMs), outcome, probability: null });
    }
    changes.push({ id, atMs, outcome, probability });
    nextAtMs.set(question, atMs);
  }
  return changes.reverse();
}

function standingAfter(before: Standing, { outcome, probability }: ForecastChange): Standing {
  const { length } = before;
  ensure('outcome-exists', Number.isInteger(outcome) && outcome >= 0 && outcome < length, () => `outcome ${outcome}`);
  const millionths = probability === null ? null : millionthsOfPercent(probability);
  if (length !== 2) return before.map((other, k) => (k === outcome ? millionths : other));
  const other = millionths === null ? null : wholeMillionths - millionths;
  return outcome === 0 ? [millionths, other] : [other, millionths];
}

function sameStanding(a: Standing, b: Standing): boolean {
  return a.every((value, k) => value === b[k]);
}

/** The intervals of one player in order of time. Equal neighbours are merged. */
export function stretchesOf(changes: readonly ForecastChange[], { outcomes, opensAtMs, lifeMs }: Life): Stretch[] {
  const stretches: Stretch[] = [];
  let live: Standing = Array<null>(outcomes).fill(null);
  let since = 0;
  const endAt = (to: number) => {
    if (to <= since || live.every(value => value === null)) return;
    const last = stretches.at(-1);
    const continues = last !== undefined && last.to === since && sameStanding(last.live, live);
    if (continues) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ from: since, to, live });
  };
  for (const change of [...changes].sort(compareChanges)) {
    const at = Math.max(0, change.atMs - opensAtMs);
    if (at >= lifeMs) break;
    endAt(at);
    since = at;
    live = standingAfter(live, change);
  }
  endAt(lifeMs);
  return stretches;
}
