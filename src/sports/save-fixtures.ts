import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { ensure } from '../kernel/invariant.js';
import { type FixtureReport, maxStartDifferenceMs } from './rules/fixture.js';
import { findLeague } from './rules/leagues.js';
import { FixtureMatcher } from './rules/match-fixture.js';
import { compareReports, confirmBounds, mergeReports } from './rules/merge-reports.js';
import { type BookLines, saveLines } from './save-lines.js';
import * as fixtureStore from './store/fixtures.js';
import * as reportStore from './store/reports.js';
import type { NewFixture, StoredReport } from './store/rows.js';

/** The effect of saving one row. */
export type SaveOutcome = 'inserted' | 'updated' | 'unchanged';

export interface Saved {
  /** In the order of the rows. */
  readonly outcomes: readonly SaveOutcome[];
  /** Whether a row was written; confirmations write rows that count as unchanged. */
  readonly hasWritten: boolean;
}

type Tools = Pick<OperationContext, 'newId'>;

interface Batch {
  readonly tools: Tools;
  readonly now: number;
  /** Fixtures by event id of the source. */
  readonly fixtureIds: Map<string, string>;
  readonly matcher: FixtureMatcher;
  readonly added: NewFixture[];
}

const partKey = ({ sourceEventId, part }: Pick<FixtureReport, 'sourceEventId' | 'part'>) => `${part} ${sourceEventId}`;

function addFixture({ tools, now, added, matcher }: Batch, report: FixtureReport): string {
  const id = tools.newId('fix', now);
  const { league, source, sourceEventId, demo, startsAt, home, away } = report;
  const sport = findLeague(league)?.sport;
  ensure('reports are of leagues of the catalogue', sport !== undefined, () => league);
  added.push({ ...mergeReports([report]), id, sport, league, source, sourceEventId, demo, createdAt: now });
  matcher.add({ id, league, startsAt, homeName: home.name, awayName: away.name, demo, sources: [source] });
  return id;
}

/** The fixture of a report: the one that its source reported before, one of another source, or a new one. */
function fixtureOf(batch: Batch, report: FixtureReport): string {
  const { fixtureIds, matcher } = batch;
  const before = fixtureIds.get(report.sourceEventId);
  if (before !== undefined) return before;
  const matched = matcher.match(report);
  const id = matched ?? addFixture(batch, report);
  fixtureIds.set(report.sourceEventId, id);
  if (matched !== null) matcher.addSource(matched, report.source);
  return id;
}

async function loadMatcher(tx: Transaction, reports: readonly FixtureReport[]): Promise<FixtureMatcher> {
  if (reports.length === 0) return new FixtureMatcher([]);
  const starts = reports.map(({ startsAt }) => startsAt);
  const leagues = [...new Set(reports.map(({ league }) => league))];
  const [from, to] = [Math.min(...starts) - maxStartDifferenceMs, Math.max(...starts) + maxStartDifferenceMs];
  return new FixtureMatcher(await fixtureStore.candidates(tx, leagues, from, to));
}

/** Recomputes the fixtures whose reports have changed. */
async function mergeChanged(tx: Transaction, fixtureIds: readonly string[]): Promise<void> {
  if (fixtureIds.length === 0) return;
  const byFixture = new Map<string, StoredReport[]>();
  for (const report of await reportStore.reportsOf(tx, fixtureIds)) {
    const reports = byFixture.get(report.fixtureId);
    if (reports) reports.push(report);
    else byFixture.set(report.fixtureId, [report]);
  }
  await fixtureStore.saveMerged(
    tx,
    [...byFixture].map(([id, [first, ...others]]) => ({ id, ...mergeReports([first, ...others]) })),
  );
}

/**
 * Saves one source's reports about games, in the caller's transaction. An unchanged report is not written. Leagues must
 * be in the catalogue.
 */
async function saveFixtures(
  tx: Transaction,
  tools: Tools,
  source: string,
  reports: readonly FixtureReport[],
  now: number,
): Promise<Saved> {
  if (reports.length === 0) return { outcomes: [], hasWritten: false };
  await fixtureStore.lockImports(tx);
  const ids = [...new Set(reports.map(({ sourceEventId }) => sourceEventId))];
  const stored = await reportStore.reports(tx, source, ids);
  const latest = new Map(stored.map(report => [partKey(report), report]));
  const fixtureIds = new Map(stored.map(({ sourceEventId, fixtureId }) => [sourceEventId, fixtureId]));
  const strangers = reports.filter(({ sourceEventId }) => !fixtureIds.has(sourceEventId));
  const matcher = await loadMatcher(tx, strangers);
  const batch: Batch = { tools, now, fixtureIds, matcher, added: [] };
  const saved = new Map<string, StoredReport>();
  const outcomes = reports.map((report): SaveOutcome => {
    const before = latest.get(partKey(report));
    const change = before ? compareReports(before, report) : 'changed';
    if (change === 'unchanged') return 'unchanged';
    const whole = { ...report, fixtureId: fixtureOf(batch, report) };
    saved.set(partKey(report), whole);
    latest.set(partKey(report), whole);
    if (change === 'confirmed') return 'unchanged';
    return before ? 'updated' : 'inserted';
  });
  await fixtureStore.addFixtures(tx, batch.added);
  await reportStore.saveReports(tx, [...saved.values()]);
  await mergeChanged(tx, [...new Set([...saved.values()].map(({ fixtureId }) => fixtureId))]);
  return { outcomes, hasWritten: saved.size > 0 };
}

/** A game, or one bookmaker's lines on it. */
export type GameRow =
  | { readonly kind: 'game'; readonly report: FixtureReport }
  | { readonly kind: 'book'; readonly book: BookLines };

interface GameBatch {
  readonly source: string;
  readonly at: number;
  readonly rows: readonly GameRow[];
}

/**
 * Saves rows of one source in one transaction. Games come first, so that a batch may contain a game and its bookmakers.
 */
export function importGames(
  context: Pick<OperationContext, 'store' | 'newId'>,
  { source, at, rows }: GameBatch,
): Promise<SaveOutcome[]> {
  const games = rows.flatMap(row => (row.kind === 'game' ? [row.report] : []));
  const books = rows.flatMap(row => (row.kind === 'book' ? [row.book] : []));
  return context.store.transact(async tx => {
    const ofGames = await saveFixtures(tx, context, source, games, at);
    const ofBooks = await saveLines(tx, context, source, books, at);
    if (ofGames.hasWritten || ofBooks.hasWritten) await fixtureStore.moveVersion(tx);
    const [nextGame, nextBook] = [ofGames.outcomes.values(), ofBooks.outcomes.values()];
    return rows.map(({ kind }) => (kind === 'game' ? nextGame : nextBook).next().value ?? 'unchanged');
  });
}

const maxConfirmedAtOnce = 1_000;

/** Records that a source without timestamps still lists these games unchanged. */
export async function confirmGames(
  { store }: Pick<OperationContext, 'store'>,
  source: string,
  seen: ReadonlySet<string>,
  at: number,
): Promise<void> {
  const ids = [...seen];
  for (let from = 0; from < ids.length; from += maxConfirmedAtOnce) {
    const some = ids.slice(from, from + maxConfirmedAtOnce);
    await store.transact(async tx => {
      const confirmed = await reportStore.confirm(tx, source, some, at, confirmBounds(at));
      if (confirmed > 0) await fixtureStore.moveVersion(tx);
    });
  }
}
