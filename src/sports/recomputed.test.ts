// Recomputes every published figure from raw prices and times with independent code: a second implementation of the
// definitions in docs/sports.md.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerLines, reportGames } from '../../test/support/builders/sports-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { seededSource } from '../kernel/random-source.js';
import type { Line } from './rules/lines.js';

let service: TestService;
const source = seededSource('sports recomputed');
const random = () => source.next();
const leagues = ['epl', 'nba', 'nfl', 'mls'] as const;
const statuses = ['scheduled', 'scheduled', 'scheduled', 'live', 'final', 'postponed', 'cancelled'] as const;
const books = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)];

/** Prices near 55 % with a margin of 5 %; occasionally a bookmaker is far off. */
function priceOf(probability: number): number {
  const seen = random() < 0.12 ? probability * 0.6 : probability * (0.98 + 0.04 * random());
  return Math.round(100 / (seen * 1.05)) / 100;
}

function sideLines(book: string, at: number): Line[] {
  const point = pick([-3.5, -3, -2.5]);
  const total = pick([44.5, 45]);
  return [
    { book, market: 'spread', selection: 'home', point, decimalPrice: priceOf(0.5), at },
    { book, market: 'spread', selection: 'away', point: -point, decimalPrice: priceOf(0.5), at },
    { book, market: 'total', selection: 'over', point: total, decimalPrice: priceOf(0.52), at },
    { book, market: 'total', selection: 'under', point: total, decimalPrice: priceOf(0.48), at },
  ];
}

async function play(sourceEventId: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const at = service.clock.now() - Math.floor(random() * 5 * 3_600_000);
    const offering = books.filter(() => random() < 0.75);
    const prices = Object.fromEntries(offering.map(book => [book, [priceOf(0.55), priceOf(0.45)] as const]));
    await offerLines(service, { sourceEventId, at, prices, lines: offering.flatMap(book => sideLines(book, at)) });
  }
}

beforeAll(async () => {
  service = await startTestService();
  const now = service.clock.now();
  const games = Array.from({ length: 24 }, (_value, index) => {
    const startsAt = now + Math.floor((random() * 8 - 1) * 86_400_000);
    const asOf = now - Math.floor(random() * 12 * 3_600_000);
    return { sourceEventId: `g${index}`, league: pick(leagues), status: pick(statuses), startsAt, asOf };
  });
  await reportGames(service, ...games);
  for (const { sourceEventId } of games) await play(sourceEventId, Math.floor(random() * 4));
});
afterAll(() => service.stop());

interface RawLine {
  fixture_id: string;
  book: string;
  market: string;
  selection: string;
  point: number | null;
  decimal_price: number;
  at: number;
}

/** The median of a sorted list, by counting in from both ends. */
function middle(values: number[]): number {
  const left = [...values].sort((a, b) => a - b);
  while (left.length > 2) {
    left.shift();
    left.pop();
  }
  return left.reduce((sum, value) => sum + value, 0) / left.length;
}

function partition<T>(rows: readonly T[], key: (row: T) => string): Record<string, T[]> {
  const parts: Record<string, T[]> = {};
  for (const row of rows) {
    parts[key(row)] ??= [];
    parts[key(row)].push(row);
  }
  return parts;
}

/** The two sides of a spread have opposite points. */
const pairOf = (line: RawLine) =>
  [line.book, line.market, line.market === 'spread' ? Math.abs(line.point ?? 0) : line.point].join('|');

function recompute(lines: readonly RawLine[]) {
  const fair = Object.values(partition(lines, pairOf)).flatMap(quote => {
    const overround = quote.map(line => 1 / line.decimal_price).reduce((a, b) => a + b);
    return quote.map(line => ({ ...line, fair: 1e4 / line.decimal_price / overround }));
  });
  let outliers = 0;
  const consensus = Object.entries(partition(fair, line => `${line.market} ${line.selection} ${line.point}`)).map(
    ([key, group]) => {
      const center = middle(group.map(line => line.fair));
      const spread = 1.4826 * middle(group.map(line => Math.abs(line.fair - center)));
      const off = group.filter(line => {
        const distance = Math.abs(line.fair - center);
        return group.length >= 4 && distance > 3 * spread && distance > 200;
      });
      outliers += off.length;
      return [key, { center, books: group.length, outliers: off.length }] as const;
    },
  );
  return { consensus: Object.fromEntries(consensus), outliers, lines: fair.length };
}

async function rawLines(): Promise<Record<string, RawLine[]>> {
  const rows = await service.pool<RawLine[]>`
    select fixture_id, book, market, selection, point, decimal_price, (extract(epoch from offered_at) * 1000)::float8 as at
    from sports_lines where current`;
  return partition([...rows], row => row.fixture_id);
}

async function feed() {
  const reply = await service.call('GET', '/api/sports/feed?includeStale=1&limit=200&days=60');
  expect(reply.status, reply.text).toBe(200);
  return reply.body.fixtures;
}

async function recomputedQuality() {
  const raw = await rawLines();
  const now = service.clock.now();
  const rows = await service.pool<
    { id: string; league: string; status: string; as_of: Date; lines_as_of: Date | null }[]
  >`
    select id, league, status, as_of, lines_as_of from fixtures`;
  return rows.map(({ id, league, status, as_of, lines_as_of }) => {
    const lines = raw[id] ?? [];
    const { outliers, lines: count } = recompute(lines);
    const hours = status === 'live' ? 1 / 6 : 6;
    const age = lines_as_of === null ? Number.POSITIVE_INFINITY : (now - lines_as_of.getTime()) / 3_600_000;
    const over = status === 'final' || status === 'cancelled';
    const fresh = lines_as_of === null ? 0 : over ? 1 : Math.max(0, Math.min(1, 1.2 - (1.2 * age) / hours));
    const bookCount = new Set(lines.map(line => line.book)).size;
    const confidence = Math.min(1, bookCount / 5) * (count === 0 ? 1 : 1 - outliers / count) * fresh;
    const review = confidence < 0.5 || status === 'postponed' || status === 'cancelled';
    const stale = (now - as_of.getTime()) / 3_600_000 > hours;
    return { id, league, confidence, review, stale, outliers };
  });
}

describe('figures recomputed from raw rows', () => {
  it('give the same consensus, bookmakers and outliers to 1e-9', async () => {
    const raw = await rawLines();
    let compared = 0;
    let outliers = 0;
    for (const { id, lines } of await feed()) {
      const { consensus } = recompute(raw[id] ?? []);
      expect(lines).toHaveLength(Object.keys(consensus).length);
      for (const line of lines) {
        const expected = consensus[`${line.market} ${line.selection} ${line.point}`];
        expect(Math.abs(line.consensusBps - expected.center)).toBeLessThan(1e-9);
        expect([line.books, line.outliers]).toEqual([expected.books, expected.outliers]);
        compared += 1;
        outliers += line.outliers;
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(outliers).toBeGreaterThan(5);
  });

  it('mark the same lines as outliers in the history', async () => {
    const marked = await service.pool<
      { count: number }[]
    >`select count(*)::int as count from sports_lines where current and outlier`;
    const expected = Object.values(await rawLines()).reduce((sum, lines) => sum + recompute(lines).outliers, 0);
    expect(marked[0].count).toBe(expected);
  });

  it('give the same confidence, staleness and review to 1e-9', async () => {
    const expected = new Map((await recomputedQuality()).map(row => [row.id, row]));
    const fixtures = await feed();
    expect(fixtures).toHaveLength(24);
    for (const { id, confidence, stale, reviewRequired } of fixtures) {
      const row = expected.get(id);
      expect(Math.abs(confidence - (row?.confidence ?? Number.NaN))).toBeLessThan(1e-9);
      expect({ stale, reviewRequired }).toEqual({ stale: row?.stale, reviewRequired: row?.review });
    }
  });
});

describe('metrics recomputed from raw rows', () => {
  it('give the same metrics, in total and by league', async () => {
    const { body } = await service.call('GET', '/api/sports/metrics?days=60');
    const rows = await recomputedQuality();
    const figures = (some: typeof rows) => ({
      fixtures: some.length,
      stale: some.filter(row => row.stale).length,
      staleShare: expect.closeTo(some.filter(row => row.stale).length / some.length, 9),
      confidence: expect.closeTo(some.reduce((sum, row) => sum + row.confidence, 0) / some.length, 9),
      reviewRequired: some.filter(row => row.review).length,
      outliers: some.reduce((sum, row) => sum + row.outliers, 0),
    });
    expect(body.days).toBe(60);
    expect(body.total).toEqual(figures(rows));
    expect(body.leagues).toHaveLength(4);
    for (const { sport: _sport, league, ...metrics } of body.leagues) {
      expect(metrics).toEqual(figures(rows.filter(row => row.league === league)));
    }
  });

  it('are filtered by sport and league as the feed is', async () => {
    const one = await service.call('GET', '/api/sports/metrics?sport=soccer&league=epl');
    expect(one.body.leagues.map((row: { league: string }) => row.league)).toEqual(['epl']);
    expect(one.body.total.fixtures).toBe(one.body.leagues[0].fixtures);
    const none = await service.call('GET', '/api/sports/metrics?league=afl');
    expect(none.body).toMatchObject({
      days: 7,
      total: { fixtures: 0, staleShare: null, confidence: null },
      leagues: [],
    });
    expect((await service.call('GET', '/api/sports/metrics?days=61')).body).toMatchObject({ field: 'days' });
    expect((await service.call('GET', '/api/sports/metrics?limit=1')).status).toBe(400);
  });
});
