import { BoundedMap } from '../../domain/bounded-map.js';
import { boardsFromBytes } from '../../domain/scoring/board-bytes.js';
import type { BoardName, BoardRow, Boards } from '../../domain/scoring/boards.js';
import { defaultSet, type EventSet, type StoredScope, scopesOfSet } from '../../domain/scoring/event-sets.js';
import { type RankedRow, rankRows } from '../../domain/scoring/rank-rows.js';
import { scopeKey } from '../../domain/scoring/scopes.js';
import type { BoardVersion } from '../../store/scoring/interface.js';
import type { Store } from '../../store/store.js';
import { CachedLoad, CachedLoads } from '../cache/cached-loads.js';

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
    return this.newest.get(this.clock(), () => this.store.read(reads => reads.boards.newest()));
  }

  /** Returns a version that a client pages through, or null if it has been deleted. */
  find(version: number): Promise<BoardVersion | null> {
    return this.store.read(reads => reads.boards.version(version));
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
    const load = () => this.store.read(reads => reads.boards.scopes(version));
    return this.stored.get(`${version}`, this.clock(), load);
  }

  private async read(version: number, scope: StoredScope): Promise<CachedLeaderboards> {
    const bytes = await this.store.read(reads => reads.boards.scope(version, scope));
    return bytes === null ? empty : new CachedLeaderboards(boardsFromBytes(bytes));
  }
}
