import { boardsFromBytes } from '../../domain/scoring/board-bytes.js';
import type { BoardName, BoardRow, Boards } from '../../domain/scoring/boards.js';
import { type RankedRow, rankRows } from '../../domain/scoring/rank-rows.js';
import { type BoardScope, scopeKey } from '../../domain/scoring/scopes.js';
import type { BoardVersion } from '../../store/scoring/interface.js';
import type { Store } from '../../store/store.js';

/** How long the newest version is taken for the newest without asking again. */
const freshMs = 1_000;
/** How long a page is served as it is: the board of a version never changes, but names and models of players may. */
const pageMs = 5_000;
const maxPages = 500;
const maxScopes = 32;
const maxRankings = 16;

export type PlayerKind = 'all' | 'agent' | 'human';

const prefixes = { all: '', agent: 'agt_', human: 'plr_' } as const;

/** The boards of one scope and version, with the rankings of them that were asked for last. */
export class CachedLeaderboards {
  private readonly rankings = new Map<string, readonly RankedRow[]>();
  private readonly byPlayer = new Map<BoardName, ReadonlyMap<string, BoardRow>>();

  constructor(readonly boards: Boards) {}

  ranking(board: BoardName, kind: PlayerKind, minResolved: number): readonly RankedRow[] {
    const key = `${board} ${kind} ${minResolved}`;
    let rows = this.rankings.get(key);
    if (!rows) {
      rows = rankRows(this.boards.rows[board], { minResolved, includes: player => player.startsWith(prefixes[kind]) });
      if (this.rankings.size >= maxRankings) this.rankings.delete(this.rankings.keys().next().value as string);
      this.rankings.set(key, rows);
    }
    return rows;
  }

  row(board: BoardName, playerId: string): BoardRow | null {
    let rows = this.byPlayer.get(board);
    if (!rows) {
      rows = new Map(this.boards.rows[board].map(row => [row.player, row]));
      this.byPlayer.set(board, rows);
    }
    return rows.get(playerId) ?? null;
  }
}

const nothing = new CachedLeaderboards({
  rows: { brier: [], edge: [], adjusted: [], profit: [] },
  baselines: { brier: [], edge: [], adjusted: [], profit: [] },
});

/** Boards in memory: a version never changes, so what was read once is kept for as long as there is room. */
export class LeaderboardCache {
  private readonly scopes = new Map<string, Promise<CachedLeaderboards>>();
  private readonly pages = new Map<string, { readonly at: number; readonly page: Promise<object> }>();
  private newest: { readonly at: number; readonly version: Promise<BoardVersion | null> } | null = null;

  constructor(
    private readonly store: Store,
    private readonly clock: () => number,
  ) {}

  /** Null before anything has been scored. */
  current(): Promise<BoardVersion | null> {
    const now = this.clock();
    if (this.newest === null || Math.abs(now - this.newest.at) >= freshMs) {
      const version = this.store.read(reads => reads.boards.newest());
      this.newest = { at: now, version };
      version.catch(() => {
        this.newest = null;
      });
    }
    return this.newest.version;
  }

  /** A version that somebody is paging through; null when it has been forgotten. */
  find(version: number): Promise<BoardVersion | null> {
    return this.store.read(reads => reads.boards.version(version));
  }

  scope(version: number, scope: BoardScope): Promise<CachedLeaderboards> {
    const key = `${version} ${scopeKey(scope)}`;
    let shelved = this.scopes.get(key);
    if (!shelved) {
      shelved = this.read(version, scope);
      if (this.scopes.size >= maxScopes) this.scopes.delete(this.scopes.keys().next().value as string);
      this.scopes.set(key, shelved);
      shelved.catch(() => this.scopes.delete(key));
    }
    return shelved;
  }

  /** A reply that is made once for all who ask within a few seconds. */
  page(key: string, make: () => Promise<object>): Promise<object> {
    const now = this.clock();
    const kept = this.pages.get(key);
    if (kept && Math.abs(now - kept.at) < pageMs) return kept.page;
    const page = make().then(body => Object.freeze(body));
    this.pages.delete(key);
    if (this.pages.size >= maxPages) this.pages.delete(this.pages.keys().next().value as string);
    this.pages.set(key, { at: now, page });
    page.catch(() => this.pages.delete(key));
    return page;
  }

  private async read(version: number, scope: BoardScope): Promise<CachedLeaderboards> {
    const bytes = await this.store.read(reads => reads.boards.scope(version, scope));
    return bytes === null ? nothing : new CachedLeaderboards(boardsFromBytes(bytes));
  }
}
