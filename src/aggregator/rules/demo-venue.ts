// Simulated venues of the demo arena: the arena's own events with prices that differ by a repeatable amount.

import { seededSource } from '../../kernel/random-source.js';
import type { VenueMarket, VenueOutcome } from './venue-market.js';

export interface DemoVenue {
  readonly id: 'demo-a' | 'demo-b';
  readonly name: string;
  readonly unit: string;
  /** Half of the spread; null for a venue without a book. */
  readonly halfSpreadBps: number | null;
  /** The maximum distance of its prices from the arena's. */
  readonly maxOffsetBps: number;
  /** Share of events that it lists. */
  readonly share: number;
  /** Share of its markets whose link to the event counts as confirmed; the others are suggestions. */
  readonly confirmedShare: number;
}

export const demoVenueList: readonly DemoVenue[] = [
  {
    id: 'demo-a',
    name: 'Demo venue A (simulated)',
    unit: 'demo dollars',
    halfSpreadBps: 60,
    maxOffsetBps: 500,
    share: 0.8,
    confirmedShare: 1,
  },
  {
    id: 'demo-b',
    name: 'Demo venue B (simulated)',
    unit: 'demo points',
    halfSpreadBps: null,
    maxOffsetBps: 900,
    share: 0.6,
    confirmedShare: 0.5,
  },
];

export interface DemoEvent {
  readonly slug: string;
  readonly market: VenueMarket;
}

const minPriceBps = 50;
const maxPriceBps = 9_950;
const clampBps = (bps: number) => Math.min(maxPriceBps, Math.max(minPriceBps, Math.round(bps)));

/** Normalizes prices to 10,000 after the offsets; the largest absorbs the rounding error. */
function offsetPrices(prices: readonly number[], offsets: readonly number[]): number[] {
  const moved = prices.map((price, index) => Math.max(minPriceBps, price + offsets[index]));
  const sum = moved.reduce((total, price) => total + price, 0);
  const scaled = moved.map(price => Math.round((price * 10_000) / sum));
  const rest = 10_000 - scaled.reduce((total, price) => total + price, 0);
  const largest = scaled.indexOf(Math.max(...scaled));
  return scaled.map((price, index) => (index === largest ? price + rest : price));
}

function quoted(outcome: VenueOutcome, priceBps: number, halfSpreadBps: number | null): VenueOutcome {
  if (halfSpreadBps === null) return { ...outcome, priceBps, bidBps: null, askBps: null };
  return {
    ...outcome,
    priceBps,
    bidBps: clampBps(priceBps - halfSpreadBps),
    askBps: clampBps(priceBps + halfSpreadBps),
  };
}

/** The event on a venue, or null if the venue does not list it. The same event and prices always give the same row. */
export function demoVenueMarket(venue: DemoVenue, { slug, market }: DemoEvent): VenueMarket | null {
  const random = seededSource(`${venue.id}/${slug}`);
  if (random.next() >= venue.share) return null;
  const { outcomes } = market;
  const prices = outcomes?.map(({ priceBps }) => priceBps) ?? [];
  if (!outcomes || prices.some(price => price === null)) return null;
  const offsets = prices.map(() => random.between(-1, 1) * venue.maxOffsetBps);
  const isDecided = market.status === 'resolved';
  const moved = isDecided ? (prices as number[]) : offsetPrices(prices as number[], offsets);
  const scale = random.between(0.2, 3.2);
  return {
    ...market,
    outcomes: outcomes.map((outcome, index) =>
      quoted(outcome, moved[index], isDecided || !market.tradable ? null : venue.halfSpreadBps),
    ),
    volume: market.volume === null ? null : Math.round(market.volume * scale),
    volume24h: market.volume24h === null ? null : Math.round(market.volume24h * scale),
    volumeUnit: venue.unit,
    url: null,
  };
}

export function isLinkConfirmed({ id, confirmedShare }: DemoVenue, slug: string): boolean {
  return seededSource(`${id}/${slug}/link`).next() < confirmedShare;
}
