import { dayMs, hourMs } from '../../../kernel/time.js';
import { type BatchCandidate, nextBatch } from '../crowd-batches.js';

/** All owners except one. They know each other's forecasts and choose them every hour to infer the last owner's. */
export interface Coalition {
  readonly owners: number;
  readonly seed: number;
  /** Places the rounding boundary in the middle of the remaining interval; otherwise at random. */
  readonly bisects: boolean;
}

interface Cell {
  readonly from: number;
  readonly to: number;
}

interface Observation {
  /** All published data, in order. */
  readonly published: readonly { readonly hour: number; readonly percent: number; readonly size: number }[];
  /** The coalition's inference about each of the victim's batched forecasts. */
  readonly cells: readonly Cell[];
}

const victim = 'victim';
/** Hours in which the coalition acts: at first, and around the week after which owners may re-enter. */
const hours = [
  ...Array.from({ length: 12 }, (_, hour) => hour),
  ...Array.from({ length: 12 }, (_, hour) => 168 + hour),
];

function randomPercent(seed: number, hour: number, owner: number): number {
  const mixed = Math.imul(seed ^ Math.imul(hour * 31 + owner + 1, 0x9e3779b1), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % 101;
}

/** The forecast of each member, so that the boundary between two rounded means is at `middle` for the victim. */
function bisecting({ owners }: Coalition, middle: number): number {
  const size = owners + 1;
  const boundary = 2.5 + 5 * Math.round((50 - 2.5) / 5);
  return Math.min(100, Math.max(0, (boundary * size - middle) / owners));
}

interface Standing {
  readonly candidate: BatchCandidate;
  isPublished: boolean;
}

/** Forecasts on one question, and the batches that they have been in. */
class Forecasts {
  readonly #standing = new Map<string, Standing>();
  readonly #joined = new Map<string, { at: number; micros: number }>();
  #count = 0;

  say(owner: string, percent: number, at: number): void {
    this.#count += 1;
    const forecastId = `fct_${String(this.#count).padStart(6, '0')}`;
    const micros = Math.round(percent * 10_000);
    this.#standing.set(owner, { candidate: { forecastId, owner, micros, at, joined: null }, isPublished: false });
  }

  candidates(): BatchCandidate[] {
    const unpublished = [...this.#standing.values()].filter(({ isPublished }) => !isPublished);
    return unpublished.map(({ candidate }) => ({ ...candidate, joined: this.#joined.get(candidate.owner) ?? null }));
  }

  publish(members: readonly BatchCandidate[], at: number): void {
    for (const { owner, micros } of members) {
      this.#joined.set(owner, { at, micros });
      (this.#standing.get(owner) as Standing).isPublished = true;
    }
  }
}

/** Simulates two weeks in which the victim forecasts `values` one after the other, a week apart. */
export function observe(coalition: Coalition, values: readonly number[]): Observation {
  const forecasts = new Forecasts();
  const published: { hour: number; percent: number; size: number }[] = [];
  const cells: Cell[] = [];
  for (const hour of hours) {
    const at = 100 * dayMs + hour * hourMs;
    const own = values[hour === 0 ? 0 : hour === 168 ? 1 : -1];
    if (own !== undefined) forecasts.say(victim, own, at);
    const known = cells.at(-1) ?? { from: 0, to: 100 };
    for (let owner = 0; owner < coalition.owners; owner += 1) {
      const middle = (Math.max(0, known.from) + Math.min(100, known.to)) / 2;
      const says = coalition.bisects ? bisecting(coalition, middle) : randomPercent(coalition.seed, hour, owner);
      // Accounts are free: every hour brings new ones.
      forecasts.say(`other ${hour} ${owner}`, says, at);
    }
    const batch = nextBatch(forecasts.candidates(), at + 1);
    if (batch === null) continue;
    const { percent, members } = batch;
    forecasts.publish(members, at + 1);
    published.push({ hour, percent, size: members.length });
    const others = members.filter(({ owner }) => owner !== victim).reduce((sum, { micros }) => sum + micros, 0) / 1e4;
    if (!members.some(({ owner }) => owner === victim)) continue;
    const [low, high] = [(percent - 2.5) * members.length - others, (percent + 2.5) * members.length - others];
    cells.push({ from: low, to: high });
  }
  return { published, cells };
}

/** The whole percents of the victim's forecast that are consistent with the published data. */
export function consistentValues(coalition: Coalition, values: readonly number[], index: number): number[] {
  const seen = JSON.stringify(observe(coalition, values).published);
  const grid = Array.from({ length: 101 }, (_, percent) => percent);
  return grid.filter(value => JSON.stringify(observe(coalition, values.with(index, value)).published) === seen);
}
