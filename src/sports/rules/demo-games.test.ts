import { describe, expect, it } from 'vitest';
import { hourMs } from '../../kernel/time.js';
import { summarizeLines } from './consensus.js';
import { demoGames } from './demo-games.js';
import { findLeague } from './leagues.js';
import { checkLines, groupByQuote, priceQuote } from './lines.js';

const seededAt = Date.parse('2026-03-17T12:34:56Z');
const gamesAt = (now: number) => demoGames('seed', seededAt, now, 'demo-sports');

describe('games of the demo arena', () => {
  it('are the same for the same time, and marked as demo', () => {
    expect(gamesAt(seededAt)).toEqual(gamesAt(seededAt));
    expect(gamesAt(seededAt).every(({ report }) => report.demo)).toBe(true);
  });

  it.each([0, 2, 77])('have %i hours after the seeding three leagues, a postponed and a final one', hours => {
    const games = gamesAt(seededAt + hours * hourMs);
    const reports = games.map(({ report }) => report);
    expect(new Set(reports.map(({ league }) => league))).toEqual(new Set(['epl', 'nba', 'nhl']));
    expect(new Set(reports.map(({ status }) => status))).toEqual(new Set(['scheduled', 'live', 'final', 'postponed']));
    expect(reports.every(({ home, away }) => home.name !== away.name)).toBe(true);
    expect(new Set(reports.map(({ sourceEventId }) => sourceEventId)).size).toBe(reports.length);
  });

  it('have complete quotes of six bookmakers, with an occasional outlier', () => {
    const outliers = gamesAt(seededAt).map(({ report, books }) => {
      const lines = books.flatMap(book => book.lines);
      expect(checkLines(lines, findLeague(report.league)?.draws).problems).toEqual([]);
      const stored = groupByQuote(lines).flatMap(priceQuote);
      const { outlierCount, books: count } = summarizeLines(
        stored.map((line, index) => ({ ...line, id: String(index), source: 'demo-sports' })),
      );
      expect(count).toBe(6);
      return outlierCount;
    });
    expect(outliers.filter(count => count > 0).length).toBeGreaterThan(3);
    expect(outliers.filter(count => count === 0).length).toBeGreaterThan(outliers.length / 2);
  });

  it('reach their final score step by step, and prices stop once the game has started', () => {
    const [first] = gamesAt(seededAt).filter(({ report }) => report.status === 'live');
    const sameAt = (now: number) => {
      const found = gamesAt(now).find(({ report }) => report.sourceEventId === first.report.sourceEventId);
      return found ?? expect.fail('the game is gone');
    };
    const later = [0.5, 1, 1.4, 3, 9].map(hours => sameAt(seededAt + hours * hourMs));
    const scores = later.map(({ report }) => report.home.score ?? -1);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(later.at(-1)?.report.status).toBe('final');
    expect(later.map(({ books }) => books)).toEqual(later.map(() => first.books));
  });
});
