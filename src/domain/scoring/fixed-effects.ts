import { type Component, largestComponent } from './component.js';
import type { ResultTable } from './result-table.js';

/**
 * Least squares for score = player + event. The player effects are eliminated: each is the mean of the player's scores
 * minus the event effects. A symmetric system for the events remains, singular by one constant; conjugate gradients
 * solve it with passes over the scores.
 */
export interface EventEffects {
  /** The effect of each event of the table; NaN outside the component. */
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

/** The system is blind to a constant, so one introduced by rounding would grow unless it is removed. */
function takeOutMean(values: Float64Array): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  for (let k = 0; k < values.length; k += 1) values[k] -= mean;
}

/** Adds `measure`, centered on each player's mean, to the events. */
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
  // If an event's players have no other event, it is the whole component, and any effect is valid.
  return diagonal.map(value => value || 1);
}

/** The weighted square of the residual. */
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

/** Refines the solution by conjugate gradients until the residual is small. */
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

/** Returns the effects of the events, or null if no event has two players. */
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
  // The updated residual drifts from the true one, so it is recomputed until it stays small.
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
