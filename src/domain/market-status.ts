import { isoTime } from './iso-time.js';

/** The states of a market and their transitions by the clock. */
export const marketStatuses = ['scheduled', 'active', 'paused', 'closed', 'resolved', 'void'] as const;
export type MarketStatus = (typeof marketStatuses)[number];

/** Times are epoch milliseconds. */
export interface MarketTimes {
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
}

/**
 * Returns the status at this time. Jobs store it later, so every decision calls this function and none relies on the
 * stored status alone.
 */
export function statusAt(market: MarketTimes, now: number): MarketStatus {
  const opened = market.status === 'scheduled' && market.opensAt <= now ? 'active' : market.status;
  return (opened === 'active' || opened === 'paused') && market.endsAt <= now ? 'closed' : opened;
}

/** Returns the next time at which the clock changes the status. */
export function statusUntil(market: MarketTimes, now: number): number {
  const status = statusAt(market, now);
  if (status === 'scheduled') return market.opensAt;
  return status === 'active' || status === 'paused' ? market.endsAt : Number.POSITIVE_INFINITY;
}

/** Describes a market that does not accept orders: its status, and when it opens if it has not yet. */
export function closedBecause(
  name: string,
  market: MarketTimes,
  status: MarketStatus,
): { readonly message: string; readonly extra: Readonly<Record<string, string>> } {
  if (status !== 'scheduled') return { message: `${name} is ${status}.`, extra: { status } };
  const opensAt = isoTime(market.opensAt);
  return { message: `${name} is scheduled; it opens at ${opensAt}.`, extra: { status, opensAt } };
}
