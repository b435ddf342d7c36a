// Example strategies: their behaviour, parameters, and the markets they currently fit.

import type { MarketStatus } from '../../engine/lifecycle.js';
import { hourMs } from '../../kernel/time.js';
import { bpsPerUnit, clampBps, microsPerUnit } from '../../kernel/units.js';

export interface OutcomeFigures {
  readonly index: number;
  readonly priceBps: number;
  /** Over the look-back. */
  readonly changeBps: number;
  readonly spreadBps: number | null;
  /** Micro-credits within 200 bps of the price, on the thinner side. */
  readonly depth: number;
  /** The caller's probability in basis points, if given. */
  readonly beliefBps: number | null;
}

export interface StrategyFigures {
  /** The status at the current time. */
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
  readonly lastTradeAt: number | null;
  /** Micro-credits traded within the look-back. */
  readonly volume: number;
  readonly outcomes: readonly OutcomeFigures[];
}

export interface StrategyFit {
  readonly outcome: number;
  readonly reason: string;
  /** The limit for buying the outcome; null if it depends on the caller's own probability. */
  readonly buyLimitBps: number | null;
  /** Higher ranks come first. */
  readonly rank: number;
}

interface Parameter {
  readonly name: string;
  readonly value: number;
  readonly unit: 'bps' | 'credits' | 'hours' | 'share';
  readonly meaning: string;
}

export interface Strategy {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly steps: readonly string[];
  readonly risk: string;
  fit(market: StrategyFigures, now: number): StrategyFit | null;
}

function leading({ outcomes }: StrategyFigures): OutcomeFigures {
  return outcomes.reduce((best, outcome) => (outcome.priceBps > best.priceBps ? outcome : best));
}

const hoursLeft = ({ endsAt }: StrategyFigures, now: number) => (endsAt - now) / hourMs;
const quietHours = ({ opensAt, lastTradeAt }: StrategyFigures, now: number) =>
  (now - Math.max(opensAt, lastTradeAt ?? 0)) / hourMs;
const undecided = ({ priceBps }: OutcomeFigures, edgeBps: number) =>
  priceBps >= edgeBps && priceBps <= bpsPerUnit - edgeBps;
const whole = (value: number) => Math.round(value).toLocaleString('en');

const making = {
  halfSpreadBps: 150,
  quoteCredits: 25,
  minVolumeCredits: 10,
  maxChangeBps: 1_000,
  minHoursLeft: 24,
  edgeBps: 500,
};

const marketMaking: Strategy = {
  id: 'market-making',
  title: 'Quote both sides',
  summary: 'Rest limit orders on both sides of the price and earn the spread when others trade through them.',
  parameters: [
    {
      name: 'halfSpreadBps',
      value: making.halfSpreadBps,
      unit: 'bps',
      meaning: 'Distance from the price to each quote.',
    },
    { name: 'quoteCredits', value: making.quoteCredits, unit: 'credits', meaning: 'Amount resting on each side.' },
    {
      name: 'minVolumeCredits',
      value: making.minVolumeCredits,
      unit: 'credits',
      meaning: 'Minimum volume in the look-back.',
    },
    { name: 'maxChangeBps', value: making.maxChangeBps, unit: 'bps', meaning: 'Maximum move in the look-back.' },
    { name: 'minHoursLeft', value: making.minHoursLeft, unit: 'hours', meaning: 'Minimum time until trading ends.' },
  ],
  steps: [
    'Read the book; take midBps as the price.',
    'Rest a GTC buy of the outcome at price − halfSpreadBps.',
    'Rest a GTC buy of the other outcome at 10000 − price − halfSpreadBps; with more than two, sell from what you hold.',
    'When both sides fill, they pay a whole credit per share together: you keep the spread.',
    'Cancel and requote when the price has moved by more than halfSpreadBps.',
  ],
  risk: 'News moves the price through only one of the quotes. Keep quotes small and cancel before known announcements.',
  fit(market, now) {
    const outcome = leading(market);
    if (market.volume < making.minVolumeCredits * microsPerUnit || hoursLeft(market, now) < making.minHoursLeft)
      return null;
    if (!undecided(outcome, making.edgeBps) || Math.abs(outcome.changeBps) > making.maxChangeBps) return null;
    return {
      outcome: outcome.index,
      reason: `${whole(market.volume / microsPerUnit)} credits traded in the look-back, ${whole(hoursLeft(market, now))} hours left.`,
      buyLimitBps: clampBps(outcome.priceBps - making.halfSpreadBps),
      rank: market.volume,
    };
  },
};

const stale = { quietHours: 24, minHoursLeft: 6, edgeBps: 300 };

const fadeStale: Strategy = {
  id: 'fade-stale-prices',
  title: 'Fade stale prices',
  summary: 'A price without recent trades reflects old information: trade it towards what is known today.',
  parameters: [
    { name: 'quietHours', value: stale.quietHours, unit: 'hours', meaning: 'Minimum time without a trade.' },
    { name: 'minHoursLeft', value: stale.minHoursLeft, unit: 'hours', meaning: 'Minimum time until trading ends.' },
  ],
  steps: [
    'Look up what has been published since lastTradeAt.',
    'Estimate your own probability before you look at the price again.',
    'Preview a buy of the underpriced outcome, with your probability as the limit, and send it with ifSequence.',
  ],
  risk: 'A price may be old because nothing has happened. Without new information there is no edge.',
  fit(market, now) {
    const outcome = leading(market);
    const quiet = quietHours(market, now);
    if (quiet < stale.quietHours || hoursLeft(market, now) < stale.minHoursLeft) return null;
    if (!undecided(outcome, stale.edgeBps)) return null;
    const reason = `No trade for ${whole(quiet)} hours, ${whole(hoursLeft(market, now))} hours left.`;
    return { outcome: outcome.index, reason, buyLimitBps: null, rank: quiet };
  },
};

const sizing = { minEdgeBps: 200, maxSpreadBps: 100, minDepthCredits: 20, edgeBps: 300, kellyFraction: 0.5 };

const kelly: Strategy = {
  id: 'kelly-from-forecast',
  title: 'Size a forecast with Kelly',
  summary:
    'Stake the fraction of the bankroll that maximizes its growth if your forecast is right; half of that in practice.',
  parameters: [
    {
      name: 'minEdgeBps',
      value: sizing.minEdgeBps,
      unit: 'bps',
      meaning: 'Minimum of your probability minus the price.',
    },
    { name: 'kellyFraction', value: sizing.kellyFraction, unit: 'share', meaning: 'Fraction of the full Kelly stake.' },
    {
      name: 'maxSpreadBps',
      value: sizing.maxSpreadBps,
      unit: 'bps',
      meaning: 'Maximum spread between best bid and ask.',
    },
    { name: 'minDepthCredits', value: sizing.minDepthCredits, unit: 'credits', meaning: 'Within 200 bps.' },
  ],
  steps: [
    'Record your forecast with POST /api/play/v1/forecasts: it is scored whether you trade or not.',
    'Send probabilities and bankrollCredits to POST /api/bot/quant and read stakeCredits and limitPriceBps.',
    'Send a buy for the stake with that limit and timeInForce IOC.',
  ],
  risk: 'Kelly assumes that the forecast is right. If you are less sure, stake less.',
  fit(market) {
    const usable = market.outcomes.filter(({ spreadBps, depth, ...outcome }) => {
      const deep = depth >= sizing.minDepthCredits * microsPerUnit;
      const edge = outcome.beliefBps === null ? sizing.minEdgeBps : outcome.beliefBps - outcome.priceBps;
      return spreadBps !== null && spreadBps <= sizing.maxSpreadBps && deep && edge >= sizing.minEdgeBps;
    });
    const believed = usable.filter(({ beliefBps }) => beliefBps !== null);
    const edgeOf = ({ beliefBps, priceBps }: OutcomeFigures) => (beliefBps ?? priceBps) - priceBps;
    const best = believed.reduce<OutcomeFigures | null>(
      (top, outcome) => (top === null || edgeOf(outcome) > edgeOf(top) ? outcome : top),
      null,
    );
    if (best) {
      const reason = `Your probability is ${whole(edgeOf(best))} bps above the price.`;
      return { outcome: best.index, reason, buyLimitBps: best.beliefBps, rank: 1e15 + edgeOf(best) };
    }
    const open = market.outcomes.some(({ beliefBps }) => beliefBps !== null)
      ? undefined
      : usable.filter(outcome => undecided(outcome, sizing.edgeBps)).sort((a, b) => b.depth - a.depth)[0];
    if (!open) return null;
    const reason = `${whole(open.depth / microsPerUnit)} credits within 200 bps: deep enough to trade a forecast.`;
    return { outcome: open.index, reason, buyLimitBps: null, rank: open.depth };
  },
};

const ending = { withinHours: 72, edgeBps: 100 };

const calendar: Strategy = {
  id: 'calendar',
  title: 'Work through the calendar',
  summary: 'Markets that end soon settle soon: review each before it closes, and cancel what rests in it.',
  parameters: [
    { name: 'withinHours', value: ending.withinHours, unit: 'hours', meaning: 'Maximum time until trading ends.' },
  ],
  steps: [
    'Check the resolution source: is the outcome already known, or the time at which it will be?',
    'If an outcome is certain and still below 10000, buy it up to the price that justifies the wait.',
    'Cancel resting orders an hour before the end: late fills tend to be adverse.',
  ],
  risk: 'The resolution rule can turn an outcome that looks certain. Read the rule.',
  fit(market, now) {
    const left = hoursLeft(market, now);
    const outcome = leading(market);
    if (left > ending.withinHours || left <= 0 || !undecided(outcome, ending.edgeBps)) return null;
    const reason = `Trading ends in ${left < 2 ? `${whole(left * 60)} minutes` : `${whole(left)} hours`}.`;
    return { outcome: outcome.index, reason, buyLimitBps: null, rank: -left };
  },
};

export const strategies: readonly Strategy[] = [marketMaking, fadeStale, kelly, calendar];

/** Returns the active markets that fit, best first, and their number without the limit. */
export function fittingMarkets<T extends StrategyFigures>(
  strategy: Strategy,
  markets: readonly T[],
  maxMarkets: number,
  now: number,
): { readonly fits: (StrategyFit & { readonly market: T })[]; readonly total: number } {
  const fits = markets
    .filter(({ status }) => status === 'active')
    .flatMap(market => {
      const fit = strategy.fit(market, now);
      return fit ? [{ ...fit, market }] : [];
    })
    .sort((a, b) => b.rank - a.rank);
  return { fits: fits.slice(0, maxMarkets), total: fits.length };
}
