import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { dayMs } from '../kernel/time.js';
import { summarizeLines } from './rules/consensus.js';
import { findLeague } from './rules/leagues.js';
import { checkLines, diffLines, type Line } from './rules/lines.js';
import { isWorthConfirming } from './rules/merge-reports.js';
import type { Saved, SaveOutcome } from './save-fixtures.js';
import * as fixtureStore from './store/fixtures.js';
import * as lineStore from './store/lines.js';
import * as reportStore from './store/reports.js';
import type { CurrentLine, NewLine, ReportedFixture } from './store/rows.js';

/** All lines of one bookmaker on one game, by one source. */
export interface BookLines {
  readonly sourceEventId: string;
  readonly book: string;
  readonly lines: readonly Line[];
  /** The time of the lines according to the source. */
  readonly asOf: number;
}

/** The lines of one fixture while a batch changes them. */
interface Sheet {
  readonly fixture: ReportedFixture;
  readonly current: Map<string, CurrentLine>;
  readonly ended: Set<string>;
  readonly added: Map<string, NewLine>;
  asOf: number;
  changed: boolean;
}

async function openSheets(tx: Transaction, source: string, ids: readonly string[]): Promise<Map<string, Sheet>> {
  const fixtures = await reportStore.reportedFixtures(tx, source, ids);
  const byFixture = new Map<string, Sheet>();
  for (const fixture of fixtures) {
    const { linesAsOf } = fixture;
    byFixture.set(fixture.fixtureId, {
      fixture,
      current: new Map(),
      ended: new Set(),
      added: new Map(),
      asOf: linesAsOf ?? 0,
      changed: false,
    });
  }
  for (const line of await lineStore.currentLines(tx, [...byFixture.keys()])) {
    byFixture.get(line.fixtureId)?.current.set(line.id, line);
  }
  const sheets = fixtures.map(({ sourceEventId, fixtureId }) => [sourceEventId, byFixture.get(fixtureId)] as const);
  return new Map(sheets.flatMap(([id, sheet]) => (sheet ? [[id, sheet] as const] : [])));
}

function end(sheet: Sheet, ids: readonly string[]): void {
  for (const id of ids) {
    sheet.current.delete(id);
    // A line that this batch added was never stored.
    if (!sheet.added.delete(id)) sheet.ended.add(id);
  }
}

function saveBook(sheet: Sheet, source: string, given: BookLines, newLineId: () => string): SaveOutcome {
  const { sourceEventId, book, asOf } = given;
  const { fixtureId, league, demo } = sheet.fixture;
  // Applied to every source: the league is that of the fixture, regardless of the source.
  const { lines } = checkLines(given.lines, findLeague(league)?.draws);
  const before = [...sheet.current.values()].filter(line => line.source === source && line.book === book);
  const { added, endedIds } = diffLines(before, lines, true);
  sheet.asOf = Math.max(sheet.asOf, asOf);
  if (added.length === 0 && endedIds.length === 0) return 'unchanged';
  sheet.changed = true;
  end(sheet, endedIds);
  for (const line of added) {
    const whole = { ...line, id: newLineId(), fixtureId, source, sourceEventId, demo };
    sheet.added.set(whole.id, whole);
    sheet.current.set(whole.id, { ...whole, outlier: false });
  }
  return before.length === 0 ? 'inserted' : 'updated';
}

/**
 * Writes the changes of all fixtures with the new consensus, and nothing for unchanged ones. True if anything was
 * written.
 */
async function closeSheets(tx: Transaction, sheets: readonly Sheet[]): Promise<boolean> {
  const due = sheets.filter(({ changed, asOf, fixture: { status, linesAsOf } }) => {
    return changed || (linesAsOf !== null && isWorthConfirming(status, linesAsOf, asOf));
  });
  if (due.length === 0) return false;
  const judged = due.map(sheet => ({ sheet, summary: summarizeLines([...sheet.current.values()]) }));
  await lineStore.changeLines(tx, {
    added: due.flatMap(({ added }) => [...added.values()]),
    endedIds: due.flatMap(({ ended }) => [...ended]),
    rejudged: judged.flatMap(({ sheet, summary: { outlierIds } }) =>
      [...sheet.current.values()]
        .filter(({ id, outlier }) => outlierIds.has(id) !== outlier)
        .map(({ id, outlier }) => ({ id, outlier: !outlier })),
    ),
  });
  await lineStore.saveSummaries(
    tx,
    judged.map(({ sheet: { fixture, asOf }, summary: { lines, books, lineCount, outlierCount } }) => {
      return { fixtureId: fixture.fixtureId, linesAsOf: asOf, lines, books, lineCount, outlierCount };
    }),
  );
  return true;
}

/**
 * Saves bookmakers' lines from one source, in the caller's transaction, and recomputes the consensus of the fixtures.
 * An unchanged quote is not stored again. Quotes that are incomplete for their league are skipped. Lines of a game that
 * the source has not reported are skipped as unchanged.
 */
export async function saveLines(
  tx: Transaction,
  { newId }: Pick<OperationContext, 'newId'>,
  source: string,
  books: readonly BookLines[],
  now: number,
): Promise<Saved> {
  if (books.length === 0) return { outcomes: [], hasWritten: false };
  await fixtureStore.lockImports(tx);
  const sheets = await openSheets(tx, source, [...new Set(books.map(({ sourceEventId }) => sourceEventId))]);
  const outcomes = books.map(given => {
    const sheet = sheets.get(given.sourceEventId);
    return sheet ? saveBook(sheet, source, given, () => newId('lin', now)) : 'unchanged';
  });
  return { outcomes, hasWritten: await closeSheets(tx, [...new Set(sheets.values())]) };
}

const maxEventsAtOnce = 200;

/** Identifies the lines of one bookmaker on one game within a source. */
export const bookRowId = (sourceEventId: string, book: string) => `${sourceEventId}/${book}`;

/**
 * Ends lines of bookmakers that a source no longer lists for games that it still lists. `seen` contains the ids of all
 * rows of a complete run: games by their event id, bookmakers by `bookRowId`.
 */
export async function withdrawMissing(
  { store }: Pick<OperationContext, 'store'>,
  source: string,
  seen: ReadonlySet<string>,
): Promise<void> {
  const games = [...seen].filter(id => !id.includes('/'));
  for (let from = 0; from < games.length; from += maxEventsAtOnce) {
    await store.transact(async tx => {
      await fixtureStore.lockImports(tx);
      const sheets = await openSheets(tx, source, games.slice(from, from + maxEventsAtOnce));
      for (const [sourceEventId, sheet] of sheets) {
        const gone = [...sheet.current.values()].filter(
          line => line.source === source && !seen.has(bookRowId(sourceEventId, line.book)),
        );
        if (gone.length === 0) continue;
        sheet.changed = true;
        end(
          sheet,
          gone.map(line => line.id),
        );
      }
      if (await closeSheets(tx, [...new Set(sheets.values())])) await fixtureStore.moveVersion(tx);
    });
  }
}

export const lineRetentionDays = 90;
const fixtureRetentionDays = 365;
const maxAtOnce = 5_000;

/** Deletes lines and fixtures past their retention, in chunks. Fixtures with an event stay with it. */
export async function deleteOldLines(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  keepGoing: () => boolean,
): Promise<void> {
  const now = clock();
  const [lines, fixtures] = [now - lineRetentionDays * dayMs, now - fixtureRetentionDays * dayMs];
  while (keepGoing()) {
    const deleted = await store.transact(async tx => {
      const count = await lineStore.deleteOld(tx, lines, fixtures, maxAtOnce);
      if (count > 0) await fixtureStore.moveVersion(tx);
      return count;
    });
    if (deleted === 0) return;
  }
}
