import { hourMs } from '../durations.js';
import type { OrderCommand, TimeInForce } from '../exchange/order.js';
import { bpsPerUnit, clampBps, microsPerUnit } from '../units.js';
import type { HousePlayer } from './house-players.js';
import type { RandomSource } from './random-source.js';

export type OrderDraft = Omit<OrderCommand, 'orderId'>;

/** The state that a player sees when it visits an event. */
export interface Visit {
  readonly player: HousePlayer;
  readonly chance: RandomSource;
  readonly now: number;
  /** Its own probabilities, and the prices, as fractions of one. */
  readonly opinion: readonly number[];
  readonly prices: readonly number[];
  /** Available shares by outcome, and available credits, in millionths. */
  readonly shares: readonly number[];
  readonly available: number;
}

/** The minimum difference between opinion and price to trade on. */
const minEdge = 0.015;
/** The share of the available credits that one order may take. */
const maxShareOfAvailable = 0.15;
const minCredits = 2;

const bpsOf = (price: number) => clampBps(price * bpsPerUnit);

function order(
  draft: Pick<OrderDraft, 'outcome' | 'side' | 'amount'>,
  price: number,
  timeInForce: TimeInForce,
  expiresAt: number | null = null,
): OrderDraft {
  return { ...draft, limitBps: bpsOf(price), timeInForce, expiresAt, ifSequence: null };
}

/** An amount around the player's typical order size, in whole credits. */
function creditsOf({ player, chance, available }: Visit, factor: number): number {
  const wanted = player.size * factor * Math.exp(0.5 * chance.normal());
  const credits = Math.floor(Math.min(wanted, (maxShareOfAvailable * available) / microsPerUnit));
  return credits < minCredits ? 0 : credits * microsPerUnit;
}

function takerTimeInForce({ chance }: Visit): TimeInForce {
  const draw = chance.next();
  if (draw < 0.5) return 'GTC';
  return draw < 0.88 ? 'IOC' : 'FOK';
}

function indexOfLargest(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value > values[best] ? index : best), 0);
}

/** Sells part of the most overpriced holding. */
function sellDear(visit: Visit): OrderDraft[] {
  const { opinion, prices, shares, chance } = visit;
  const dearness = prices.map((price, k) => (shares[k] >= microsPerUnit ? price - opinion[k] : -1));
  const outcome = indexOfLargest(dearness);
  if (dearness[outcome] < minEdge) return [];
  const amount = Math.floor((shares[outcome] * chance.between(0.3, 1)) / 10_000) * 10_000;
  const limit = prices[outcome] - dearness[outcome] * chance.between(0.5, 0.95);
  return [order({ outcome, side: 'sell', amount }, limit, takerTimeInForce(visit))];
}

/** Buys the most underpriced outcome, with a limit short of the player's own probability. */
function buyCheap(visit: Visit): OrderDraft[] {
  const { opinion, prices, chance } = visit;
  const edges = opinion.map((own, k) => own - prices[k]);
  const outcome = indexOfLargest(edges);
  const edge = edges[outcome];
  const amount = creditsOf(visit, 0.6 + 6 * edge);
  if (edge < minEdge || amount === 0) return [];
  return [
    order(
      { outcome, side: 'buy', amount },
      prices[outcome] + edge * chance.between(0.5, 0.95),
      takerTimeInForce(visit),
    ),
  ];
}

/** Rests a buy order below the price, sometimes with an expiry. */
function waitForBargain(visit: Visit): OrderDraft[] {
  const { opinion, prices, chance, now } = visit;
  const outcome = Math.floor(chance.next() * prices.length);
  const limit = Math.min(opinion[outcome], prices[outcome]) * chance.between(0.75, 0.97);
  const amount = creditsOf(visit, 0.8);
  if (amount === 0 || limit < 0.005) return [];
  const expiresAt = chance.next() < 0.5 ? Math.floor(now + chance.between(12, 96) * hourMs) : null;
  return [order({ outcome, side: 'buy', amount }, limit, 'GTC', expiresAt)];
}

function takerOrders(visit: Visit): OrderDraft[] {
  const { chance } = visit;
  const sells = chance.next() < 0.6 ? sellDear(visit) : [];
  if (sells.length > 0) return sells;
  const buys = buyCheap(visit);
  if (buys.length > 0) return buys;
  return chance.next() < 0.4 ? waitForBargain(visit) : [];
}

/** Outcomes that a quoter quotes per market. */
const maxQuoted = 3;

function bids(visit: Visit, outcome: number, price: number, distance: number): OrderDraft[] {
  const levels = visit.chance.next() < 0.6 ? [1, 2.5] : [1];
  return levels.flatMap(level => {
    const amount = creditsOf(visit, 0.5 + 0.3 * level);
    const limit = price - distance * level;
    return amount === 0 || limit < 0.002 ? [] : [order({ outcome, side: 'buy', amount }, limit, 'GTC')];
  });
}

/** Orders that rest around the price, shifted a little towards the quoter's opinion. */
function quoterOrders(visit: Visit): OrderDraft[] {
  const { player, opinion, prices, shares, chance } = visit;
  const likeliest = [...prices.keys()].sort((a, b) => prices[b] - prices[a]).slice(0, maxQuoted);
  return likeliest.flatMap(outcome => {
    const price = prices[outcome];
    const fair = 0.75 * price + 0.25 * opinion[outcome];
    // Near 0 and 1 a fixed distance would be most of the price.
    const distance = player.distance * chance.between(0.8, 1.2) * Math.min(1, 0.2 + 3 * price * (1 - price));
    const below = bids(visit, outcome, Math.min(fair, price), distance);
    const offered = Math.floor(Math.min(shares[outcome] / 2, (player.size / price) * microsPerUnit));
    if (offered < 5 * microsPerUnit) return below;
    return [...below, order({ outcome, side: 'sell', amount: offered }, Math.max(fair, price) + distance, 'GTC')];
  });
}

function diceOrders(visit: Visit): OrderDraft[] {
  const { prices, shares, chance } = visit;
  const outcome = Math.floor(chance.next() * prices.length);
  if (shares[outcome] > 10 * microsPerUnit && chance.next() < 0.5) {
    return [order({ outcome, side: 'sell', amount: Math.floor(shares[outcome] / 2) }, prices[outcome] * 0.85, 'IOC')];
  }
  const amount = creditsOf(visit, 1);
  const limit = Math.min(0.97, prices[outcome] * 1.15 + 0.01);
  return amount === 0 ? [] : [order({ outcome, side: 'buy', amount }, limit, 'IOC')];
}

const styles: Readonly<Record<HousePlayer['style'], (visit: Visit) => OrderDraft[]>> = {
  taker: takerOrders,
  quoter: quoterOrders,
  dice: diceOrders,
};

/** Returns the orders that a player places when it visits an event. */
export function houseOrders(visit: Visit): OrderDraft[] {
  return styles[visit.player.style](visit);
}
