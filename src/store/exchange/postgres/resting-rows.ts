import type { RestingOrder, Side } from '../../../domain/exchange/engine/resting-queue.js';
import type { Bps } from '../../../domain/units.js';
import type { Sql } from '../../sql/pool.js';

/** Open orders as a book wants them, and how their rows are read. */
export interface RestingColumns {
  event_id: string;
  id: string;
  player_id: string;
  side: Side;
  outcome: number;
  limit_bps: number;
  remaining: number;
  sequence: number;
  expires_at: Date | null;
}

export function restingColumns(sql: Sql) {
  return sql`event_id, id, player_id, side, outcome, limit_bps, remaining, sequence, expires_at`;
}

export function restingOf(row: RestingColumns): RestingOrder & { readonly eventId: string } {
  return {
    eventId: row.event_id,
    id: row.id,
    playerId: row.player_id,
    side: row.side,
    outcome: row.outcome,
    limitBps: row.limit_bps as Bps,
    remaining: row.remaining,
    seq: row.sequence,
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}
