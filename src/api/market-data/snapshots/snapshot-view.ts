import { statusAt } from '../../../domain/market-status.js';
import { microsToWire } from '../../../domain/units.js';
import type { ReplyText } from '../../../http/market-reply-cache.js';
import { topOfBook, unchangedUntil } from '../../../operations/exchange/live/book-figures.js';
import type { LiveMarket } from '../../../operations/exchange/live/live-market.js';
import type { LiveReads } from '../../../operations/market-data/live-reads.js';
import type { PastFigure } from '../../../operations/market-data/past-timeline.js';
import type { LiveTrade, PlayerName } from '../../../store/market-data/interface.js';
import { type LiveReply, maxReplyAgeMs } from '../live-reply.js';
import { changeSlot, totalSlot, volumeSlot } from '../lookback-slots.js';

const iso = (ms: number) => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Members that are always present, regardless of the selection. */
const always = ['slug', 'eventPubkey', 'sequence', 'tradesSequence', 'asOf'];

/** Serializes a view with the selected members. */
export function writeView(
  live: LiveMarket,
  view: object,
  fields: readonly string[] | undefined,
  now: number,
): ReplyText {
  const chosen = fields && new Set([...always, ...fields]);
  const text = chosen
    ? JSON.stringify(Object.fromEntries(Object.entries(view).filter(([name]) => chosen.has(name))))
    : JSON.stringify(view);
  return { text, at: now, until: Math.min(now + maxReplyAgeMs, unchangedUntil(live, now)) };
}

export function headOf({ event, market }: LiveMarket, now: number) {
  return {
    slug: event.slug,
    eventPubkey: event.pubkey,
    sequence: market.sequence,
    asOf: iso(now),
    title: event.title,
    status: statusAt(market, now),
    endsAt: iso(market.endsAt),
  };
}

/** Micro-credits traded since the figure was computed, by outcome. */
export function tradedSince({ market }: LiveMarket, { outcomeVolumes }: PastFigure): number[] {
  return market.outcomeVolumes.map((volume, outcome) => volume - outcomeVolumes[outcome]);
}

/** The indexes of the outcomes with the highest prices, in the order of the outcomes. */
export function leadingOutcomes({ market }: LiveMarket, limit: number): number[] {
  const indexes = market.priceBps.map((_price, index) => index);
  if (indexes.length <= limit) return indexes;
  const byPrice = indexes.sort((a, b) => market.priceBps[b] - market.priceBps[a] || a - b);
  return byPrice.slice(0, limit).sort((a, b) => a - b);
}

function viewTrade(trade: LiveTrade, eventSlug: string, { handle, kind, retired, house }: PlayerName) {
  const { id, outcome, side, shares, credits, priceBps, against, sequence, at } = trade;
  return {
    id,
    eventSlug,
    outcomeIndex: outcome,
    side,
    shares: microsToWire(shares),
    credits: microsToWire(credits),
    priceBps,
    against,
    player: { handle, kind, retired, house },
    sequence,
    at: iso(at),
  };
}

interface SnapshotOptions {
  /** Null leaves slots for the figures that depend on the look-back. */
  readonly lookbackHours: number | null;
  readonly outcomeLimit: number;
  readonly fields?: readonly string[];
}

function viewSnapshot(reads: LiveReads, live: LiveMarket, options: SnapshotOptions, now: number) {
  const { event, market, trades } = live;
  const { lookbackHours } = options;
  const past = lookbackHours === null ? null : (reads.past.find(event.id, lookbackHours, now) as PastFigure);
  const traded = past && tradedSince(live, past);
  const day = tradedSince(live, reads.past.find(event.id, 24, now) as PastFigure);
  return {
    ...headOf(live, now),
    tradesSequence: market.trades,
    outcomes: leadingOutcomes(live, options.outcomeLimit).map(index => ({
      index,
      label: event.outcomes[index],
      priceBps: market.priceBps[index],
      ...topOfBook(live, index, now),
      changeBps: past ? market.priceBps[index] - past.priceBps[index] : changeSlot(index),
      volumeCredits: microsToWire(market.outcomeVolumes[index]),
      lookbackVolumeCredits: traded ? microsToWire(traded[index]) : volumeSlot(index),
    })),
    outcomeCount: event.outcomes.length,
    lastTrades: trades.map(trade => viewTrade(trade, event.slug, reads.names.find(trade.playerId, now) as PlayerName)),
    lastTradeAt: isoOrNull(market.lastTradeAt),
    volumeCredits: microsToWire(market.volume),
    volume24hCredits: microsToWire(sum(day)),
    lookbackVolumeCredits: traded ? microsToWire(sum(traded)) : totalSlot,
    openOrders: market.openOrders,
    traders: market.traders,
  };
}

/** Describes how the snapshot of a market is built and cached. */
export function snapshotReply(reads: LiveReads, options: SnapshotOptions): LiveReply {
  const { lookbackHours, outcomeLimit, fields } = options;
  const named = fields ? [...new Set(fields)].sort().join(',') : '';
  return {
    key: `snapshot ${lookbackHours} ${outcomeLimit} ${named}`,
    needs: { hours: [...new Set([lookbackHours ?? 24, 24])], traders: true },
    make(live, now) {
      const { until, ...made } = writeView(live, viewSnapshot(reads, live, options, now), fields, now);
      return { ...made, until: Math.min(until, ...live.trades.map(trade => reads.names.freshUntil(trade.playerId))) };
    },
  };
}
