import { type MarketTimes, statusAt } from '../market-status.js';

/** What can be traded now, what can be later, and what is over. */
function placeOf(market: MarketTimes, now: number): 0 | 1 | 2 {
  const status = statusAt(market, now);
  if (status === 'active') return 0;
  return status === 'scheduled' || status === 'paused' ? 1 : 2;
}

/**
 * How practice events are listed: first those that are open, the soonest to end first; then those that are to come, the next
 * first; then those that have ended, the latest first.
 */
export function byUse(now: number): (a: MarketTimes, b: MarketTimes) => number {
  return (a, b) => {
    const place = placeOf(a, now);
    const difference = place - placeOf(b, now);
    if (difference !== 0) return difference;
    return place === 2 ? b.endsAt - a.endsAt : a.endsAt - b.endsAt;
  };
}
