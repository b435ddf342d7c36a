import type { VenueFeed } from '../aggregator/venue-feed.js';
import type { OperationContext } from '../database/transactions.js';
import { depthDistances, depthOfBook, type LiveMarket, topOfBook } from '../exchange/live/live-market.js';
import { dayMs } from '../kernel/time.js';
import type { LiveReads } from '../market-data/live-reads.js';
import type { MarketSample, SampleCandidate } from './store/rows.js';
import * as sampleStore from './store/samples.js';
import * as signalStore from './store/signals.js';

/** The distance from the price at which intelligence measures depth, in basis points. */
const depthWithinBps = 200;
const near = depthDistances.indexOf(depthWithinBps);

/** Micro-credits within 200 bps of the price on the thinner side of the book. The market must be consistent. */
export function thinnerDepth(live: LiveMarket, outcome: number, now: number): number {
  const { bids, asks } = depthOfBook(live, outcome, now)[near];
  return Math.min(bids.credits, asks.credits);
}

export type IntelligenceTools = Pick<OperationContext, 'store' | 'clock' | 'newId'> & {
  readonly marketData: { readonly live: LiveReads };
  readonly aggregator: { readonly feed: Pick<VenueFeed, 'linkedVenueMarkets'> };
};

const pageSize = 200;
/** Samples and signals are deleted after this; the counts of backtests remain. */
const retentionMs = 90 * dayMs;
const deletedAtOnce = 5_000;

function sampleOf(live: LiveMarket, forecasters: number, now: number): MarketSample {
  const { event, market } = live;
  const outcomes = event.outcomes.map((_label, index) => index);
  return {
    eventId: event.id,
    at: now,
    sequence: market.sequence,
    spreads: outcomes.map(index => topOfBook(live, index, now).spreadBps),
    depths: outcomes.map(index => thinnerDepth(live, index, now)),
    traders: market.traders,
    forecasters,
  };
}

function hasChanged(sample: MarketSample, { last }: SampleCandidate): boolean {
  if (last === null) return true;
  return (
    sample.traders !== last.traders ||
    sample.forecasters !== last.forecasters ||
    sample.spreads.some((spread, index) => spread !== last.spreads[index]) ||
    sample.depths.some((depth, index) => depth !== last.depths[index])
  );
}

/**
 * Samples spread, depth and participants of open markets in which one of them has changed. Returns the number of
 * samples.
 */
export async function recordSamples(tools: IntelligenceTools, keepGoing: () => boolean): Promise<number> {
  const { store, clock, marketData } = tools;
  let recorded = 0;
  for (let after = ''; keepGoing(); ) {
    const page = await store.read(reader => sampleStore.sampleCandidates(reader, after, pageSize));
    const now = clock();
    const byId = new Map(page.map(candidate => [candidate.eventId, candidate]));
    const made = await marketData.live.each([...byId.keys()], {}, now, live => {
      const candidate = byId.get(live.event.id) as SampleCandidate;
      return sampleOf(live, candidate.forecasters, now);
    });
    const changed = [...made].flatMap(([id, sample]) =>
      hasChanged(sample, byId.get(id) as SampleCandidate) ? [sample] : [],
    );
    if (changed.length > 0) await store.transact(tx => sampleStore.addSamples(tx, changed));
    recorded += changed.length;
    if (page.length < pageSize) break;
    after = page[page.length - 1].eventId;
  }
  return recorded;
}

/** Deletes samples and signals past their retention. */
export async function deleteOldIntelligence(
  { store, clock }: Pick<IntelligenceTools, 'store' | 'clock'>,
  keepGoing: () => boolean,
): Promise<void> {
  let deleted: number;
  do {
    const before = clock() - retentionMs;
    deleted = await store.transact(
      async tx =>
        (await sampleStore.deleteOld(tx, before, deletedAtOnce)) +
        (await signalStore.deleteOld(tx, before, deletedAtOnce)),
    );
  } while (deleted >= deletedAtOnce && keepGoing());
}
