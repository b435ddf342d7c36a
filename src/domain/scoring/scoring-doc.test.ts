import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rankRows } from './rank-rows.js';
import { workedExample } from './testing/worked-example.js';

const text = readFileSync(fileURLToPath(new URL('../../../docs/scoring.md', import.meta.url)), 'utf8');

/** The table that has these heads, row by row. */
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

/** A number as people write it: no more digits than it has. */
const plain = (value: number | null | undefined) => (value == null ? '' : String(Number(value.toFixed(12))));

describe('the worked example of docs/scoring.md', () => {
  const { rain, cup, boards } = workedExample();

  it('has the numbers of the rain', () => {
    const table = tableOf('brier', 'marketBrier', 'edge', 'last', 'coverage');
    for (const player of ['ada', 'bob']) {
      const { brier, marketBrier, edge, last, coverage } = rain.scores[player];
      expect(table.get(player)).toEqual([brier, marketBrier, edge, last, coverage].map(plain));
    }
    expect(table.get('market')?.[0]).toBe(plain(rain.baselines.market));
    expect(table.get('crowd')).toEqual([plain(rain.baselines.crowd?.brier), '', '', '', '1']);
  });

  it('has the numbers of the cup', () => {
    const table = tableOf('errors: Red, Green, Blue', 'brier', 'edge');
    for (const player of ['ada', 'bob', 'cleo']) {
      const { brier, edge, questions } = cup.scores[player];
      const errors = questions.map(question => plain(question.brier)).join(', ');
      expect(table.get(player)).toEqual([errors, plain(brier), plain(edge)]);
    }
    expect(table.get('market')?.[1]).toBe(plain(cup.baselines.market));
  });

  it('has the numbers of the boards, in their order', () => {
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
