import type { Sql, SqlPart } from '../../database/pool.js';
import type { MarketStatus } from '../../engine/lifecycle.js';
import type { Microcredits } from '../../kernel/units.js';
import type { Proposal } from '../rules/proposal.js';
import type { EventRow, MarketRow, StoredResolution } from './rows.js';

/** Columns of events and markets as named in the database, and their parsing. */
export interface EventColumns {
  id: string;
  slug: string;
  pubkey: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  outcomes: string[];
  resolution_source: EventRow['resolutionSource'];
  liquidity: number;
  opening_shares: number[];
  created_at: Date;
  demo: boolean;
  practice: boolean;
  operator_ids: string[];
}

export interface MarketColumns {
  event_id: string;
  status: MarketStatus;
  opens_at: Date;
  ends_at: Date;
  closed_at: Date | null;
  resolved_at: Date | null;
  sequence: number;
  shares: number[];
  account: number;
  price_bps: number[];
  volume: number;
  outcome_volumes: number[];
  outcome_traded_at: number[];
  last_trade_at: Date | null;
  traders: number;
  open_orders: number;
  trades: number;
  resolution: StoredResolution | null;
  proposal: Proposal | null;
  resolution_version: number;
  settled_version: number;
  settling_total: number;
  settling_done: number;
}

/**
 * The stamp of an event `e` whose market row was last written by the transaction `changed`. Transaction ids wrap
 * around, so a stamp is only valid for hours.
 */
export const stampOf = (sql: Sql, changed: SqlPart) =>
  sql`concat_ws('.', ${changed}, e.xmin, (select n.forecasters from event_forecasters n where n.event_id = e.id))`;

/** The resolution in force of a market `m`; null before the first. */
export const resolutionOf = (sql: Sql) =>
  sql`(select r.resolution from resolutions r where r.event_id = m.event_id and r.version = m.resolution_version)`;

const ms = (date: Date | null) => date?.getTime() ?? null;

export function eventOf(row: EventColumns): EventRow {
  return {
    id: row.id,
    slug: row.slug,
    pubkey: row.pubkey,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    outcomes: row.outcomes,
    resolutionSource: row.resolution_source,
    liquidity: row.liquidity as Microcredits,
    openingShares: row.opening_shares,
    createdAt: row.created_at.getTime(),
    demo: row.demo,
    practice: row.practice,
    operatorIds: row.operator_ids,
  };
}

export function marketOf(row: MarketColumns): MarketRow {
  return {
    eventId: row.event_id,
    status: row.status,
    opensAt: row.opens_at.getTime(),
    endsAt: row.ends_at.getTime(),
    closedAt: ms(row.closed_at),
    resolvedAt: ms(row.resolved_at),
    sequence: row.sequence,
    shares: row.shares,
    account: row.account as Microcredits,
    priceBps: row.price_bps,
    volume: row.volume,
    outcomeVolumes: row.outcome_volumes,
    outcomeTradedAt: row.outcome_traded_at.map(at => (at === 0 ? null : at)),
    lastTradeAt: ms(row.last_trade_at),
    traders: row.traders,
    openOrders: row.open_orders,
    trades: row.trades,
    resolution: row.resolution,
    proposal: row.proposal,
    resolutionVersion: row.resolution_version,
    settledVersion: row.settled_version,
    settling:
      row.settled_version < row.resolution_version ? { settled: row.settling_done, total: row.settling_total } : null,
  };
}
