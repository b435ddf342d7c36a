import type { FixtureReport } from '../../domain/sports/fixture.js';
import { confirmBounds } from '../../domain/sports/merge-reports.js';
import type { OperationContext } from '../operation-context.js';
import { type SaveOutcome, saveFixtures } from './save-fixtures.js';
import { type BookLines, saveLines } from './save-lines.js';

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
  return context.store.transact(async writes => {
    const ofGames = await saveFixtures(writes, context, source, games, at);
    const ofBooks = await saveLines(writes, context, source, books, at);
    if (ofGames.hasWritten || ofBooks.hasWritten) await writes.sports.moveVersion();
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
    await store.transact(async writes => {
      const confirmed = await writes.sports.confirm(source, some, at, confirmBounds(at));
      if (confirmed > 0) await writes.sports.moveVersion();
    });
  }
}
