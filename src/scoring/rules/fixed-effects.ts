import type { ResultTable } from './result-table.js';

/** Scores that can be compared with each other; its players and events are renumbered. */
export interface Component {
  /** Rows of the component's player p are those from offsets[p] to offsets[p + 1]. */
  readonly offsets: Int32Array;
  readonly events: number;
  readonly event: Int32Array;
  readonly score: Float64Array;
  /** The event's number in the table. */
  readonly eventOfTable: Int32Array;
}

function playersOfEvents({ event, brier, events }: ResultTable): Int32Array {
  const players = new Int32Array(events.length);
  for (let row = 0; row < event.length; row += 1) if (!Number.isNaN(brier[row])) players[event[row]] += 1;
  return players;
}

function rootOf(parents: Int32Array, node: number): number {
  let root = node;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]];
    root = parents[root];
  }
  return root;
}

/** Maps each row to its player. */
function playersOfRows({ offsets, event, players }: ResultTable): Int32Array {
  const playerOf = new Int32Array(event.length);
  for (let player = 0; player < players.length; player += 1)
    playerOf.fill(player, offsets[player], offsets[player + 1]);
  return playerOf;
}

const rowsBetweenPauses = 65_536;

/** The rows of the component with the most scores; ties go to the one with the lowest player id. */
function* largestRows(table: ResultTable, playerOf: Int32Array): Generator<void, Int32Array> {
  const { event, brier, players, events } = table;
  const playersOf = playersOfEvents(table);
  const parents = new Int32Array(players.length + events.length).map((_, node) => node);
  const isCounted = (row: number) => !Number.isNaN(brier[row]) && playersOf[event[row]] >= 2;
  for (let row = 0; row < event.length; row += 1) {
    if (row % rowsBetweenPauses === 0) yield;
    if (!isCounted(row)) continue;
    const [a, b] = [rootOf(parents, playerOf[row]), rootOf(parents, players.length + event[row])];
    // The lower number becomes the root, so a component's root is its first player.
    parents[Math.max(a, b)] = Math.min(a, b);
  }
  const sizes = new Int32Array(players.length);
  for (let row = 0; row < event.length; row += 1) if (isCounted(row)) sizes[rootOf(parents, playerOf[row])] += 1;
  let largest = 0;
  for (let root = 1; root < sizes.length; root += 1) if (sizes[root] > sizes[largest]) largest = root;
  const rows = new Int32Array(sizes[largest] ?? 0);
  let count = 0;
  yield;
  for (let row = 0; row < event.length && count < rows.length; row += 1) {
    if (!isCounted(row) || rootOf(parents, playerOf[row]) !== largest) continue;
    rows[count] = row;
    count += 1;
  }
  return rows;
}

/** The largest connected component of players and of events with two or more players; null if there is none. */
function* largestComponent(table: ResultTable): Generator<void, Component | null> {
  const playerOf = playersOfRows(table);
  yield;
  const rows = yield* largestRows(table, playerOf);
  yield;
  if (rows.length === 0) return null;
  const numbers = new Int32Array(table.events.length).fill(-1);
  const eventOfTable: number[] = [];
  const offsets = [0];
  const event = new Int32Array(rows.length);
  const score = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    if (index > 0 && playerOf[row] !== playerOf[rows[index - 1]]) offsets.push(index);
    if (numbers[table.event[row]] < 0) numbers[table.event[row]] = eventOfTable.push(table.event[row]) - 1;
    event[index] = numbers[table.event[row]];
    score[index] = table.brier[row];
  }
  offsets.push(rows.length);
  return {
    offsets: Int32Array.from(offsets),
    events: eventOfTable.length,
    event,
    score,
    eventOfTable: Int32Array.from(eventOfTable),
  };
}

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
    const weight = 1 - 1 / (offsets[player + 1] - offsets[player]);
    for (let row = offsets[player]; row < offsets[player + 1]; row += 1) diagonal[event[row]] += weight;
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
