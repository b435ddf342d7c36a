import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { edgeParameters } from './benchmarks.js';
import { boardNames, rankRows } from './boards.js';
import { drawIndex, seededBy } from './intervals.js';
import { workedExample } from './testing/worked-example.js';

const text = readFileSync(fileURLToPath(new URL('../../../docs/scoring.md', import.meta.url)), 'utf8');

/** The rows of the table with these headers. */
function tableOf(...heads: string[]): Map<string, string[]> {
  const lines = text.split('\n');
  const at = lines.findIndex(line => line.startsWith('|') && heads.every(head => line.includes(` ${head} |`)));
  expect(at).toBeGreaterThan(0);
  const length = lines.slice(at).findIndex(line => !line.startsWith('|'));
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim());
  const columns = cellsOf(lines[at]);
  const wanted = heads.map(head => columns.indexOf(head));
  return new Map(
    lines.slice(at + 2, at + length).map(line => {
      const cells = cellsOf(line);
      return [cells[0].toLowerCase(), wanted.map(column => cells[column])];
    }),
  );
}

/** Formats a number without trailing zeros. */
const plain = (value: number | null | undefined) => (value == null ? '' : String(Number(value.toFixed(12))));

describe('the worked example of docs/scoring.md', () => {
  const { rain, cup, boards } = workedExample();

  it('has the numbers of the rain event', () => {
    const table = tableOf('brier', 'marketBrier', 'edge', 'last', 'coverage');
    for (const player of ['ada', 'bob']) {
      const { brier, marketBrier, edge, last, coverage } = rain.scores[player];
      expect(table.get(player)).toEqual([brier, marketBrier, edge, last, coverage].map(plain));
    }
    expect(table.get('market')?.[0]).toBe(plain(rain.baselines.market));
    expect(table.get('crowd')).toEqual([plain(rain.baselines.crowd?.brier), '', '', '', '1']);
  });

  it('has the numbers of the cup event', () => {
    const table = tableOf('errors: Red, Green, Blue', 'brier', 'edge');
    for (const player of ['ada', 'bob', 'cleo']) {
      const { brier, edge, questions } = cup.scores[player];
      const errors = questions.map(question => plain(question.brier)).join(', ');
      expect(table.get(player)).toEqual([errors, plain(brier), plain(edge)]);
    }
    expect(table.get('market')?.[1]).toBe(plain(cup.baselines.market));
  });

  it('has the numbers of the leaderboards, in their order', () => {
    const table = tableOf('brier', 'adjusted', 'edge');
    const { brier, adjusted, edge } = boards.rows;
    expect([...table.keys()]).toEqual(brier.map(({ player }) => player));
    for (const [player, cells] of table) {
      const meanOf = (rows: typeof brier) => plain(rows.find(row => row.player === player)?.mean);
      expect(cells).toEqual([brier, adjusted, edge].map(meanOf));
    }
    expect(rankRows(brier).every(({ rank }) => rank === null)).toBe(true);
    expect(boards.baselines.adjusted[0].mean).toBeCloseTo(0.25, 12);
  });
});

describe('the draws of docs/scoring.md', () => {
  const word = (value: bigint) => BigInt.asUintN(32, value);

  /** The hash as described on the page, in wrapping integers. */
  function hash(text: string, start: bigint, factor: bigint): bigint {
    let value = start;
    for (let index = 0; index < text.length; index += 1)
      value = word((value ^ BigInt(text.charCodeAt(index))) * factor);
    value = word((value ^ (value >> 16n)) * 0x85ebca6bn);
    value = word((value ^ (value >> 13n)) * 0xc2b2ae35n);
    return value ^ (value >> 16n);
  }

  function* drawsOf(text: string): Generator<bigint, never> {
    let [a, b] = [hash(text, 0x811c9dc5n, 0x01000193n), hash(text, 0x9e3779b9n, 0x5bd1e995n)];
    let [c, counter] = [BigInt(text.length), 1n];
    for (;;) {
      const drawn = word(a + b + counter);
      counter += 1n;
      a = b ^ (b >> 9n);
      b = word(c + (c << 3n));
      c = word(word((c << 21n) | (c >> 11n)) + drawn);
      yield drawn;
    }
  }

  it('are those of the code', () => {
    const seed = '30d/*\nagt_01kx3v7p9ye1f8m2q4s6t8v0wz';
    const state = seededBy(seed);
    const draws = drawsOf(seed);
    for (let warm = 0; warm < 16; warm += 1) draws.next();
    for (let turn = 0; turn < 1_000; turn += 1) {
      expect(drawIndex(state, 37)).toBe(Number((draws.next().value * 37n) >> 32n));
    }
  });
});

describe('the table of docs/scoring.md on gaming', () => {
  it('has what does not help and what helps for every leaderboard', () => {
    const rows = tableOf('Leaderboard', 'Does not help', 'Helps');
    for (const board of boardNames) {
      const [, useless, useful] = rows.get(board) ?? [];
      for (const cell of [useless, useful]) expect(cell, board).toMatch(/\w{4}/);
    }
    expect(rows.get('edge')?.[1]).toContain(`${edgeParameters.minEstablished} established owners`);
  });
});
