import { ensure } from '../invariant.js';
import { millionthsOfPercent, wholeMillionths } from './squared-error.js';

export interface ForecastChange {
  /** Sorts by the moment of making, and so decides between two changes within a millisecond. */
  readonly id: string;
  readonly atMs: number;
  readonly outcome: number;
  /** Percent, 0 to 100; null withdraws. */
  readonly probability: number | null;
}

/** A forecast as it is kept. */
export interface RecordedForecast {
  readonly id: string;
  readonly atMs: number;
  readonly outcome: number;
  readonly probability: number;
  readonly withdrawnAtMs: number | null;
}

/** The part of time in which forecasts count. */
export interface Life {
  readonly outcomes: number;
  readonly opensAtMs: number;
  readonly lifeMs: number;
}

/** Millionths for each outcome; null where the player says nothing. */
export type Standing = readonly (number | null)[];

/** A time in which the player was in the event and nothing changed, in milliseconds after the opening. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly live: Standing;
}

function compareChanges(a: ForecastChange, b: ForecastChange): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  // A forecast that was withdrawn within its own millisecond is gone.
  return Number(a.probability === null) - Number(b.probability === null);
}

function compareForecasts(a: RecordedForecast, b: RecordedForecast): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  return a.id < b.id ? -1 : Number(a.id !== b.id);
}

/** Withdrawing ends what is in force; a forecast that was replaced before has no interval left to end. */
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
  const said = probability === null ? null : millionthsOfPercent(probability);
  if (length !== 2) return before.map((other, k) => (k === outcome ? said : other));
  const other = said === null ? null : wholeMillionths - said;
  return outcome === 0 ? [said, other] : [other, said];
}

function sameStanding(a: Standing, b: Standing): boolean {
  return a.every((value, k) => value === b[k]);
}

/** The stretches of one player in order of time. Equal neighbours are one, however often a forecast was repeated. */
export function stretchesOf(changes: readonly ForecastChange[], { outcomes, opensAtMs, lifeMs }: Life): Stretch[] {
  const stretches: Stretch[] = [];
  let live: Standing = Array<null>(outcomes).fill(null);
  let since = 0;
  const endAt = (to: number) => {
    if (to <= since || live.every(value => value === null)) return;
    const last = stretches.at(-1);
    const goesOn = last !== undefined && last.to === since && sameStanding(last.live, live);
    if (goesOn) stretches[stretches.length - 1] = { ...last, to };
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
