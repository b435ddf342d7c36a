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
