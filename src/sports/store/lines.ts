import { jsonRows, words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { isoTime } from '../../kernel/time.js';
import type { LineMarket, LineSelection } from '../rules/lines.js';
import type { CurrentLine, FixtureSummary, LineChange, LineFilter, LineRow, NewLine } from './rows.js';

interface LineColumns {
  id: string;
  fixture_id: string;
  source: string;
  source_event_id: string;
  book: string;
  market: LineMarket;
  selection: LineSelection;
  point: number | null;
  decimal_price: number;
  implied_bps: number;
  fair_bps: number;
  outlier: boolean;
  demo: boolean;
  offered_at: Date;
}

const lineColumns = (
  sql: Sql,
) => sql`l.id, l.fixture_id, l.source, l.source_event_id, l.book, l.market, l.selection, l.point,
  l.decimal_price, l.implied_bps, l.fair_bps, l.outlier, l.demo, l.offered_at`;

function lineOf(row: LineColumns): LineRow & CurrentLine {
  return {
    id: row.id,
    fixtureId: row.fixture_id,
    source: row.source,
    sourceEventId: row.source_event_id,
    book: row.book,
    market: row.market,
    selection: row.selection,
    point: row.point,
    decimalPrice: row.decimal_price,
    impliedBps: row.implied_bps,
    fairBps: row.fair_bps,
    outlier: row.outlier,
    demo: row.demo,
    at: row.offered_at.getTime(),
  };
}

/** The statement of the history, which a test explains. */
export function historyStatement(sql: Sql, { fixtureIds, market, before, limit }: LineFilter) {
  return sql`
    select ${lineColumns(sql)} from sports_lines l
    where ${fixtureIds === null ? sql`true` : sql`l.fixture_id = any(${fixtureIds as string[]})`}
      ${market === null ? sql`` : sql`and l.market = ${market}`}
      ${before === null ? sql`` : sql`and (l.offered_at, l.id) < (${new Date(before.at)}, ${before.id})`}
    order by l.offered_at desc, l.id desc limit ${limit}`;
}

/** Newest first. */
export async function lines({ sql }: Reader, filter: LineFilter): Promise<LineRow[]> {
  return (await jsonRows<LineColumns>(sql, historyStatement(sql, filter))).map(lineOf);
}

async function addLines(sql: Sql, added: readonly NewLine[]): Promise<void> {
  const rows = added.map(({ at, ...line }) => ({ ...line, at: isoTime(at) }));
  await sql`
    insert into sports_lines (id, fixture_id, source, source_event_id, book, market, selection, point, decimal_price, implied_bps,
      fair_bps, demo, offered_at)
    select id, "fixtureId", source, "sourceEventId", book, market, selection, point, "decimalPrice", "impliedBps", "fairBps", demo, at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id text, "fixtureId" text, source text,
      "sourceEventId" text, book text, market text, selection text, point float8, "decimalPrice" float8, "impliedBps" float8,
      "fairBps" float8, demo boolean, at timestamptz)`;
}

/**
 * Deletes a batch of lines and fixtures older than these times; fixtures with an event stay. Returns their number.
 */
export async function deleteOld(
  { sql }: Transaction,
  linesBefore: number,
  fixturesBefore: number,
  limit: number,
): Promise<number> {
  const lines = await sql`
    delete from sports_lines where id in (
      select id from sports_lines where offered_at < ${new Date(linesBefore)} order by offered_at, id limit ${limit})`;
  const fixtures = await sql`
    delete from fixtures where id in (
      select id from fixtures where starts_at < ${new Date(fixturesBefore)} and event_id is null
      order by starts_at, id limit ${Math.ceil(limit / 10)})`;
  return lines.count + fixtures.count;
}

export async function currentLines({ sql }: Transaction, fixtureIds: readonly string[]): Promise<CurrentLine[]> {
  const rows = await jsonRows<LineColumns>(
    sql,
    sql`select ${lineColumns(sql)} from sports_lines l where l.fixture_id = any(${fixtureIds as string[]}) and l.current
      order by l.fixture_id, l.id`,
  );
  return rows.map(lineOf);
}

export async function changeLines({ sql }: Transaction, { added, endedIds, rejudged }: LineChange): Promise<void> {
  // The current line of a selection is unique, so old ones end before new ones are inserted.
  if (endedIds.length > 0) {
    await sql`update sports_lines set current = false where id = any(${endedIds as string[]})`;
  }
  if (added.length > 0) await addLines(sql, added);
  for (const outlier of [true, false]) {
    const ids = rejudged.filter(line => line.outlier === outlier);
    if (ids.length === 0) continue;
    await sql`update sports_lines set outlier = ${outlier} where id = any(${words(ids, line => line.id)}::text::text[])`;
  }
}

export async function saveSummaries({ sql }: Transaction, summaries: readonly FixtureSummary[]): Promise<void> {
  if (summaries.length === 0) return;
  const rows = summaries.map(({ linesAsOf, ...summary }) => ({ ...summary, linesAsOf: isoTime(linesAsOf) }));
  await sql`
    update fixtures f set lines = r.lines, books = r.books, line_count = r."lineCount", outlier_count = r."outlierCount",
      lines_as_of = greatest(f.lines_as_of, r."linesAsOf"), as_of = greatest(f.as_of, r."linesAsOf")
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r("fixtureId" text, lines jsonb, books int,
      "lineCount" int, "outlierCount" int, "linesAsOf" timestamptz)
    where f.id = r."fixtureId"`;
}
