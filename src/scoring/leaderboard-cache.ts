import type { Store } from '../database/store.js';
import { Cache, CachedLoad, CachedLoads } from '../kernel/cache.js';
import {
  type BoardName,
  type BoardRow,
  type Boards,
  boardsFromBytes,
  defaultSet,
  type EventSet,
  type RankedRow,
  rankRows,
  type StoredScope,
  scopeKey,
  scopesOfSet,
} from './rules/boards.js';
import { minCoverage } from './rules/score-forecasts.js';
import * as boardStore from './store/leaderboards.js';
import type { BoardVersion } from './store/rows.js';

interface BoardPlace {
  /** Null for a player who is not ranked or has no row. */
  readonly rank: number | null;
  /** The number of ranked players on this leaderboard. */
  readonly ranked: number;
  /** Null for a player without a row. */
  readonly row: BoardRow | null;
  /** The player's missing requirements for a rank; null for a player who is ranked or can't be on this leaderboard. */
  readonly missing: { readonly resolvedEvents: number; readonly coverage: number } | null;
}

interface BoardFilter {
  readonly board: BoardName;
  readonly kind: PlayerKind;
  readonly minResolved: number;
}

/** Finds the row of one player on a leaderboard and, below its minimum, the missing requirements. */
export function placeOnBoard(
  leaderboards: CachedLeaderboards,
  { board, kind, minResolved }: BoardFilter,
  player: { readonly playerId: string; readonly kind: 'agent' | 'human' },
): BoardPlace {
  const ranking = leaderboards.ranking(board, kind, minResolved);
  const ranked = ranking.reduce((count, { rank }) => count + Number(rank !== null), 0);
  if (kind !== 'all' && kind !== player.kind) return { rank: null, ranked, row: null, missing: null };
  const entry = ranking.find(({ row }) => row.player === player.playerId);
  if (entry?.rank != null) return { rank: entry.rank, ranked, row: entry.row, missing: null };
  const row = entry?.row ?? null;
  const isCovered = row === null || row.coverage === null;
  return {
    rank: null,
    ranked,
    row,
    missing: {
      resolvedEvents: Math.max(0, minResolved - (row?.resolvedEvents ?? 0)),
      coverage: isCovered ? 0 : Math.max(0, minCoverage - (row.coverage as number)),
    },
  };
}

const versionTtlMs = 1_000;
/** The leaderboard of a version never changes, but names and models of players may. */
const pageTtlMs = 5_000;
const maxPages = 500;
/** Two windows of three sets with a dozen categories. */
const maxScopes = 96;
const maxVersions = 64;
const maxRankings = 16;

export type PlayerKind = 'all' | 'agent' | 'human';

const prefixes = { all: '', agent: 'agt_', human: 'plr_' } as const;

/** The leaderboards of one scope and version, with their most recently computed rankings. */
export class CachedLeaderboards {
  private readonly rankings = new Cache<readonly RankedRow[]>({ maxEntries: maxRankings });
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

/** Caches leaderboards in memory. A version never changes, so its contents and scopes don't expire. */
export class LeaderboardCache {
  private readonly newest = new CachedLoad<BoardVersion | null>(versionTtlMs);
  private readonly stored = new CachedLoads<readonly StoredScope[]>({ maxEntries: maxVersions, ttlMs: Infinity });
  private readonly boards = new CachedLoads<CachedLeaderboards>({ maxEntries: maxScopes, ttlMs: Infinity });
  private readonly pages = new CachedLoads<object>({ maxEntries: maxPages, ttlMs: pageTtlMs });

  constructor(
    private readonly store: Store,
    private readonly clock: () => number,
  ) {}

  /** Returns the newest version, or null before any event has been scored. */
  current(): Promise<BoardVersion | null> {
    return this.newest.get(this.clock(), () => this.store.read(reader => boardStore.newest(reader)));
  }

  /** Returns a version that a client pages through, or null if it has been deleted. */
  find(version: number): Promise<BoardVersion | null> {
    return this.store.read(reader => boardStore.version(reader, version));
  }

  /** Returns the default set of events. */
  async defaultEvents(version: BoardVersion | null): Promise<EventSet> {
    return defaultSet(version ? await this.storedScopes(version.version) : []);
  }

  /** Returns the scopes that a version has for a set of events. */
  async scopes(version: number, events: EventSet): Promise<readonly StoredScope[]> {
    return scopesOfSet(await this.storedScopes(version), events);
  }

  async scope(version: number, scope: StoredScope): Promise<CachedLeaderboards> {
    const { window, category } = scope;
    const scopes = await this.scopes(version, scope.events);
    const stored = scopes.find(each => each.window === window && each.category === category);
    if (!stored) return empty;
    const key = `${version} ${stored.events} ${scopeKey(stored)}`;
    return this.boards.get(key, this.clock(), () => this.read(version, stored));
  }

  /** Returns a page that is built once for all callers within a few seconds. */
  page(key: string, make: () => Promise<object>): Promise<object> {
    return this.pages.get(key, this.clock(), () => make().then(body => Object.freeze(body)));
  }

  private storedScopes(version: number): Promise<readonly StoredScope[]> {
    const load = () => this.store.read(reader => boardStore.scopes(reader, version));
    return this.stored.get(`${version}`, this.clock(), load);
  }

  private async read(version: number, scope: StoredScope): Promise<CachedLeaderboards> {
    const bytes = await this.store.read(reader => boardStore.scope(reader, version, scope));
    return bytes === null ? empty : new CachedLeaderboards(boardsFromBytes(bytes));
  }
}

export interface ScoringServices {
  readonly scoring: { readonly leaderboards: LeaderboardCache };
}
