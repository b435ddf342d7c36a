import { type Component, largestComponent } from './component.js';
import type { ResultTable } from './result-table.js';

/**
 * score = player + event, by least squares. The players' parts are eliminated: each is the mean of what the events leave of
 * its scores. What remains is a symmetric system for the events alone, singular by one constant, and conjugate gradients
 * solve it with passes over the scores.
 */
export interface EventEffects {
  /** For each event of the table its effect; NaN outside of the component. */
  readonly effects: Float64Array;
  readonly component: Component;
}

const maxIterations = 20_000;
const maxRounds = 4;
/** Of the first residual, squared. */
const enough = 1e-28;

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k] * b[k];
  return sum;
}

/** The system does not see a constant, so one that rounding lets in would never be solved away and grow. */
function takeOutMean(values: Float64Array): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  for (let k = 0; k < values.length; k += 1) values[k] -= mean;
}

/** Adds to each event what `measure` minus its mean over the player's rows is, for all players. */
function gather({ offsets, event }: Component, measure: (row: number) => number, into: Float64Array): void {
  into.fill(0);
  for (let player = 0; player + 1 < offsets.length; player += 1) {
    const [from, to] = [offsets[player], offsets[player + 1]];
    let sum = 0;
    for (let row = from; row < to; row += 1) sum += measure(row);
    const mean = sum / (to - from);
    for (let row = from; row < to; row += 1) into[event[row]] += measure(row) - mean;
  }
}

function diagonalOf({ offsets, event, events }: Component): Float64Array {
  const diagonal = new Float64Array(events);
  for (let player = 0; player + 1 < offsets.length; player += 1) {
    const own = 1 - 1 / (offsets[player + 1] - offsets[player]);
    for (let row = offsets[player]; row < offsets[player + 1]; row += 1) diagonal[event[row]] += own;
  }
  // An event whose players are in nothing else is the whole component, and any effect will do.
  return diagonal.map(value => value || 1);
}

/** The square of the residual, each event's part by its weight. */
function energyOf(residual: Float64Array, diagonal: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < residual.length; k += 1) sum += (residual[k] * residual[k]) / diagonal[k];
  return sum;
}

interface System {
  readonly component: Component;
  readonly diagonal: Float64Array;
  readonly residual: Float64Array;
  readonly solution: Float64Array;
}

/** Adds to the solution what the residual still asks for, until little is left of it. */
function* improve({ component, diagonal, residual, solution }: System, goal: number): Generator<void, void> {
  const size = residual.length;
  const direction = residual.map((value, k) => value / diagonal[k]);
  const image = new Float64Array(size);
  let energy = energyOf(residual, diagonal);
  for (let iteration = 0; energy > goal && iteration < maxIterations; iteration += 1) {
    gather(component, row => direction[component.event[row]], image);
    const curvature = dot(direction, image);
    if (!(curvature > 0)) return;
    const step = energy / curvature;
    for (let k = 0; k < size; k += 1) {
      solution[k] += step * direction[k];
      residual[k] -= step * image[k];
    }
    takeOutMean(residual);
    const next = energyOf(residual, diagonal);
    for (let k = 0; k < size; k += 1) direction[k] = residual[k] / diagonal[k] + (next / energy) * direction[k];
    energy = next;
    yield;
  }
}

/** The effects of the events; null where no event has two players. */
export function* solveEventEffects(table: ResultTable): Generator<void, EventEffects | null> {
  const component = yield* largestComponent(table);
  if (component === null) return null;
  const { event, score, events } = component;
  const system = {
    component,
    diagonal: diagonalOf(component),
    residual: new Float64Array(events),
    solution: new Float64Array(events),
  };
  const { residual, solution } = system;
  let goal = Number.NaN;
  // The residual that is carried along drifts from the true one, so it is computed afresh until it stays small.
  for (let round = 0; round < maxRounds; round += 1) {
    gather(component, row => score[row] - solution[event[row]], residual);
    takeOutMean(residual);
    const energy = energyOf(residual, system.diagonal);
    if (round === 0) goal = energy * enough;
    if (energy <= goal) break;
    yield* improve(system, goal);
    takeOutMean(solution);
  }
  const effects = new Float64Array(table.events.length).fill(Number.NaN);
  for (let k = 0; k < events; k += 1) effects[component.eventOfTable[k]] = solution[k];
  return { effects, component };
}
