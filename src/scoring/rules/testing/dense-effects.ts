/**
 * Textbook two-way fixed effects: one column for each player and each event, explicit normal equations, the first
 * event's effect fixed at zero, and Gaussian elimination with pivots. It shares no code with the implementation that it
 * checks.
 */
export interface DenseRow {
  readonly player: number;
  readonly event: number;
  readonly score: number;
}

function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, index) => [...row, right[index]]);
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column; row < size; row += 1) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const factor = rows[row][column] / rows[column][column];
      for (let k = column; k <= size; k += 1) rows[row][k] -= factor * rows[column][k];
    }
  }
  return rows.map((row, index) => row[size] / row[index]);
}

/** Effects of the players and the events of a connected set of scores. */
export function denseEffects(rows: readonly DenseRow[], players: number, events: number) {
  const size = players + events - 1;
  const matrix = Array.from({ length: size }, () => Array<number>(size).fill(0));
  const right = Array<number>(size).fill(0);
  for (const { player, event, score } of rows) {
    const columns = event === 0 ? [player] : [player, players + event - 1];
    for (const a of columns) {
      right[a] += score;
      for (const b of columns) matrix[a][b] += 1;
    }
  }
  const solved = solve(matrix, right);
  return { players: solved.slice(0, players), events: [0, ...solved.slice(players)] };
}
