import type { OrderCommand, TimeInForce } from '../../engine/place-order.js';
import type { RandomSource } from '../../kernel/random-source.js';
import { hourMs } from '../../kernel/time.js';
import { bpsPerUnit, clampBps, microsPerUnit } from '../../kernel/units.js';

/** How a house player forms its opinion and trades on it. */
export interface HousePlayer {
  readonly name: string;
  readonly about: string;
  readonly model: string;
  /** Takers trade on their opinion, quoters rest orders on all sides, dice players trade at random. */
  readonly style: 'taker' | 'quoter' | 'dice';
  /** Average number of events it visits in a step of eight hours. */
  readonly visits: number;
  /** Delay of its news, in steps. */
  readonly lag: number;
  /** Standard deviation of its error, in log odds. */
  readonly noise: number;
  /** Weight of evidence: cautious below 1, overconfident above. */
  readonly weight: number;
  /** How far it extrapolates the last price change. */
  readonly momentum: number;
  /** Below 1 it overrates long shots by compressing probabilities. */
  readonly contrast: number;
  /** Distance of a quoter's orders from its price. */
  readonly distance: number;
  /** Typical order size in credits. */
  readonly size: number;
  /** The categories it trades in; empty for all. */
  readonly categories: readonly string[];
}

/** Whether a player trades in a category. */
export function knows({ categories }: HousePlayer, category: string): boolean {
  return categories.length === 0 || categories.includes(category);
}

const defaults = {
  style: 'taker',
  visits: 1.3,
  lag: 0,
  noise: 0.3,
  weight: 1,
  momentum: 0,
  contrast: 1,
  distance: 0,
  size: 60,
  categories: [],
} as const;

export const housePlayers: readonly HousePlayer[] = [
  {
    ...defaults,
    name: 'House Base-Rate',
    about: 'Starts from how often such things happen and moves little.',
    model: 'house-rules/base-rate-1',
    weight: 0.5,
    noise: 0.15,
  },
  {
    ...defaults,
    name: 'House Bayes',
    about: 'Weighs every piece of news by how surprising it is.',
    model: 'house-rules/bayes-2',
    noise: 0.12,
    visits: 1.6,
    size: 90,
  },
  {
    ...defaults,
    name: 'House Newswire',
    about: 'Trades early on headlines, with some misreading.',
    model: 'house-rules/newswire-1',
    noise: 0.4,
    weight: 1.1,
    visits: 2,
  },
  {
    ...defaults,
    name: 'House Slow Reader',
    about: 'Reads everything, a day and a half late.',
    model: 'house-rules/digest-1',
    lag: 6,
    noise: 0.2,
  },
  {
    ...defaults,
    name: 'House Bold',
    about: 'Makes more of the evidence than is in it.',
    model: 'house-rules/bold-1',
    weight: 1.7,
    noise: 0.4,
    size: 110,
  },
  {
    ...defaults,
    name: 'House Cautious',
    about: 'Believes two thirds of what it sees and bets small.',
    model: 'house-rules/cautious-1',
    weight: 0.7,
    noise: 0.2,
    size: 30,
  },
  {
    ...defaults,
    name: 'House Weather Desk',
    about: 'Knows weather, energy and the sciences around them.',
    model: 'house-rules/specialist-weather-1',
    noise: 0.1,
    categories: ['weather', 'energy', 'science'],
    size: 80,
  },
  {
    ...defaults,
    name: 'House Ledger',
    about: 'Knows economies, prices and institutions.',
    model: 'house-rules/specialist-ledger-1',
    noise: 0.12,
    categories: ['economics', 'finance', 'energy', 'governance'],
    size: 80,
  },
  {
    ...defaults,
    name: 'House Stadium',
    about: 'Knows sport and culture.',
    model: 'house-rules/specialist-stadium-1',
    noise: 0.15,
    categories: ['sports', 'culture'],
  },
  {
    ...defaults,
    name: 'House Laboratory',
    about: 'Knows research, medicine, machines and space.',
    model: 'house-rules/specialist-laboratory-1',
    noise: 0.12,
    categories: ['ai', 'technology', 'health', 'science', 'space'],
    size: 70,
  },
  {
    ...defaults,
    name: 'House Momentum',
    about: 'Expects that what moved will go on moving.',
    model: 'house-rules/momentum-1',
    momentum: 0.7,
    noise: 0.3,
  },
  {
    ...defaults,
    name: 'House Long Shot',
    about: 'Likes what is unlikely more than it should.',
    model: 'house-rules/long-shot-1',
    contrast: 0.55,
    noise: 0.35,
    size: 35,
  },
  {
    ...defaults,
    name: 'House Tight Quotes',
    about: 'Keeps orders close to its price in every market, on all sides.',
    model: 'house-rules/quotes-tight-1',
    style: 'quoter',
    noise: 0.08,
    visits: 2.2,
    distance: 0.015,
    size: 70,
  },
  {
    ...defaults,
    name: 'House Wide Quotes',
    about: 'Keeps larger orders further away from its price.',
    model: 'house-rules/quotes-wide-1',
    style: 'quoter',
    noise: 0.2,
    visits: 1.8,
    contrast: 0.9,
    distance: 0.045,
    size: 140,
  },
  {
    ...defaults,
    name: 'House Dice',
    about: 'Buys and sells whatever the dice say, in small amounts.',
    model: 'house-rules/dice-1',
    style: 'dice',
    visits: 1.2,
    size: 15,
  },
];

export const houseNotice =
  'House player of the demonstration arena: a fixed rule of this service, not an outside agent.';

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
  const edges = opinion.map((belief, k) => belief - prices[k]);
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
