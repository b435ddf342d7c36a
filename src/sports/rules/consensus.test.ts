import { describe, expect, it } from 'vitest';
import { medianOf } from '../../kernel/statistics.js';
import { judgeSelection, summarizeLines } from './consensus.js';
import { decimalFromAmerican, groupByQuote, impliedBpsOf, type Line, priceQuote } from './lines.js';
import { qualityOf } from './quality.js';

const at = Date.parse('2026-03-17T12:00:00Z');

const moneyline = (book: string, home: number, away: number, draw: number | null = null): Line[] => [
  { book, market: 'moneyline', selection: 'home', point: null, decimalPrice: home, at },
  { book, market: 'moneyline', selection: 'away', point: null, decimalPrice: away, at },
  ...(draw === null
    ? []
    : [{ book, market: 'moneyline', selection: 'draw', point: null, decimalPrice: draw, at } as const]),
];

const stored = (lines: readonly Line[], source = 'one') =>
  groupByQuote(lines)
    .flatMap(priceQuote)
    .map((line, index) => ({ ...line, id: `${source} ${line.book} ${index}`, source }));

describe('prices', () => {
  it('become probabilities with and without the bookmaker’s margin', () => {
    expect(impliedBpsOf(1.9)).toBeCloseTo(5263.157894736842, 9);
    const [home, away] = priceQuote(moneyline('a', 1.9, 1.9));
    expect([home.fairBps, away.fairBps]).toEqual([5000, 5000]);
    const fair = priceQuote(moneyline('a', 2.1, 3.6, 3.4)).map(line => line.fairBps);
    expect(fair.reduce((sum, value) => sum + value, 0)).toBeCloseTo(10_000, 9);
    expect(fair[0]).toBeCloseTo(10_000 / 2.1 / (1 / 2.1 + 1 / 3.6 + 1 / 3.4), 9);
  });

  it('in American odds are the same as decimal ones', () => {
    expect([decimalFromAmerican(150), decimalFromAmerican(-200), decimalFromAmerican(100)]).toEqual([2.5, 1.5, 2]);
  });

  it('of a spread belong together by opposite points, and each pair is a separate quote', () => {
    const spread = (selection: 'home' | 'away', point: number): Line => ({
      ...{ book: 'a', market: 'spread', selection, point, decimalPrice: 1.91, at },
    });
    const quotes = groupByQuote([spread('home', -3.5), spread('home', 0), spread('away', 3.5), spread('away', -0)]);
    expect(quotes.map(quote => quote.map(line => line.selection))).toEqual([
      ['home', 'away'],
      ['home', 'away'],
    ]);
  });
});

describe('the consensus', () => {
  it('is the median, between the middle two of an even number', () => {
    expect([medianOf([3, 1, 2]), medianOf([4, 1, 3, 2]), medianOf([7])]).toEqual([2, 2.5, 7]);
  });

  it('marks a bookmaker as an outlier when it is far in deviations and in basis points', () => {
    // Distances from 5010: 10, 0, 10, 490 and 10; the median of them is 10, and 3 × 1.4826 × 10 = 44.478.
    const { consensusBps, outliers } = judgeSelection([5000, 5010, 5020, 5500, 5000]);
    expect(consensusBps).toBe(5010);
    expect(outliers).toEqual([false, false, false, true, false]);
  });

  it('has no outliers below four bookmakers, within 200 bps, or among bookmakers that disagree anyway', () => {
    expect(judgeSelection([5000, 5000, 9000]).outliers).toEqual([false, false, false]);
    expect(judgeSelection([5000, 5000, 5000, 5200]).outliers).toEqual([false, false, false, false]);
    expect(judgeSelection([5000, 5000, 5000, 5200.001]).outliers).toEqual([false, false, false, true]);
    expect(judgeSelection([4000, 4500, 5500, 6000]).outliers).toEqual([false, false, false, false]);
  });

  it('counts each bookmaker once if two sources carry it, by its newer line', () => {
    const older = stored(moneyline('a', 2, 2), 'one').map(line => ({ ...line, at: at - 1 }));
    const newer = stored(moneyline('a', 1.5, 3), 'two');
    const { lines, books, lineCount } = summarizeLines([...older, ...newer, ...stored(moneyline('b', 1.5, 3), 'one')]);
    expect({ books, lineCount }).toEqual({ books: 2, lineCount: 4 });
    expect(lines).toMatchObject([
      { market: 'moneyline', selection: 'home', consensusBps: expect.closeTo(6666.666666666667, 9), books: 2 },
      { market: 'moneyline', selection: 'away', books: 2 },
    ]);
  });

  it('is separate for each point, and ordered by market, point and selection', () => {
    const total = (book: string, point: number): Line[] =>
      (['under', 'over'] as const).map(selection => ({
        ...{ book, market: 'total', selection, point, decimalPrice: 1.9, at },
      }));
    const { lines } = summarizeLines(stored([...total('a', 44.5), ...total('b', 43.5), ...moneyline('a', 1.5, 2.7)]));
    expect(lines.map(({ market, selection, point }) => `${market} ${selection} ${point}`)).toEqual([
      'moneyline home null',
      'moneyline away null',
      'total over 43.5',
      'total under 43.5',
      'total over 44.5',
      'total under 44.5',
    ]);
  });
});

describe('the example of docs/sports.md', () => {
  const prices = { a: [1.8, 2.1], b: [1.83, 2.05], c: [1.77, 2.15], d: [1.8, 2.1], e: [1.45, 2.9] } as const;

  it('has these fair prices, this consensus, outlier and confidence', () => {
    const lines = stored(Object.entries(prices).flatMap(([book, [home, away]]) => moneyline(book, home, away)));
    const homes = lines.filter(({ selection }) => selection === 'home').map(({ fairBps }) => fairBps.toFixed(1));
    expect(homes).toEqual(['5384.6', '5283.5', '5484.7', '5384.6', '6666.7']);
    const { lines: consensus, outlierIds, ...counts } = summarizeLines(lines);
    expect(consensus[0].consensusBps.toFixed(1)).toBe('5384.6');
    const outliers = lines.filter(({ id }) => outlierIds.has(id)).map(({ book, selection }) => `${book} ${selection}`);
    expect(outliers).toEqual(['e home', 'e away']);
    const linesAsOf = at - 3.5 * 3_600_000;
    const facts = { status: 'scheduled', asOf: linesAsOf, linesAsOf, scoresDisagree: false, ...counts } as const;
    const { confidence, reviewRequired } = qualityOf(facts, at);
    expect([confidence.toFixed(6), reviewRequired]).toEqual(['0.400000', true]);
  });
});
