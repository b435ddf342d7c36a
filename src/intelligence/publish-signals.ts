import type { EventRow, MarketRow } from '../events/store/rows.js';
import { type LiveMarket, topOfBook } from '../exchange/live/live-market.js';
import { dayMs, hourMs } from '../kernel/time.js';
import { bpsPerUnit, microsToWire } from '../kernel/units.js';
import type { PriceHistory } from '../market-data/price-histories.js';
import { type ShownCrowd, shownCrowd } from '../scoring/rules/crowd-batches.js';
import { maxFlowTrades } from './flow-figures.js';
import { type IntelligenceTools, thinnerDepth } from './record-samples.js';
import { baselineHours, detectSignals, judgeAfterMs, type MarketFacts, matchingPrice } from './rules.js';
import * as figureStore from './store/market-figures.js';
import type { MarketFlow, NewSignal } from './store/rows.js';
import * as sampleStore from './store/samples.js';
import * as signalStore from './store/signals.js';

const pageSize = 100;
const judgedAtOnce = 500;
const dayHours = 24;
const percentBps = bpsPerUnit / 100;

/** The values read from one market in the iteration of the event loop in which it was consistent. */
interface Seen {
  readonly event: EventRow;
  readonly market: MarketRow;
  readonly spreads: readonly (number | null)[];
  readonly depths: readonly number[];
  readonly days: readonly (readonly number[])[];
}

function see(live: LiveMarket, history: PriceHistory, now: number): Seen {
  const { event, market } = live;
  const outcomes = event.outcomes.map((_label, index) => index);
  return {
    event,
    market: { ...market },
    spreads: outcomes.map(index => topOfBook(live, index, now).spreadBps),
    depths: outcomes.map(index => thinnerDepth(live, index, now)),
    days: outcomes.map(index => history.priceBps.map(prices => prices[index])),
  };
}

/** The full hours before the last one, which are the baseline for flows. */
function baselineOf({ opensAt }: MarketRow, now: number): { from: number; until: number; hours: number } {
  const until = Math.floor((now - hourMs) / hourMs) * hourMs;
  const from = Math.max(until - baselineHours * hourMs, Math.ceil(opensAt / hourMs) * hourMs);
  return { from, until, hours: Math.max(0, (until - from) / hourMs) };
}

interface Surroundings {
  readonly flow: MarketFlow | undefined;
  readonly tradedHours: readonly number[];
  readonly samples: readonly { readonly at: number; readonly depths: readonly number[] }[];
  readonly crowd: ShownCrowd | null;
  readonly venueBps: (outcome: number) => readonly number[];
}

function factsOf(seen: Seen, around: Surroundings, now: number): MarketFacts {
  const { event, market, spreads, depths, days } = seen;
  const { flow, crowd, samples } = around;
  const credits = flow?.outcomes.reduce((sum, { buy, sell }) => sum + buy + sell, 0) ?? 0;
  const crowdOf = (outcome: number) => {
    const percent = crowd?.percents[outcome] ?? null;
    return percent === null ? null : { bps: percent * percentBps, forecasters: crowd?.forecasters ?? 0 };
  };
  return {
    opensAt: market.opensAt,
    endsAt: market.endsAt,
    lastTradeAt: market.lastTradeAt,
    flows: (flow?.outcomes ?? []).map(({ outcome, buy, sell }) => ({
      outcome,
      buyCredits: microsToWire(buy),
      sellCredits: microsToWire(sell),
    })),
    traders: flow?.traders ?? 0,
    largestTraderShare: credits === 0 ? null : (flow as MarketFlow).largest / credits,
    tradedHours: around.tradedHours.map(microsToWire),
    baselineHours: baselineOf(market, now).hours,
    depthsFrom: now - dayMs,
    outcomes: event.outcomes.map((_label, outcome) => ({
      priceBps: market.priceBps[outcome],
      spreadBps: spreads[outcome],
      depthCredits: microsToWire(depths[outcome]),
      day: days[outcome],
      crowd: crowdOf(outcome),
      venueBps: around.venueBps(outcome),
      depths: samples.map(sample => ({ at: sample.at, depthCredits: microsToWire(sample.depths[outcome]) })),
    })),
  };
}

type LinkedMarkets = Awaited<ReturnType<IntelligenceTools['aggregator']['feed']['linkedVenueMarkets']>>;

/** Current prices of an outcome on other venues; ignores stale and closed markets. */
function freshPrices(linked: LinkedMarkets, { slug, outcomes }: EventRow, outcome: number): number[] {
  return linked.flatMap(({ eventSlug, market }) => {
    if (eventSlug !== slug || market.stale || market.status !== 'active') return [];
    return matchingPrice(outcomes[outcome], market.outcomes) ?? [];
  });
}

/** Reads all inputs of the signals of these markets: six queries, regardless of the number of markets. */
async function surround(
  { store, aggregator }: IntelligenceTools,
  markets: readonly Seen[],
  now: number,
): Promise<(seen: Seen) => Surroundings> {
  const ids = markets.map(({ event }) => event.id);
  const states = markets.map(({ event, market }) => ({ eventId: event.id, upTo: market.sequence }));
  const baseline = baselineOf({ opensAt: 0 } as MarketRow, now);
  const [flows, hours, depths, batches] = await store.read(reader =>
    Promise.all([
      figureStore.flows(reader, { markets: states, from: now - hourMs, maxTrades: maxFlowTrades }),
      figureStore.hourVolumes(reader, ids, baseline.from, baseline.until),
      sampleStore.depths(reader, ids, now - dayMs),
      figureStore.crowdBatches(reader, ids),
    ]),
  );
  const linked = await aggregator.feed.linkedVenueMarkets(markets.map(({ event }) => event.slug));
  const byEvent = new Map(flows.map(flow => [flow.eventId, flow]));
  return ({ event }) => ({
    flow: byEvent.get(event.id),
    tradedHours: hours.get(event.id) ?? [],
    samples: depths.get(event.id) ?? [],
    crowd: shownCrowd(event.outcomes.length, batches.get(event.id) ?? []),
    venueBps: outcome => freshPrices(linked, event, outcome),
  });
}

/** Publishes the signals of one page of markets. A signal that is in force is not published again. */
async function publishPage(tools: IntelligenceTools, eventIds: readonly string[], now: number): Promise<number> {
  const { store, newId, marketData } = tools;
  const { live } = marketData;
  const needs = { hours: [dayHours], history: dayHours };
  const seen = await live.each(eventIds, needs, now, market =>
    see(market, live.histories.find(market, dayHours, now) as PriceHistory, now),
  );
  const around = await surround(tools, [...seen.values()], now);
  const inForce = await store.read(reader => signalStore.signalsInForce(reader, eventIds, now));
  const signalKeys = new Set(inForce.map(({ eventId, type, outcome }) => `${eventId} ${type} ${outcome}`));
  const fresh = [...seen].flatMap(([eventId, market]): NewSignal[] =>
    detectSignals(factsOf(market, around(market), now), now)
      .filter(({ type, outcome }) => !signalKeys.has(`${eventId} ${type} ${outcome}`))
      .map(signal => ({
        ...signal,
        id: newId('sig', now),
        eventId,
        demo: market.event.demo,
        sequence: market.market.sequence,
        detectedAt: now,
      })),
  );
  if (fresh.length > 0) await store.transact(tx => signalStore.publishSignals(tx, fresh));
  return fresh.length;
}

/** Computes the signals of every eligible active market and publishes them. Returns their number. */
export async function publishSignals(tools: IntelligenceTools, keepGoing: () => boolean): Promise<number> {
  const { store, clock } = tools;
  let published = 0;
  for (let after = ''; keepGoing(); ) {
    const now = clock();
    const page = await store.read(reader => signalStore.signalCandidates(reader, after, pageSize, now));
    if (page.length > 0) published += await publishPage(tools, page, now);
    if (page.length < pageSize) break;
    after = page[page.length - 1];
  }
  return published;
}

/** Judges the signals that are a day old. */
export async function judgeSignals(
  { store, clock }: Pick<IntelligenceTools, 'store' | 'clock'>,
  keepGoing: () => boolean,
): Promise<void> {
  let judged: number;
  do {
    judged = await store.transact(tx => signalStore.judgeSignals(tx, clock() - judgeAfterMs, judgedAtOnce));
  } while (judged === judgedAtOnce && keepGoing());
}
