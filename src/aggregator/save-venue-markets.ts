import type { EndedRun, RowBatch, RowOutcome, SourceRow } from '../connectors/connector.js';
import * as connectorStore from '../connectors/store.js';
import type { OperationContext } from '../database/transactions.js';
import { type MarketStatus, statusAt } from '../engine/lifecycle.js';
import * as eventStore from '../events/store/events.js';
import type { EventRow, MarketRow, ShownEvent } from '../events/store/rows.js';
import { microsToWire } from '../kernel/units.js';
import { ownSource, searchWords, statusGroupOf, type VenueMarket, type VenueStatus } from './rules/venue-market.js';
import * as venueStore from './store/aggregator-store.js';
import * as venueRankStore from './store/ranks.js';
import type { KnownMarket, SavedMarket } from './store/rows.js';

/** A push that confirms a row without changing it is stored once per this share of the interval. */
const touchShare = 0.25;

type Tools = Pick<OperationContext, 'store' | 'newId'>;

function savedMarket(
  { rowId, row, digest }: SourceRow<VenueMarket>,
  storedMarket: KnownMarket | undefined,
  newId: OperationContext['newId'],
  at: number,
): SavedMarket {
  const id = storedMarket?.id ?? newId('vmk', at);
  const words = searchWords(row);
  return {
    ...row,
    id,
    isNew: storedMarket === undefined,
    sourceMarketId: rowId,
    eventId: null,
    digest,
    lane: statusGroupOf(row, at),
    words,
  };
}

const outcomeOf = ({ digest }: SourceRow<VenueMarket>, storedMarket: KnownMarket | undefined): RowOutcome => {
  if (!storedMarket) return 'inserted';
  return storedMarket.digest === digest && !storedMarket.missing ? 'unchanged' : 'updated';
};

/** Saves rows of a venue whose content has changed, in one transaction. */
export function saveVenueMarkets({ store, newId }: Tools, batch: RowBatch<VenueMarket>): Promise<RowOutcome[]> {
  const { connectorId, at, demo, intervalMs, isPush, rows } = batch;
  return store.transact(async tx => {
    // Runs are mutually exclusive; pushes wait here, so that one of several inserts a new row and the others see it.
    if (isPush) await connectorStore.lock(tx, connectorId);
    const stored = await venueStore.knownMarkets(
      tx,
      connectorId,
      rows.map(({ rowId }) => rowId),
    );
    const storedMarkets = new Map(stored.map(market => [market.sourceMarketId, market]));
    const outcomes = rows.map(row => outcomeOf(row, storedMarkets.get(row.rowId)));
    const changed = rows.filter((_row, index) => outcomes[index] !== 'unchanged');
    const saved = changed.map(row => savedMarket(row, storedMarkets.get(row.rowId), newId, at));
    await venueStore.save(tx, connectorId, saved, at, demo);
    if (isPush) {
      const aged = rows.flatMap(({ rowId }, index) => {
        const market = storedMarkets.get(rowId);
        const isAged = market && outcomes[index] === 'unchanged' && at - market.fetchedAt > intervalMs * touchShare;
        return isAged ? [market.id] : [];
      });
      if (aged.length > 0) await venueStore.markFetched(tx, aged, at);
    }
    return outcomes;
  });
}

/**
 * Marks rows that a complete run did not contain, then computes ranks and price changes of the source. A partial run
 * says nothing about the other rows, so it confirms its own rows one by one.
 */
export async function finishVenueRun({ store }: Tools, run: EndedRun): Promise<void> {
  const { connectorId, at, seen, changed, isComplete, intervalMs } = run;
  await store.transact(async tx => {
    let missing = 0;
    if (seen && isComplete) missing = await venueStore.markMissing(tx, connectorId, [...seen]);
    else if (seen) await venueStore.markSeenFetched(tx, connectorId, [...seen], at, at - intervalMs * touchShare);
    await venueRankStore.rank(tx, connectorId, at, { byVolume: changed + missing > 0 });
  });
}

/** Events per transaction. */
const chunkSize = 500;
/** Volumes are credits. */
const creditUnit = 'credits';

type Context = Pick<OperationContext, 'store' | 'clock'>;

/** Scheduled and paused markets are active ones that accept no orders; void ones are resolved. */
const statuses: Readonly<Record<MarketStatus, VenueStatus>> = {
  scheduled: 'active',
  active: 'active',
  paused: 'active',
  closed: 'closed',
  resolved: 'resolved',
  void: 'resolved',
};

function resolutionOf(event: EventRow, { resolution }: MarketRow): string | null {
  if (!resolution) return null;
  if (resolution.kind === 'void') return 'void';
  const { winningOutcome } = resolution;
  return winningOutcome === null ? 'split' : event.outcomes[winningOutcome];
}

/** One of the arena's events as a row of the feed. Bids and asks are read from the live book when the row is served. */
export function ownMarket(
  event: EventRow,
  market: MarketRow,
  volume24h: number | null,
  now: number,
  publicUrl: string,
): VenueMarket {
  const status = statusAt(market, now);
  return {
    title: event.title,
    category: event.category.toLowerCase(),
    status: statuses[status],
    tradable: status === 'active',
    outcomes: event.outcomes.map((label, index) => ({
      label,
      priceBps: market.priceBps[index],
      bidBps: null,
      askBps: null,
    })),
    volume: microsToWire(market.volume),
    volume24h: volume24h === null ? null : microsToWire(volume24h),
    volumeUnit: creditUnit,
    listedAt: event.createdAt,
    closesAt: market.endsAt,
    resolvedAt: market.resolvedAt,
    resolution: resolutionOf(event, market),
    url: `${publicUrl}/events/${event.slug}`,
  };
}

/** Incrementing it makes the next run save all rows again, after a change of their format. */
const rowFormat = 2;
const digestOf = (stamp: string) => `${rowFormat} ${stamp}`;

function savedEvent(
  { event, market, volume24h, stamp }: ShownEvent,
  isNew: boolean,
  now: number,
  publicUrl: string,
): SavedMarket {
  const row = ownMarket(event, market, volume24h, now, publicUrl);
  const lane = statusGroupOf(row, now);
  return {
    ...row,
    id: event.id,
    isNew,
    sourceMarketId: event.slug,
    eventId: event.id,
    digest: digestOf(stamp),
    lane,
    words: searchWords(row),
  };
}

async function saveEvents({ store, clock }: Context, eventIds: readonly string[], publicUrl: string): Promise<void> {
  if (eventIds.length === 0) return;
  await store.transact(async tx => {
    const now = clock();
    const shown = await eventStore.showMany(tx, eventIds);
    const listed = await venueStore.findMarkets(tx, eventIds);
    const listedIds = new Set(listed.map(({ id }) => id));
    for (const isDemo of [false, true]) {
      const events = shown.filter(({ event }) => event.demo === isDemo);
      await venueStore.save(
        tx,
        ownSource,
        events.map(each => savedEvent(each, !listedIds.has(each.event.id), now, publicUrl)),
        now,
        isDemo,
      );
    }
  });
}

function rankOwn({ store, clock }: Context, byVolume: boolean): Promise<void> {
  return store.transact(tx => venueRankStore.rank(tx, ownSource, clock(), { byVolume }));
}

/** Adds events that the feed does not contain yet, so that a new event is in its creator's next read. */
export async function addUnlistedEvents(context: Context, publicUrl: string): Promise<number> {
  const unlisted = await context.store.read(reader => venueStore.unlistedEvents(reader, chunkSize));
  await saveEvents(context, unlisted, publicUrl);
  if (unlisted.length > 0) await rankOwn(context, true);
  return unlisted.length;
}

/** Updates the feed's rows of the arena's events: texts, status, volume, ranks and price samples. */
export async function syncOwnMarkets(context: Context, publicUrl: string, keepGoing: () => boolean): Promise<number> {
  let changed = 0;
  for (let after = ''; keepGoing(); ) {
    const digests = await context.store.read(reader => venueStore.ownDigests(reader, after, chunkSize));
    const outdated = digests.filter(({ digest, stamp }) => digest !== digestOf(stamp)).map(({ eventId }) => eventId);
    await saveEvents(context, outdated, publicUrl);
    changed += outdated.length;
    if (digests.length === 0) break;
    after = digests[digests.length - 1].eventId;
  }
  await rankOwn(context, changed > 0);
  return changed;
}
