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
export function* largestComponent(table: ResultTable): Generator<void, Component | null> {
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
