import type { VenueMarketRow } from './rows.js';

/** A row of venue_markets as JSON; times are ISO strings until jsonRows converts them. */
export interface MarketColumns {
  readonly id: string;
  readonly source: string;
  readonly source_market_id: string;
  readonly event_id: string | null;
  readonly title: string;
  readonly category: string | null;
  readonly status: VenueMarketRow['status'];
  readonly tradable: boolean;
  readonly outcomes: VenueMarketRow['outcomes'];
  readonly volume: number | null;
  readonly volume_24h: number | null;
  readonly volume_unit: string;
  readonly closes_at: Date | null;
  readonly resolved_at: Date | null;
  readonly resolution: string | null;
  readonly url: string | null;
  readonly demo: boolean;
  readonly listed_at: Date;
  readonly fetched_at: Date;
  readonly missing: boolean;
}

export function marketOf(row: MarketColumns): VenueMarketRow {
  return {
    id: row.id,
    source: row.source,
    sourceMarketId: row.source_market_id,
    eventId: row.event_id,
    title: row.title,
    category: row.category,
    status: row.status,
    tradable: row.tradable,
    outcomes: row.outcomes,
    volume: row.volume,
    volume24h: row.volume_24h,
    volumeUnit: row.volume_unit,
    closesAt: row.closes_at?.getTime() ?? null,
    resolvedAt: row.resolved_at?.getTime() ?? null,
    resolution: row.resolution,
    url: row.url,
    demo: row.demo,
    listedAt: row.listed_at.getTime(),
    fetchedAt: row.fetched_at.getTime(),
    missing: row.missing,
  };
}
