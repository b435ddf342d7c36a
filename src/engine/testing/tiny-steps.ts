// A reference model of the exchange that uses only the price formula: the order trades a small step, every resting
// order whose limit is now attractive responds, and so on. It has no events, pins or log sums, and shares no code with
// the walk that it checks. All values are in credits, shares and prices from 0 to 1.

export interface TinyOrder {
  readonly outcome: number;
  readonly limit: number;
  /** Credits of a buy, shares of a sell. */
  left: number;
  shares: number;
}

interface TinyMarket {
  readonly liquidity: number;
  readonly held: number[];
  /** Resting orders on the order's own outcome and other side, best first. */
  readonly counters: TinyOrder[];
  /** Resting orders on other outcomes and the same side, best first. */
  readonly companions: TinyOrder[];
}

interface TinyAsk {
  readonly side: 'buy' | 'sell';
  readonly outcome: number;
  readonly limit: number;
  readonly amount: number;
}

interface TinyResult {
  readonly shares: number;
  readonly credits: number;
  readonly steps: number;
}

function prices({ held, liquidity }: TinyMarket): number[] {
  const weights = held.map(shares => Math.exp(shares / liquidity));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map(weight => weight / sum);
}

function cost({ held, liquidity }: TinyMarket): number {
  return liquidity * Math.log(held.reduce((sum, shares) => sum + Math.exp(shares / liquidity), 0));
}

function logit(price: number): number {
  return Math.log(price / (1 - price));
}

const closeEnough = 1e-9;

export function tradeInTinySteps(market: TinyMarket, ask: TinyAsk, sliver: number): TinyResult {
  const sign = ask.side === 'buy' ? 1 : -1;
  let shares = 0;
  let credits = 0;
  let left = ask.amount;
  let steps = 0;
  while (left > 0) {
    steps += 1;
    const met = meetCounter(market, ask, sign, left);
    if (met) {
      shares += met.shares;
      credits += met.credits;
      left -= sign === 1 ? met.credits : met.shares;
      if (met.done) break;
      continue;
    }
    const step = largestStep(market, ask, sign, sliver, left);
    if (!step) break;
    shares += step.shares;
    credits += step.credits;
    left -= sign === 1 ? step.credits : step.shares;
  }
  return { shares, credits, steps };
}

/** A whole step, or the largest half, quarter and so on of it that the limit and the amount allow. */
function largestStep(market: TinyMarket, ask: TinyAsk, sign: number, sliver: number, left: number) {
  for (let shares = sliver; shares > sliver * 1e-4; shares /= 2) {
    const { credits, undo } = trySliver(market, ask, sign, shares);
    const price = prices(market)[ask.outcome];
    if (sign * (price - ask.limit) <= 1e-8 && (sign === 1 ? credits : shares) <= left) return { shares, credits };
    undo();
  }
  return null;
}

/** A counter order trades as soon as the price reaches it. */
function meetCounter(market: TinyMarket, ask: TinyAsk, sign: number, left: number) {
  const counter = market.counters.find(each => each.left > 0);
  if (!counter || sign * (counter.limit - ask.limit) > closeEnough) return null;
  if (sign * (counter.limit - prices(market)[ask.outcome]) > 1e-7) return null;
  const offered = sign === 1 ? counter.left : counter.left / counter.limit;
  const wanted = sign === 1 ? left / counter.limit : left;
  const shares = Math.min(offered, wanted);
  counter.shares += shares;
  counter.left = offered <= wanted ? 0 : counter.left - (sign === 1 ? shares : shares * counter.limit);
  return { shares, credits: shares * counter.limit, done: wanted <= offered };
}

/** Trades a step with the maker, then lets companions respond until none of them is attractive. */
function trySliver(market: TinyMarket, ask: TinyAsk, sign: number, sliver: number) {
  const held = [...market.held];
  const before = market.companions.map(each => ({ left: each.left, shares: each.shares }));
  const costBefore = cost(market);
  let companionsPaid = 0;
  market.held[ask.outcome] += sign * sliver;
  for (let round = 0, busy = true; busy && round < 2_000; round += 1) {
    busy = false;
    for (const companion of market.companions) {
      const paid = answer(market, companion, sign);
      companionsPaid += paid;
      if (paid > sliver * 1e-6) busy = true;
    }
  }
  const undo = () => {
    market.held.splice(0, held.length, ...held);
    for (const [at, each] of market.companions.entries()) Object.assign(each, before[at]);
  };
  return { credits: sign * (cost(market) - costBefore) - companionsPaid, undo };
}

/** Moves one companion's outcome back to its limit, as far as it can; returns the credits. */
function answer(market: TinyMarket, companion: TinyOrder, sign: number): number {
  if (companion.left <= 0) return 0;
  const price = prices(market)[companion.outcome];
  const wanted = market.liquidity * sign * (logit(companion.limit) - logit(price));
  if (wanted <= 0) return 0;
  const most = sign === 1 ? companion.left / companion.limit : companion.left;
  const shares = Math.min(wanted, most);
  market.held[companion.outcome] += sign * shares;
  companion.shares += shares;
  companion.left = wanted >= most ? 0 : companion.left - (sign === 1 ? shares * companion.limit : shares);
  return shares * companion.limit;
}
