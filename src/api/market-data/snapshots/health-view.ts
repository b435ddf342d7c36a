import { type HealthPart, healthWeights, judgeHealth } from '../../../domain/market-data/health.js';
import { statusAt } from '../../../domain/market-status.js';
import { microsToWire } from '../../../domain/units.js';
import { depthDistances, depthOfBook, topOfBook } from '../../../operations/exchange/live/book-figures.js';
import type { LiveMarket } from '../../../operations/exchange/live/live-market.js';
import type { LiveReads } from '../../../operations/market-data/live-reads.js';
import type { PastFigure } from '../../../operations/market-data/past-timeline.js';
import type { LiveReply } from '../live-reply.js';
import { totalSlot } from '../lookback-slots.js';
import { headOf, isoOrNull, leadingOutcomes, tradedSince, writeView } from './snapshot-view.js';

interface HealthOptions {
  /** Null leaves a slot for the figure that depends on the look-back. */
  readonly lookbackHours: number | null;
  readonly staleDays: number;
  readonly fields?: readonly string[];
}

const near = depthDistances.indexOf(200);

/** Rates the health of a market, which must be consistent. */
export function healthOf(live: LiveMarket, staleDays: number, now: number) {
  const { market } = live;
  const [leading] = leadingOutcomes(live, 1);
  const { bids, asks } = depthOfBook(live, leading, now)[near];
  const figures = {
    status: statusAt(market, now),
    opensAt: market.opensAt,
    endsAt: market.endsAt,
    closedAt: market.closedAt,
    lastTradeAt: market.lastTradeAt,
    spreadBps: topOfBook(live, leading, now).spreadBps,
    bidDepth: bids.credits,
    askDepth: asks.credits,
    openOrders: market.openOrders,
    traders: market.traders,
  };
  return { figures, health: judgeHealth(figures, staleDays, now) };
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

function viewHealth(reads: LiveReads, live: LiveMarket, { lookbackHours, staleDays }: HealthOptions, now: number) {
  const { event, market } = live;
  const { figures, health } = healthOf(live, staleDays, now);
  const { score, parts, stale, resolutionOverdue, advice } = health;
  const past = lookbackHours === null ? null : (reads.past.find(event.id, lookbackHours, now) as PastFigure);
  const traded = past && tradedSince(live, past).reduce((total, volume) => total + volume, 0);
  const { lastTradeAt } = market;
  return {
    ...headOf(live, now),
    lastTradeAt: isoOrNull(lastTradeAt),
    lastTradeAgeSeconds: lastTradeAt === null ? null : Math.max(0, Math.floor((now - lastTradeAt) / 1000)),
    spreadBps: figures.spreadBps,
    depth: {
      withinBps: depthDistances[near],
      bidCredits: microsToWire(figures.bidDepth),
      askCredits: microsToWire(figures.askDepth),
    },
    openOrders: market.openOrders,
    traders: market.traders,
    volumeCredits: microsToWire(market.volume),
    lookbackVolumeCredits: traded === null ? totalSlot : microsToWire(traded),
    stale,
    resolutionOverdue,
    score,
    parts: (Object.keys(healthWeights) as HealthPart[]).map(name => ({
      name,
      weight: healthWeights[name],
      value: round(parts[name], 4),
      points: round(healthWeights[name] * parts[name], 1),
    })),
    advice,
  };
}

/** Describes how the health of a market is built and cached. */
export function healthReply(reads: LiveReads, options: HealthOptions): LiveReply {
  const { lookbackHours, staleDays, fields } = options;
  const named = fields ? [...new Set(fields)].sort().join(',') : '';
  return {
    key: `health ${lookbackHours} ${staleDays} ${named}`,
    needs: { hours: lookbackHours === null ? [] : [lookbackHours] },
    make: (live, now) => writeView(live, viewHealth(reads, live, options, now), fields, now),
  };
}
