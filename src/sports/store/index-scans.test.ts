// Plans over 4,000 fixtures and 100,000 lines. Sequential scans are enabled, so that using an index is the planner's
// choice.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import { feedStatement, qualityStatement } from './fixtures.js';
import { historyStatement } from './lines.js';

let database: TestDatabase;
const start = Date.parse('2026-03-17T12:00:00Z');

beforeAll(async () => {
  database = await cloneDatabase();
  const { pool } = database;
  await pool`
    insert into fixtures (id, sport, league, starts_at, status, home_name, away_name, source, source_event_id, demo, as_of, created_at)
    select 'fix_' || n, 'soccer', (array['epl', 'mls', 'serie-a', 'ligue-1'])[1 + n % 4],
      ${new Date(start)}::timestamptz + n * interval '20 minutes', 'scheduled', 'h' || n, 'a' || n, 's', n::text, false,
      ${new Date(start)}, ${new Date(start)}
    from generate_series(1, 4000) n`;
  await pool`
    insert into fixture_reports (source, source_event_id, part, fixture_id, league, starts_at, home_name, away_name, demo, as_of)
    select 's', n::text, 'score', 'fix_' || n, 'epl', now(), 'h', 'a', false, now() from generate_series(1, 4000) n`;
  await pool`
    insert into sports_lines (id, fixture_id, source, source_event_id, book, market, selection, decimal_price, implied_bps, fair_bps,
      demo, offered_at, current)
    select 'lin_' || n, 'fix_' || (1 + n % 4000), 's', (1 + n % 4000)::text, 'b' || (n / 4000),
      (array['moneyline', 'total'])[1 + n % 2], (array['home', 'over'])[1 + n % 2], 1.9, 5263, 5000, false,
      ${new Date(start)}::timestamptz + n * interval '1 second', n > 80000
    from generate_series(1, 100000) n`;
  await pool`analyze fixtures, fixture_reports, sports_lines`;
});
afterAll(() => database.drop());

async function planOf(statement: (sql: Sql) => SqlPart): Promise<string> {
  return database.pool.begin(async sql => {
    await sql`set local enable_seqscan = on`;
    const rows = await sql`explain (analyze, costs off, timing off) ${statement(sql as unknown as Sql)}`;
    return rows.map(row => row['QUERY PLAN']).join('\n');
  });
}

const span = { from: start, to: start + 7 * 86_400_000, league: null, sport: null };
const confirmedSince = { live: start, other: start };
const first = { status: null, confirmedSince, after: null, limit: 51 };
const lines = { fixtureIds: null, market: null, before: null, limit: 51 };

describe('statements of sports reads', () => {
  it.each([
    ['the feed', feedStatement, { ...span, ...first }, /Index Scan using fixtures_start/],
    [
      'the feed of a league',
      feedStatement,
      { ...span, ...first, league: 'epl' },
      /Index Scan using fixtures_(league|start)/,
    ],
    [
      'the feed of a status',
      feedStatement,
      { ...span, ...first, status: 'live' as const },
      /Index Scan using fixtures_start/,
    ],
    [
      'a later page of the feed',
      feedStatement,
      { ...span, ...first, after: { startsAt: start, id: 'fix_1' } },
      /Index Scan using fixtures_start/,
    ],
  ])('%s scans an index', async (_name, statement, filter, index) => {
    const plan = await planOf(sql => statement(sql, filter));
    expect(plan).toMatch(index);
    expect(plan).not.toContain('Seq Scan on fixtures');
  });

  it('the metrics scan an index', async () => {
    const day = { ...span, to: start + 86_400_000, league: 'epl' };
    expect(await planOf(sql => qualityStatement(sql, day, null, 5_000))).not.toContain('Seq Scan');
  });

  it.each([
    ['all lines', lines, 'sports_lines_offered'],
    ['all lines of a market', { ...lines, market: 'total' as const }, 'sports_lines_market'],
    ['lines of a game', { ...lines, fixtureIds: ['fix_7'] }, 'sports_lines_'],
    ['a later page', { ...lines, before: { at: start + 60_000_000, id: 'lin_1' } }, 'sports_lines_offered'],
  ])('the history of %s scans an index', async (_name, filter, index) => {
    const plan = await planOf(sql => historyStatement(sql, filter));
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });

  it('imports find current lines and reports by index', async () => {
    const current = await planOf(
      sql => sql`select id from sports_lines l where l.fixture_id = any(array['fix_7', 'fix_9']) and l.current`,
    );
    expect(current).toContain('sports_lines_');
    const reports = await planOf(
      sql => sql`select 1 from fixture_reports where source = 's' and source_event_id = any(array['7', '9'])`,
    );
    expect(reports).toContain('fixture_reports_');
    expect(current + reports).not.toContain('Seq Scan');
  });
});
