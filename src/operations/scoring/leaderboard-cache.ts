import { BoundedMap } from '../../domain/bounded-map.js';
import { boardsFromBytes } from '../../domain/scoring/board-bytes.js';
import type { BoardName, BoardRow, Boards } from '../../domain/scoring/boards.js';
import { type RankedRow, rankRows } from '../../domain/scoring/rank-rows.js';
import { type BoardScope, scopeKey } from '../../domain/scoring/scopes.js';
import type { BoardVersion } from '../../store/scoring/interface.js';
import type { Store } from '../../store/store.js';
import { CachedLoad, CachedLoads } from '../cache/cached-loads.js';

const versionTtlMs = 1_000;
/** The board of a version never changes, but names and models of players may. */
const pageTtlMs = 5_000;
const maxPages = 500;
const maxScopes = 32;
const maxRankings = 16;

export type PlayerKind = 'all' | 'agent' | 'human';

const prefixes = { all: '', agent: 'agt_', human: 'plr_' } as const;

/** The leaderboards of one scope and version, with their most recently computed rankings. */
export class CachedLeaderboards {
  private readonly rankings = new BoundedMap<readonly RankedRow[]>(maxRankings);
  private readonly byPlayer = new Map<BoardName, ReadonlyMap<string, BoardRow>>();

  constructor(readonly boards: Boards) {}

  ranking(board: BoardName, kind: PlayerKind, minResolved: number): readonly RankedRow[] {
    const key = `${board} ${kind} ${minResolved}`;
    let rows = this.rankings.get(key);
    if (!rows) {
      rows = rankRows(this.boards.rows[board], { minResolved, includes: player => player.startsWith(prefixes[kind]) });
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

const empty = new CachedLeaderboards({
  rows: { brier: [], edge: [], adjusted: [], profit: [] },
  baselines: { brier: [], edge: [], adjusted: [], profit: [] },
});

/** Caches leaderboards in memory. A version never changes, so its scopes don't expire. */
export class LeaderboardCache {
  private readonly newest = new CachedLoad<BoardVersion | null>(versionTtlMs);
  private readonly scopes = new CachedLoads<CachedLeaderboards>({ maxEntries: maxScopes, ttlMs: Infinity });
  private readonly pages = new CachedLoads<object>({ maxEntries: maxPages, ttlMs: pageTtlMs });

  constructor(
    private readonly store: Store,
    private readonly clock: () => number,
  ) {}

  /** Returns the newest version, or null before anything has been scored. */
  current(): Promise<BoardVersion | null> {
    return this.newest.get(this.clock(), () => this.store.read(reads => reads.boards.newest()));
  }

  /** Returns a version that a client pages through, or null if it has been deleted. */
  find(version: number): Promise<BoardVersion | null> {
    return this.store.read(reads => reads.boards.version(version));
  }

  scope(version: number, scope: BoardScope): Promise<CachedLeaderboards> {
    return this.scopes.get(`${version} ${scopeKey(scope)}`, this.clock(), () => this.read(version, scope));
  }

  /** Returns a page that is made once for all callers within a few seconds. */
  page(key: string, make: () => Promise<object>): Promise<object> {
    return this.pages.get(key, this.clock(), () => make().then(body => Object.freeze(body)));
  }

  private async read(version: number, scope: BoardScope): Promise<CachedLeaderboards> {
    const bytes = await this.store.read(reads => reads.boards.scope(version, scope));
    return bytes === null ? empty : new CachedLeaderboards(boardsFromBytes(bytes));
  }
}
