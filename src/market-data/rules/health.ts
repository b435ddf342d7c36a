// Scores how well a market can be traded. Each component is between 0 and 1; the score is their weighted sum in
// percent. A paused market gets half of it, one that accepts no orders gets 0.

import type { MarketStatus } from '../../engine/lifecycle.js';
import { dayMs, hourMs } from '../../kernel/time.js';
import { microsPerUnit } from '../../kernel/units.js';

export const healthWeights = { recency: 30, depth: 25, spread: 20, traders: 15, orders: 10 } as const;
export type HealthPart = keyof typeof healthWeights;

/** Describes each component; public text. */
export const healthMeanings: Readonly<Record<HealthPart, string>> = {
  recency: '1 for up to an hour after the last trade (or the opening), then falling linearly to 0 at staleDays.',
  depth:
    'Credits within 200 bps of the price on the thinner side of the leading outcome: from 0 at 1 to 1 at 1000, logarithmic.',
  spread: 'Spread of the leading outcome: 1 up to 10 bps, falling linearly to 0 at 500 bps.',
  traders: 'Players who have traded here: 1 from 20 up.',
  orders: 'Open orders: 1 from 10 up.',
};

/** The time after the end of trading at which a resolution is overdue. */
const overdueAfterMs = dayMs;
const endingSoonMs = hourMs;
const thinCredits = 20;

export const adviceCodes = [
  'trade',
  'trade-small',
  'ending-soon',
  'quote-only',
  'wait',
  'await-resolution',
  'resolution-overdue',
  'leave',
] as const;
export type AdviceCode = (typeof adviceCodes)[number];

const sentences: Readonly<Record<AdviceCode, string>> = {
  trade: 'Active and liquid: trade and quote as usual.',
  'trade-small': 'The book is thin: preview every order, keep it small, or rest limit orders.',
  'ending-soon': 'Trading ends within the hour: reprice or cancel your resting orders.',
  'quote-only': 'The price is stale: do not treat it as current; rest limit orders at your own price.',
  wait: 'Orders are not accepted at the moment: keep reading, and cancel orders that should not rest when it opens.',
  'await-resolution': 'Trading has ended and the resolution is pending: drop the market from your trading loop.',
  'resolution-overdue': 'Trading has ended and the resolution is overdue: do not rely on a payout yet.',
  leave: 'The event is resolved: it can no longer be traded.',
};

export interface HealthFigures {
  /** The status at the current time. */
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
  /** Set if trading ended early, or once a job has recorded its end. */
  readonly closedAt: number | null;
  readonly lastTradeAt: number | null;
  /** The spread of the leading outcome; null if a side is empty. */
  readonly spreadBps: number | null;
  /** Micro-credits within 200 bps of the leading outcome's price. */
  readonly bidDepth: number;
  readonly askDepth: number;
  readonly openOrders: number;
  readonly traders: number;
}

export interface Health {
  readonly score: number;
  readonly parts: Readonly<Record<HealthPart, number>>;
  readonly stale: boolean;
  readonly resolutionOverdue: boolean;
  readonly advice: { readonly code: AdviceCode; readonly sentence: string };
}

const between = (value: number) => Math.min(1, Math.max(0, value));

/** Active and past its end, or without a trade for that many days after its opening. */
function isStale(
  { status, opensAt, endsAt, lastTradeAt }: Pick<HealthFigures, 'status' | 'opensAt' | 'endsAt' | 'lastTradeAt'>,
  staleDays: number,
  now: number,
): boolean {
  if (status !== 'active') return false;
  return endsAt <= now || Math.max(opensAt, lastTradeAt ?? 0) <= now - staleDays * dayMs;
}

function partsOf(figures: HealthFigures, staleDays: number, now: number): Record<HealthPart, number> {
  const { opensAt, lastTradeAt, spreadBps, bidDepth, askDepth, openOrders, traders } = figures;
  const age = now - Math.max(opensAt, lastTradeAt ?? 0);
  const depth = Math.min(bidDepth, askDepth) / microsPerUnit;
  return {
    recency: between(1 - (age - hourMs) / (staleDays * dayMs - hourMs)),
    depth: depth <= 1 ? 0 : between(Math.log10(depth) / 3),
    spread: spreadBps === null ? 0 : between(1 - (spreadBps - 10) / 490),
    traders: between(traders / 20),
    orders: between(openOrders / 10),
  };
}

function adviceOf(figures: HealthFigures, stale: boolean, overdue: boolean, now: number): AdviceCode {
  const { status, endsAt, bidDepth, askDepth } = figures;
  if (status === 'resolved' || status === 'void') return 'leave';
  if (status === 'closed') return overdue ? 'resolution-overdue' : 'await-resolution';
  if (status !== 'active') return 'wait';
  if (stale) return 'quote-only';
  if (endsAt - now <= endingSoonMs) return 'ending-soon';
  return Math.min(bidDepth, askDepth) < thinCredits * microsPerUnit ? 'trade-small' : 'trade';
}

export function judgeHealth(figures: HealthFigures, staleDays: number, now: number): Health {
  const { status, endsAt, closedAt } = figures;
  const parts = partsOf(figures, staleDays, now);
  const stale = isStale(figures, staleDays, now);
  const resolutionOverdue = status === 'closed' && now - (closedAt ?? endsAt) > overdueAfterMs;
  const share = status === 'active' ? 1 : status === 'paused' ? 0.5 : 0;
  let sum = 0;
  for (const name of Object.keys(healthWeights) as HealthPart[]) sum += healthWeights[name] * parts[name];
  const code = adviceOf(figures, stale, resolutionOverdue, now);
  return {
    score: Math.round(share * sum),
    parts,
    stale,
    resolutionOverdue,
    advice: { code, sentence: sentences[code] },
  };
}
