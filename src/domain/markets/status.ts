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
