// A seeded stream of difficult markets and orders: shared limits, complementary limits, tiny and huge amounts.

import { bpsPerUnit, highestLimitBps, microsPerUnit } from '../../kernel/units.js';
import { availableOf, balanceOf } from '../ledger.js';
import { maxAmount, minAmount } from '../place-order.js';
import { freeShares } from '../position.js';
import { logPrices } from '../prices.js';
import { type Ask, type Desk, type DeskMarket, positionOf } from './memory-desk.js';

/** Numbers in [0, 1), the same for the same seed on every machine. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function whole(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)];
}

/** Log-uniform: as likely between 1 and 10 as between 10 and 100. */
export function spread(random: Random, from: number, to: number): number {
  return Math.exp(Math.log(from) + random() * (Math.log(to) - Math.log(from)));
}

export function randomMarket(random: Random): DeskMarket {
  const outcomes = random() < 0.02 ? whole(random, 9, 100) : pick(random, [2, 2, 2, 3, 3, 4, 5, 6, 7, 8]);
  const liquidityCredits = Math.round(spread(random, 100, 1_000_000));
  return random() < 0.5
    ? { outcomes, liquidityCredits }
    : { outcomes, liquidityCredits, prior: randomPrior(random, outcomes) };
}

function randomPrior(random: Random, outcomes: number): number[] {
  const weights = Array.from({ length: outcomes }, () => random() ** 4);
  const sum = weights.reduce((a, b) => a + b, 0);
  const free = bpsPerUnit - 50 * outcomes;
  const prior = weights.map(weight => 50 + Math.floor((weight / sum) * free));
  prior[0] += bpsPerUnit - prior.reduce((a, b) => a + b, 0);
  return prior;
}

export function randomAsk(random: Random, desk: Desk, playerId: string): Ask {
  const { book } = desk;
  const outcome = whole(random, 0, book.shares.length - 1);
  const owned = freeShares(positionOf(desk, playerId, outcome));
  const side = owned >= minAmount && random() < 0.5 ? 'sell' : 'buy';
  const free = side === 'sell' ? owned : Number(balanceOf(desk.balances, availableOf(playerId)));
  const most = Math.min(maxAmount, free);
  const amount = random() < 0.1 ? most : Math.floor(spread(random, minAmount, Math.max(minAmount, most)));
  return {
    outcome,
    side,
    amount: Math.max(minAmount, random() < 0.3 ? roundAmount(amount) : amount),
    limitBps: randomLimit(random, desk, outcome, side),
    timeInForce: random() < 0.8 ? 'GTC' : pick(random, ['IOC', 'FOK'] as const),
    expiresAt: random() < 0.1 ? desk.now + whole(random, 1, 20) : null,
  };
}

function roundAmount(amount: number): number {
  const scale = Math.max(microsPerUnit / 100, 10 ** Math.floor(Math.log10(amount)));
  return Math.floor(amount / scale) * scale;
}

/** Near the price, at a few shared values, at the extremes, or the complement of a resting limit. */
function randomLimit(random: Random, desk: Desk, outcome: number, side: 'buy' | 'sell'): number {
  const { book } = desk;
  const kind = random();
  const price = Math.exp(logPrices(book.shares, book.liquidity)[outcome]) * bpsPerUnit;
  let limit: number;
  if (kind < 0.4) limit = price + (random() - 0.5) * spread(random, 2, 4_000);
  else if (kind < 0.55) limit = whole(random, 1, 9) * 1_000;
  else if (kind < 0.8) limit = complement(desk, outcome, side) + pick(random, [0, 0, 0, 0, 1, -1]);
  else if (kind < 0.9) limit = side === 'buy' ? highestLimitBps - whole(random, 0, 2) : whole(random, 1, 3);
  else limit = whole(random, 1, highestLimitBps);
  return Math.min(highestLimitBps, Math.max(1, Math.round(limit)));
}

/** The complement of the best resting limits of the other outcomes. */
function complement(desk: Desk, outcome: number, side: 'buy' | 'sell'): number {
  const queues = side === 'buy' ? desk.book.resting.buys : desk.book.resting.sells;
  let sum = 0;
  for (let k = 0; k < queues.length; k += 1) if (k !== outcome) sum += queues[k].levels.at(-1)?.limitBps ?? 0;
  return bpsPerUnit - sum;
}
