import { type BoardName, type BoardRow, boardNames } from '../../domain/scoring/boards.js';
import type { EventSet } from '../../domain/scoring/event-sets.js';
import { defaultMinResolved } from '../../domain/scoring/parameters.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import type { OperationContext } from '../operation-context.js';
import type { CachedLeaderboards, LeaderboardCache } from './leaderboard-cache.js';

type RecordContext = Pick<OperationContext, 'store'> & {
  readonly scoring: { readonly leaderboards: LeaderboardCache };
};

/** A player's row on one leaderboard. */
export interface Standing {
  /** Null for a player who is not ranked yet. */
  readonly rank: number | null;
  readonly row: BoardRow;
}

interface CategoryStanding {
  readonly category: string;
  readonly brier: Standing;
  readonly edge: Standing | null;
}

export interface PlayerRecord {
  /** The set of events for standings and categories. */
  readonly events: EventSet;
  /** Null before any event has been scored. */
  readonly asOf: number | null;
  /** By leaderboard; null if the player has no row. */
  readonly standings: Readonly<Record<BoardName, Standing | null>>;
  readonly categories: readonly CategoryStanding[];
  readonly forecasts: { readonly all: number; readonly sealed: number };
  /** The agents of a person. */
  readonly agents: readonly PlayerProfile[];
}

function standingOn(leaderboards: CachedLeaderboards, board: BoardName, playerId: string): Standing | null {
  const row = leaderboards.row(board, playerId);
  if (!row) return null;
  const ranked = leaderboards.ranking(board, 'all', defaultMinResolved).find(entry => entry.row.player === playerId);
  return { rank: ranked?.rank ?? null, row };
}

async function readCategories(
  { scoring: { leaderboards } }: RecordContext,
  version: number,
  events: EventSet,
  playerId: string,
): Promise<CategoryStanding[]> {
  const categories: CategoryStanding[] = [];
  for (const scope of await leaderboards.scopes(version, events)) {
    const { window, category } = scope;
    if (window !== 'all' || category === null) continue;
    const cached = await leaderboards.scope(version, scope);
    const brier = standingOn(cached, 'brier', playerId);
    if (brier) categories.push({ category, brier, edge: standingOn(cached, 'edge', playerId) });
  }
  return categories;
}

/**
 * Returns a player's standings and categories for a set of events, forecast counts and agents. Null selects the default
 * set.
 */
export async function readPlayerRecord(
  context: RecordContext,
  { playerId, kind }: PlayerProfile,
  asked: EventSet | null,
  maxAgents: number,
): Promise<PlayerRecord> {
  const { leaderboards } = context.scoring;
  const current = await leaderboards.current();
  const events = asked ?? (await leaderboards.defaultEvents(current));
  const cached = current && (await leaderboards.scope(current.version, { events, window: 'all', category: null }));
  const { forecasts, agents } = await context.store.read(async reads => ({
    forecasts: await reads.boards.countForecasts(playerId),
    agents: kind === 'human' ? await reads.boards.agentsOf(playerId, maxAgents) : [],
  }));
  const standings = boardNames.map(board => [board, cached && standingOn(cached, board, playerId)] as const);
  return {
    events,
    asOf: current?.asOf ?? null,
    standings: Object.fromEntries(standings) as PlayerRecord['standings'],
    categories: current ? await readCategories(context, current.version, events, playerId) : [],
    forecasts,
    agents,
  };
}
