import { isoTime } from './iso-time.js';

/** The states of a market and what the clock alone does to them. */
export const marketStatuses = ['scheduled', 'active', 'paused', 'closed', 'resolved', 'void'] as const;
export type MarketStatus = (typeof marketStatuses)[number];

/** Times are epoch milliseconds. */
export interface MarketTimes {
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
}

/**
 * The status that holds at this moment. Jobs only write down later what the times already say, so every decision asks
 * here and none looks at the stored status alone.
 */
export function statusAt(market: MarketTimes, now: number): MarketStatus {
  const opened = market.status === 'scheduled' && market.opensAt <= now ? 'active' : market.status;
  return (opened === 'active' || opened === 'paused') && market.endsAt <= now ? 'closed' : opened;
}

/** The moment at which the clock alone makes another status of it. */
export function statusUntil(market: MarketTimes, now: number): number {
  const status = statusAt(market, now);
  if (status === 'scheduled') return market.opensAt;
  return status === 'active' || status === 'paused' ? market.endsAt : Number.POSITIVE_INFINITY;
}

/** A market that takes nothing now, for people: what it is called, and when it opens where it has not yet. */
export function closedBecause(
  name: string,
  market: MarketTimes,
  status: MarketStatus,
): { readonly message: string; readonly extra: Readonly<Record<string, string>> } {
  if (status !== 'scheduled') return { message: `${name} is ${status}.`, extra: { status } };
  const opensAt = isoTime(market.opensAt);
  return { message: `${name} is scheduled; it opens at ${opensAt}.`, extra: { status, opensAt } };
}
