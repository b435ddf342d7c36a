import { type MarketTimes, statusAt } from '../market-status.js';

/** Open, upcoming and ended. */
function placeOf(market: MarketTimes, now: number): 0 | 1 | 2 {
  const status = statusAt(market, now);
  if (status === 'active') return 0;
  return status === 'scheduled' || status === 'paused' ? 1 : 2;
}

/**
 * The order of practice events: open ones first, soonest end first; then upcoming ones, soonest first; then ended ones,
 * latest first.
 */
export function byUse(now: number): (a: MarketTimes, b: MarketTimes) => number {
  return (a, b) => {
    const place = placeOf(a, now);
    const difference = place - placeOf(b, now);
    if (difference !== 0) return difference;
    return place === 2 ? b.endsAt - a.endsAt : a.endsAt - b.endsAt;
  };
}
