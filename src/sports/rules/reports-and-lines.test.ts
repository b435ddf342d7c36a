import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../kernel/time.js';
import type { FixtureReport } from './fixture.js';
import { checkLines, diffLines, type Line } from './lines.js';
import { compareReports, mergeReports } from './merge-reports.js';

const at = Date.parse('2026-03-17T12:00:00Z');
const report = (changes: Partial<FixtureReport> = {}): FixtureReport => ({
  ...{ source: 'espn', sourceEventId: '1', part: 'score', league: 'epl', startsAt: at, status: 'scheduled' },
  ...{ period: null, clock: null, asOf: at, demo: false },
  home: { name: 'Arsenal', abbreviation: 'ARS', score: null },
  away: { name: 'Chelsea', abbreviation: null, score: null },
  ...changes,
});
const scored = (home: number, away: number, changes: Partial<FixtureReport> = {}) =>
  report({
    status: 'final',
    home: { name: 'Arsenal', abbreviation: null, score: home },
    away: { name: 'Chelsea', abbreviation: 'CHE', score: away },
    ...changes,
  });

describe('reports of several sources', () => {
  it('take names and start from the first, status and score from the newest that has a status', () => {
    const listing = report({ source: 'odds', part: 'listing', status: null, asOf: at + hourMs });
    const merged = mergeReports([listing, scored(2, 1, { status: 'live', period: 2, clock: "63'" })]);
    expect(merged).toMatchObject({ status: 'live', period: 2, clock: "63'", asOf: at + hourMs, scoresDisagree: false });
    expect(merged.home).toEqual({ name: 'Arsenal', abbreviation: 'ARS', score: 2 });
    expect(merged.away).toEqual({ name: 'Chelsea', abbreviation: 'CHE', score: 1 });
  });

  it('prefer a final score to a later report that the game is still live', () => {
    const merged = mergeReports([scored(2, 1), scored(1, 1, { source: 'odds', status: 'live', asOf: at + 1 })]);
    expect(merged).toMatchObject({ status: 'final', home: { score: 2 }, scoresDisagree: false });
  });

  it('reschedule a game when a newer report does, but not for a few minutes', () => {
    const moved = (difference: number) => {
      const later = report({ source: 'odds', startsAt: at + difference, asOf: at + 1 });
      return mergeReports([report(), later]).startsAt - at;
    };
    expect([moved(5 * minuteMs), moved(26 * hourMs), moved(-3 * hourMs)]).toEqual([0, 26 * hourMs, -3 * hourMs]);
    const older = report({ source: 'odds', startsAt: at + 26 * hourMs, asOf: at - 1 });
    expect(mergeReports([report(), older]).startsAt).toBe(at);
  });

  it('disagree when two final scores differ', () => {
    expect(mergeReports([scored(2, 1), scored(2, 2, { source: 'odds' })]).scoresDisagree).toBe(true);
    expect(mergeReports([scored(2, 1), scored(2, 1, { source: 'odds' })]).scoresDisagree).toBe(false);
  });

  it('are stored on changes only; an unchanged report confirms after ten minutes, in play after one', () => {
    expect(compareReports(report(), scored(0, 0, { status: 'live' }))).toBe('changed');
    expect(compareReports(report(), report({ asOf: at + 10 * minuteMs - 1 }))).toBe('unchanged');
    expect(compareReports(report(), report({ asOf: at + 10 * minuteMs }))).toBe('confirmed');
    const live = report({ status: 'live' });
    expect(compareReports(live, { ...live, asOf: at + minuteMs })).toBe('confirmed');
    expect(compareReports(report(), scored(0, 0, { asOf: at - 1 }))).toBe('unchanged');
  });
});

const line = (selection: Line['selection'], decimalPrice: number, changes: Partial<Line> = {}): Line => ({
  ...{ book: 'a', market: 'moneyline', selection, point: null, decimalPrice, at },
  ...changes,
});
const current = [line('home', 1.8), line('away', 2.1)].map((each, index) => ({ ...each, id: `l${index}` }));

describe('lines of a bookmaker', () => {
  it('are not stored again without a change', () => {
    expect(diffLines(current, [line('away', 2.1, { at: at + 1 }), line('home', 1.8, { at: at + 1 })], true)).toEqual({
      added: [],
      endedIds: [],
    });
  });

  it('are replaced as a whole quote, because every fair probability changes with one price', () => {
    const { added, endedIds } = diffLines(
      current,
      [line('home', 1.8, { at: at + 1 }), line('away', 2.2, { at: at + 1 })],
      true,
    );
    expect(endedIds).toEqual(['l0', 'l1']);
    expect(added.map(({ selection, decimalPrice }) => [selection, decimalPrice])).toEqual([
      ['home', 1.8],
      ['away', 2.2],
    ]);
  });

  it('are withdrawn if a complete list omits them, and stay if the list is partial', () => {
    const totals = [
      line('over', 1.9, { market: 'total', point: 2.5 }),
      line('under', 1.9, { market: 'total', point: 2.5 }),
    ];
    expect(diffLines(current, totals, true).endedIds).toEqual(['l0', 'l1']);
    expect(diffLines(current, totals, false).endedIds).toEqual([]);
  });

  it('are not replaced by an older delivery', () => {
    const late = [line('home', 1.5, { at: at - 1 }), line('away', 2.9, { at: at - 1 })];
    expect(diffLines(current, late, true)).toEqual({ added: [], endedIds: [] });
  });

  it('are checked as whole quotes, and problems name the field, the value and the bound', () => {
    const { lines, problems } = checkLines([
      ...[line('home', 1.8), line('away', 2.1)],
      ...[line('home', 1, { book: 'b' }), line('away', 2, { book: 'b' })],
      ...[line('home', 1.9, { book: 'c' })],
      ...[line('over', 1.9, { book: 'd', market: 'total' }), line('under', 1.9, { book: 'd', market: 'total' })],
      ...[line('over', 1.9, { book: 'e' }), line('away', 1.9, { book: 'e' })],
    ]);
    expect(lines.map(({ book }) => book)).toEqual(['a', 'a']);
    expect(problems).toEqual([
      'decimalPrice must be between 1.001 and 10000 (got 1)',
      'moneyline of c has no price for away',
      'point must be a number between -1000 and 1000 for a total (got null)',
      'selection must be one of home, away, draw for a moneyline (got over)',
    ]);
  });

  it('need a draw in a moneyline if games may end in a draw, and may not have one elsewhere', () => {
    const twoWay = [line('home', 1.8), line('away', 2.1)];
    const threeWay = [line('home', 2), line('away', 4), line('draw', 4)].map(each => ({ ...each, book: 'b' }));
    const booksOf = (draws: boolean) => checkLines([...twoWay, ...threeWay], draws).lines.map(({ book }) => book);
    expect([booksOf(true), booksOf(false)]).toEqual([
      ['b', 'b', 'b'],
      ['a', 'a'],
    ]);
    expect(checkLines(twoWay, true).problems).toEqual(['moneyline of a has no price for draw']);
    expect(checkLines(threeWay, false).problems).toEqual([
      'moneyline of b has a price for draw in a league without draws',
    ]);
  });
});
