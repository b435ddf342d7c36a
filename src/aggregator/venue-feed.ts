import * as connectorStore from '../connectors/store.js';
import type { MarketWatcher } from '../database/store.js';
import { type OperationContext, orIfDiskFull } from '../database/transactions.js';
import * as eventStore from '../events/store/events.js';
import { type LiveMarket, topOfBook } from '../exchange/live/live-market.js';
import { CachedLoad } from '../kernel/cache.js';
import { gridMoment } from '../kernel/time.js';
import type { LiveReads } from '../market-data/live-reads.js';
import {
  confidenceOf,
  isStale,
  ownSource,
  type StatusFilter,
  statusGroupsOf,
  statusOf,
  type VenueOutcome,
} from './rules/venue-market.js';
import { addUnlistedEvents, ownMarket } from './save-venue-markets.js';
import * as venueStore from './store/aggregator-store.js';
import * as feedStore from './store/feed.js';
import * as linkStore from './store/links.js';
import type { FeedPosition, FeedSort, LinkedVenueMarket, MarketLink, VenueMarketRow } from './store/rows.js';

/** Maximum age of the list of sources, whose state other nodes may change. */
const sourcesTtlMs = 1_000;
const maxLinksPerRow = 10;
const maxLinksPerPage = 2_000;
/** Markets side by side. */
const maxConnected = 20;

export interface FeedSource {
  readonly source: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly intervalMs: number;
  /** The end of the last run, regardless of its outcome; null for the arena's own events, which are always current. */
  readonly lastRunAt: number | null;
  readonly confirmedAt: number | null;
  /** The code only: messages are for operators, because they contain URLs and parts of responses. */
  readonly lastError: string | null;
}

export interface FeedRequest extends StatusFilter {
  /** Null for all. */
  readonly sources: readonly string[] | null;
  readonly category: string | null;
  readonly words: readonly string[] | null;
  readonly sort: FeedSort;
  readonly after: FeedPosition | null;
  readonly limit: number;
}

/** The public view of a market at one time. */
export interface FeedMarket extends VenueMarketRow {
  readonly outcomes: readonly VenueOutcome[];
  readonly eventSlug: string | null;
  readonly links: readonly MarketLink[];
  readonly stale: boolean;
  readonly confidence: number;
}

interface FeedEntry {
  readonly market: FeedMarket;
  readonly position: FeedPosition;
  /** Whether the request still wants the market: its status may have changed since its row was stored. */
  readonly isWanted: boolean;
}

interface FeedPage {
  readonly entries: readonly FeedEntry[];
  readonly sources: readonly FeedSource[];
  readonly hasMore: boolean;
}

export interface FeedTools extends Pick<OperationContext, 'store' | 'clock'> {
  readonly live: LiveReads;
  readonly publicUrl: string;
  /** Whether the simulated venues of the demo arena are shown. */
  readonly hasDemoVenues: boolean;
}

const arenaSource: FeedSource = {
  source: ownSource,
  name: 'Presage',
  enabled: true,
  intervalMs: 60_000,
  lastRunAt: null,
  confirmedAt: null,
  lastError: null,
};

/**
 * The feed of all venues. Pages come from the rows of venue_markets; the figures of this arena's events are replaced
 * by those of the live market, so they are never older than the market itself.
 */
export class VenueFeed implements MarketWatcher {
  /** Changes whenever the feed may have changed on this node, or a market on any node. */
  private changes = 0;
  /** Changes whenever one of this arena's events or markets may have changed on any node. */
  private eventChanges = 0;
  private isListening = false;
  /** Whether an event was created or edited since the feed's rows were completed. */
  private hasUnlisted = true;
  private listing: Promise<unknown> | null = null;
  private readonly sourceList = new CachedLoad<readonly FeedSource[]>(sourcesTtlMs);

  constructor(private readonly tools: FeedTools) {}

  onMarketsChanged(): void {
    this.eventChanges += 1;
    this.changes += 1;
  }

  onTextsChanged(): void {
    this.hasUnlisted = true;
    this.eventChanges += 1;
    this.changes += 1;
  }

  onListening(yes: boolean): void {
    this.isListening = yes;
    this.onTextsChanged();
  }

  /**
   * Rows of this arena's events are current while this is unchanged; null while this node receives no notifications.
   */
  get eventVersion(): number | null {
    return this.isListening ? this.eventChanges : null;
  }

  /** Responses are valid for one version. */
  get version(): number {
    return this.changes;
  }

  /** After a write to connectors, their rows or links on this node. */
  invalidate(): void {
    this.changes += 1;
    this.sourceList.invalidate();
  }

  sources(): Promise<readonly FeedSource[]> {
    const { store, clock, hasDemoVenues } = this.tools;
    return this.sourceList.get(clock(), async () => {
      const rows = await store.read(reader => connectorStore.list(reader));
      const venues = rows.filter(({ kind, demo }) => kind === 'venue' && (hasDemoVenues || !demo));
      return [
        arenaSource,
        ...venues.map(({ id, name, enabled, intervalSeconds, lastRunAt, confirmedAt, lastError }) => ({
          source: id,
          name,
          enabled,
          intervalMs: intervalSeconds * 1000,
          lastRunAt,
          confirmedAt,
          lastError: lastError?.code ?? null,
        })),
      ];
    });
  }

  /** Returns null if the ranking version of `after` was deleted. */
  async page(request: FeedRequest): Promise<FeedPage | null> {
    await this.completeListing();
    const { store, clock } = this.tools;
    const now = clock();
    const sources = await this.sources();
    const wanted = request.sources ?? sources.map(({ source }) => source);
    const { category, words, sort, after, limit } = request;
    const statusGroups = statusGroupsOf(request);
    const rows = await store.read(reader =>
      feedStore.page(reader, { sources: wanted, statusGroups, category, words, sort, after, limit: limit + 1 }),
    );
    if (!rows) return null;
    const shown = rows.slice(0, limit);
    const markets = await this.complete(
      shown.map(({ market }) => market),
      sources,
      now,
    );
    const entries = shown.map(({ position }, index) => {
      const market = markets[index];
      return { market, position, isWanted: this.isWanted(market, request) };
    });
    return { entries, sources, hasMore: rows.length > limit };
  }

  /**
   * The market and those connected to it by confirmed links; null for an unknown one. The arena's events can also be
   * named by slug and eventPubkey.
   */
  async sideBySide(reference: string): Promise<{ market: FeedMarket; others: readonly FeedMarket[] } | null> {
    await this.completeListing();
    const { store, clock } = this.tools;
    const rows = await store.read(async reader => {
      const connected = async (id: string) =>
        venueStore.findMarkets(reader, await linkStore.connected(reader, id, maxConnected));
      const connectedMarkets = await connected(reference);
      if (connectedMarkets.length > 0) return connectedMarkets;
      const arenaEvent = await eventStore.find(reader, reference);
      return arenaEvent ? connected(arenaEvent.event.id) : [];
    });
    const [market, ...others] = await this.complete(rows, await this.sources(), clock());
    return market ? { market, others } : null;
  }

  async findMarkets(ids: readonly string[]): Promise<readonly FeedMarket[]> {
    const rows = await this.tools.store.read(reader => venueStore.findMarkets(reader, ids));
    return this.complete(rows, await this.sources(), this.tools.clock());
  }

  /** Markets of other venues that confirmed links connect with these events, with their prices and staleness. */
  async linkedVenueMarkets(
    eventSlugs: readonly string[],
  ): Promise<readonly (LinkedVenueMarket & { readonly market: FeedMarket })[]> {
    const linked = await this.tools.store.read(reader => linkStore.linkedVenueMarkets(reader, eventSlugs));
    const now = this.tools.clock();
    const sources = new Map((await this.sources()).map(source => [source.source, source]));
    return linked.map(({ eventSlug, market }) => ({
      eventSlug,
      market: { ...withFreshness(market, sources.get(market.source), now), eventSlug, links: [] },
    }));
  }

  /** The clock and the live status of the arena's events are newer than the status group by which the page was selected. */
  private isWanted(market: FeedMarket, { status, tradableOnly, includeResolved }: StatusFilter): boolean {
    if (tradableOnly && !market.tradable) return false;
    return status === 'all' || market.status === status || (includeResolved && market.status === 'resolved');
  }

  private async completeListing(): Promise<void> {
    if (!this.hasUnlisted) return;
    this.listing ??= (async () => {
      this.hasUnlisted = false;
      await addUnlistedEvents(this.tools, this.tools.publicUrl);
    })()
      .catch(error => {
        this.hasUnlisted = true;
        throw error;
      })
      .finally(() => {
        this.listing = null;
      });
    if ((await orIfDiskFull(this.listing, 'full' as const)) === 'full') return;
    // An event created in the meantime is included in the next round.
    if (this.hasUnlisted) await this.completeListing();
  }

  private async complete(
    rows: readonly VenueMarketRow[],
    sources: readonly FeedSource[],
    now: number,
  ): Promise<FeedMarket[]> {
    const { store, live, publicUrl } = this.tools;
    const eventIds = rows.flatMap(({ eventId }) => eventId ?? []);
    const events = await live.each(eventIds, {}, now, each => liveFigures(each, now, publicUrl));
    const ids = rows.map(({ id }) => id);
    const links = new Map<string, MarketLink[]>(ids.map(id => [id, []]));
    for (const link of await store.read(reader => linkStore.linksOf(reader, ids, maxLinksPerPage))) {
      const mine = links.get(link.marketId);
      if (mine && mine.length < maxLinksPerRow) mine.push(link);
    }
    const bySource = new Map(sources.map(source => [source.source, source]));
    return rows.map(row => {
      const mine = links.get(row.id) ?? [];
      const linked = mine.find(({ confirmed, otherEventSlug }) => confirmed && otherEventSlug !== null);
      const event = row.eventId === null ? undefined : events.get(row.eventId);
      const eventSlug = event?.slug ?? linked?.otherEventSlug ?? null;
      const market = event ? { ...row, ...event.figures, fetchedAt: gridMoment(now) } : row;
      return { ...withFreshness(market, bySource.get(row.source), now), eventSlug, links: mine };
    });
  }
}

/** Current figures of one of the arena's events, with the best prices of its book. */
function liveFigures(live: LiveMarket, now: number, publicUrl: string) {
  const { event, market } = live;
  const {
    volume24h: _volume24h,
    listedAt: _listedAt,
    outcomes,
    ...figures
  } = ownMarket(event, market, null, now, publicUrl);
  const quoted = (outcomes ?? []).map((outcome, index) => {
    const { bestBidBps: bidBps, bestAskBps: askBps } = topOfBook(live, index, now);
    return { ...outcome, bidBps, askBps };
  });
  return { slug: event.slug, figures: { ...figures, outcomes: quoted } };
}

/** A source without a connector has no interval: its rows are stale. */
function withFreshness(market: VenueMarketRow, source: FeedSource | undefined, now: number) {
  const intervalMs = source?.intervalMs ?? 1;
  const confirmedAt = market.missing ? null : (source?.confirmedAt ?? null);
  const fetchedAt = Math.max(market.fetchedAt, confirmedAt ?? 0);
  const outcomes = market.outcomes ?? [];
  const status = statusOf(market, now);
  return {
    ...market,
    status,
    tradable: market.tradable && status === 'active',
    outcomes,
    fetchedAt,
    stale: isStale(fetchedAt, intervalMs, gridMoment(now)),
    confidence: confidenceOf(outcomes, fetchedAt, intervalMs, gridMoment(now)),
  };
}

export interface AggregatorServices {
  /** The feed over all venues. */
  readonly aggregator: { readonly feed: VenueFeed };
}
