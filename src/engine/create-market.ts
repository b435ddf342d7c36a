// Creating a market: opening shares that express its prior, and its funding by the treasury.

import { invalidField, type Refusal } from '../kernel/refusal.js';
import { bpsPerUnit, type Microcredits, microcredits, microsPerUnit } from '../kernel/units.js';
import { marketAccount, type Transfer, transfer, treasury } from './ledger.js';
import type { MarketStatus } from './lifecycle.js';
import type { BookRow } from './market-book.js';
import { costOf } from './prices.js';

export const minOutcomes = 2;
export const maxOutcomes = 100;
export const defaultLiquidity = microcredits(1_000 * microsPerUnit);
const minLiquidity = 100 * microsPerUnit;
const maxLiquidity = 1_000_000 * microsPerUnit;
const minPriorBps = 50;

export interface CreateMarketCommand {
  readonly marketId: string;
  readonly outcomes: readonly string[];
  /** b, in micro-credits. */
  readonly liquidity: number;
  /** Opening prices in basis points; null for equal prices. */
  readonly prior: readonly number[] | null;
  /** Epoch milliseconds; null opens it immediately. */
  readonly opensAt: number | null;
  readonly endsAt: number;
}

export interface CreatedMarket {
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
  readonly book: BookRow;
  readonly transfers: readonly Transfer[];
}

export function decideCreateMarket(command: CreateMarketCommand, now: number): CreatedMarket | Refusal {
  const refusal = refuseCommand(command, now);
  if (refusal) return refusal;
  const { marketId, prior, outcomes, endsAt } = command;
  const liquidity = microcredits(command.liquidity);
  const shares = prior ? openingShares(prior, liquidity) : outcomes.map(() => 0);
  const account = fundingOf(shares, liquidity);
  const opensAt = command.opensAt ?? now;
  return {
    status: opensAt > now ? 'scheduled' : 'active',
    opensAt,
    endsAt,
    book: { marketId, liquidity, openingShares: shares, shares, account, sequence: 1 },
    transfers: [transfer('market_funding', marketId, treasury, marketAccount(marketId), account)],
  };
}

/** q₀: zero for the least likely outcome, and for the others b · ln of their odds against it. */
function openingShares(prior: readonly number[], liquidity: Microcredits): number[] {
  const minBps = Math.min(...prior);
  return prior.map(bps => Math.round(liquidity * Math.log(bps / minBps)));
}

/** The maximum loss of the market maker: enough to pay any outcome. */
function fundingOf(shares: readonly number[], liquidity: Microcredits): Microcredits {
  const { whole, rest } = costOf(shares, liquidity);
  return microcredits(whole + Math.ceil(rest));
}

function refuseCommand(command: CreateMarketCommand, now: number): Refusal | null {
  const { outcomes, liquidity, prior, endsAt } = command;
  if (outcomes.length < minOutcomes || outcomes.length > maxOutcomes) {
    return invalidField('outcomes', `must name ${minOutcomes} to ${maxOutcomes} outcomes`);
  }
  const folded = outcomes.map(label => label.normalize('NFKC').trim().toLowerCase());
  if (new Set(folded).size < outcomes.length || folded.includes('')) {
    return invalidField('outcomes', 'must be distinct and not empty');
  }
  if (!Number.isInteger(liquidity) || liquidity < minLiquidity || liquidity > maxLiquidity) {
    return invalidField('liquidityCredits', 'must be from 100 to 1000000');
  }
  if (prior && !isPrior(prior, outcomes.length)) {
    return invalidField('prior', `must be one number of at least ${minPriorBps} per outcome, ${bpsPerUnit} in total`);
  }
  if (!(Number.isFinite(endsAt) && endsAt > Math.max(now, command.opensAt ?? now))) {
    return invalidField('endsAt', 'must be in the future and after opensAt');
  }
  return null;
}

function isPrior(prior: readonly number[], count: number): boolean {
  const whole = prior.length === count && prior.every(bps => Number.isInteger(bps) && bps >= minPriorBps);
  return whole && prior.reduce((sum, bps) => sum + bps, 0) === bpsPerUnit;
}
