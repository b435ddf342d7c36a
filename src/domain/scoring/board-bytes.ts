import { ensure } from '../invariant.js';
import { type BoardName, type BoardRow, type Boards, boardNames } from './boards.js';

/**
 * Binary format of a scope's leaderboards: the length of a header, the header as JSON with players and row counts, then
 * the numbers of all rows as little-endian doubles. Decoding it costs a fraction of parsing JSON.
 */
interface Header {
  readonly format: 1;
  readonly players: readonly string[];
  readonly rows: Readonly<Record<BoardName, number>>;
  readonly baselines: Readonly<Record<BoardName, number>>;
}

const numbersPerRow = 7;

function rowsInOrder(boards: Boards): BoardRow[] {
  return boardNames.flatMap(board => [...boards.rows[board], ...boards.baselines[board]]);
}

function countRows(lists: Boards['rows']): Record<BoardName, number> {
  const { brier, edge, adjusted, profit } = lists;
  return { brier: brier.length, edge: edge.length, adjusted: adjusted.length, profit: profit.length };
}

export function boardsToBytes(boards: Boards): Uint8Array {
  const rows = rowsInOrder(boards);
  const players = [...new Set(rows.map(row => row.player))];
  const indexes = new Map(players.map((player, playerIndex) => [player, playerIndex]));
  const head: Header = { format: 1, players, rows: countRows(boards.rows), baselines: countRows(boards.baselines) };
  // Padded to eight bytes, so that the numbers are aligned.
  const text = JSON.stringify(head);
  const start = 8 + Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(start + rows.length * numbersPerRow * 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    ensure('ids-are-ascii', code < 128, () => head.players.find(player => /[^ -~]/.test(player)) ?? '');
    bytes[8 + index] = code;
  }
  rows.forEach(({ player, mean, low, high, resolvedEvents, coverage, total }, index) => {
    const playerIndex = indexes.get(player) as number;
    const numbers = [playerIndex, mean, low, high, resolvedEvents, coverage ?? Number.NaN, total ?? Number.NaN];
    numbers.forEach((number, column) => {
      view.setFloat64(start + (index * numbersPerRow + column) * 8, number, true);
    });
  });
  return bytes;
}

export function boardsFromBytes(bytes: Uint8Array): Boards {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  let text = '';
  for (let index = 8; index < 8 + length; index += 1) text += String.fromCharCode(bytes[index]);
  const head = JSON.parse(text) as Header;
  ensure('board-format', head.format === 1, () => `${head.format}`);
  let at = 8 + Math.ceil(length / 8) * 8;
  const next = () => {
    at += 8;
    return view.getFloat64(at - 8, true);
  };
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  const readRow = (): BoardRow => ({
    player: head.players[next()],
    mean: next(),
    low: next(),
    high: next(),
    resolvedEvents: next(),
    coverage: orNull(next()),
    total: orNull(next()),
  });
  const empty = (): Record<BoardName, BoardRow[]> => ({ brier: [], edge: [], adjusted: [], profit: [] });
  const boards = { rows: empty(), baselines: empty() };
  for (const board of boardNames) {
    for (let count = head.rows[board]; count > 0; count -= 1) boards.rows[board].push(readRow());
    for (let count = head.baselines[board]; count > 0; count -= 1) boards.baselines[board].push(readRow());
  }
  return boards;
}
