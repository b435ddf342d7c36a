// Settlement in chunks of a few hundred holdings. A chunk is a pure function of its holdings. Each holding carries the
// resolution version that last settled it, so a chunk that runs twice pays once, and settling continues after a crash.
// All holdings of a player are in the same chunk.

import { ensure } from '../kernel/invariant.js';
import { bpsOfDown, type Microcredits, type Microshares, microcredits } from '../kernel/units.js';
import {
  availableOf,
  marketAccount,
  type Transfer,
  type TransferKind,
  transfer,
  transferIfAny,
  treasury,
} from './ledger.js';
import type { Resolution } from './resolution.js';

export const holdingsPerChunk = 250;
export const chunksPerTransaction = 3;
/** Settling pays thousands of holdings per second, so one that takes this long is stuck. */
export const settlementOverdueMs = 600_000;

/**
 * Drops the last player's holdings from a full page ordered by player, because the next page may have more of them and a
 * player is settled in one chunk.
 */
export function wholePlayers(page: readonly Holding[], limit: number): readonly Holding[] {
  const last = page.at(-1);
  if (!last || page.length < limit) return page;
  const whole = page.filter(({ playerId }) => playerId !== last.playerId);
  ensure('page-holds-a-player', whole.length > 0, () => `${limit} holdings are of ${last.playerId} alone`);
  return whole;
}

/** One player's shares of one outcome at the close of the market, and the amount paid so far. */
export interface Holding {
  readonly playerId: string;
  readonly outcome: number;
  readonly shares: Microshares;
  /** The cost of the shares still held. */
  readonly cost: Microcredits;
  /** Proceeds of the shares sold minus their cost. */
  readonly realizedProfit: Microcredits;
  /** Paid by earlier versions, net of collections. */
  readonly paid: Microcredits;
  /** The resolution version that last settled it, 0 for none. */
  readonly settledVersion: number;
}

export interface SettledHolding extends Holding {
  /** The change of the available credits, before debts are repaid from it. */
  readonly change: Microcredits;
  /** The part that the player could not pay back: a debt, or for practice credits a loss of the treasury. */
  readonly missing: Microcredits;
}

interface ChunkState {
  readonly marketId: string;
  readonly marketBalance: Microcredits;
  readonly resolution: Resolution;
  readonly holdings: readonly Holding[];
  /** Available credits per player minus debts. */
  readonly free: ReadonlyMap<string, number>;
  readonly practice: boolean;
  /**
   * The players have more orders to collect from: collects the available credits and leaves the rest of the holding
   * unsettled.
   */
  readonly partial?: boolean;
}

interface SettledChunk {
  readonly holdings: readonly SettledHolding[];
  readonly transfers: readonly Transfer[];
  readonly marketBalance: Microcredits;
}

/**
 * The amount that a resolution pays for a holding. A void reverses it: the amount paid for shares minus the proceeds of
 * sales, negative if the player gained.
 */
export function dueOf({ payoutBps }: Resolution, holding: Holding): Microcredits {
  return microcredits(
    payoutBps ? bpsOfDown(holding.shares, payoutBps[holding.outcome]) : holding.cost - holding.realizedProfit,
  );
}

/** The reference of the transfers that settle a holding. */
function settlementReference(marketId: string, { version }: Resolution, holding: Holding): string {
  return `${marketId}/v${version}/${holding.playerId}/${holding.outcome}`;
}

export function settleChunk(state: ChunkState): SettledChunk {
  const { marketId, resolution, practice, partial = false } = state;
  const settled = settleHoldings(state, partial);
  const moved = (holding: SettledHolding) => transfersOf(marketId, resolution, practice, holding);
  // Players who only pay back come first, so that the market collects before it pays.
  const gaining = new Set(settled.filter(({ change }) => change > 0).map(({ playerId }) => playerId));
  const [first, then] = [false, true].map(gains => settled.filter(({ playerId }) => gaining.has(playerId) === gains));
  const moves = [...first.flatMap(moved), ...then.flatMap(moved)];
  const { lowest, last } = followBalance(state.marketBalance, moves);
  const short = Math.max(0, -lowest);
  ensure(
    'market-pays-winners',
    short === 0 || resolution.kind === 'void' || resolution.corrects !== null,
    () => `market ${marketId} lacks ${short}`,
  );
  const chunkReference = `${marketId}/v${resolution.version}/cover/${settled[0]?.playerId}/${settled[0]?.outcome}`;
  const cover = transferIfAny('treasury_cover', chunkReference, treasury, marketAccount(marketId), short);
  return { holdings: settled, transfers: [...cover, ...moves], marketBalance: microcredits(last + short) };
}

/** The shortfall of each player's available credits. Omits players who can pay. */
export function shortfalls(
  state: Pick<ChunkState, 'resolution' | 'holdings' | 'free'>,
): ReadonlyMap<string, Microcredits> {
  const missing = new Map<string, Microcredits>();
  if (state.holdings.every(holding => dueOf(state.resolution, holding) >= holding.paid)) return missing;
  for (const holding of settleHoldings(state, false)) {
    if (holding.missing === 0) continue;
    const before = missing.get(holding.playerId) ?? 0;
    missing.set(holding.playerId, microcredits(before + holding.missing));
  }
  return missing;
}

function settleHoldings(
  { resolution, holdings, free }: Pick<ChunkState, 'resolution' | 'holdings' | 'free'>,
  partial: boolean,
): SettledHolding[] {
  const open = holdings.filter(holding => holding.settledVersion < resolution.version);
  return [...byPlayer(open)].flatMap(([playerId, playerHoldings]) =>
    settlePlayer(playerHoldings, resolution, free.get(playerId) ?? 0, partial),
  );
}

function byPlayer(holdings: readonly Holding[]): Map<string, Holding[]> {
  const players = new Map<string, Holding[]>();
  for (const holding of holdings) {
    const player = players.get(holding.playerId);
    if (player) player.push(holding);
    else players.set(holding.playerId, [holding]);
  }
  return players;
}

/** The treasury first lends what a player can't pay back, so that the market collects everything and pays in full. */
function transfersOf(
  marketId: string,
  resolution: Resolution,
  practice: boolean,
  holding: SettledHolding,
): readonly Transfer[] {
  const { change, missing } = holding;
  const account = availableOf(holding.playerId);
  const market = marketAccount(marketId);
  const reference = settlementReference(marketId, resolution, holding);
  if (change > 0) return [transfer(payoutKind(resolution), reference, market, account, change)];
  return [
    ...transferIfAny(practice ? 'correction_absorbed' : 'advance', reference, treasury, account, missing),
    ...transferIfAny('correction', reference, account, market, missing - change),
  ];
}

/** The lowest and the final balance of the market's account during the transfers. */
function followBalance(start: number, moves: readonly Transfer[]): { lowest: number; last: number } {
  let last = start;
  let lowest = start;
  for (const { from, to, amount } of moves) {
    if (to.type === 'market') last += amount;
    if (from.type === 'market') last -= amount;
    lowest = Math.min(lowest, last);
  }
  return { lowest, last };
}

function payoutKind({ corrects, kind }: Resolution): TransferKind {
  if (corrects !== null) return 'correction';
  return kind === 'void' ? 'refund' : 'settlement';
}

/**
 * Settles all holdings of one player. Gains come first, so that they cover collections of the same resolution. `free`
 * is negative for a player in debt: gains repay the debt before they cover anything.
 */
function settlePlayer(
  holdings: readonly Holding[],
  resolution: Resolution,
  free: number,
  partial: boolean,
): SettledHolding[] {
  let left = free;
  return holdings
    .map(holding => ({ holding, difference: dueOf(resolution, holding) - holding.paid }))
    .sort((a, b) => b.difference - a.difference)
    .map(({ holding, difference }) => {
      const change = difference >= 0 ? difference : 0 - Math.max(0, Math.min(-difference, left));
      left += change;
      const rest = change - difference;
      const missing = partial ? 0 : rest;
      const { playerId, outcome, shares, cost, realizedProfit } = holding;
      return {
        playerId,
        outcome,
        shares,
        cost,
        realizedProfit,
        paid: microcredits(holding.paid + change - missing),
        settledVersion: rest === missing ? resolution.version : holding.settledVersion,
        change: microcredits(change),
        missing: microcredits(missing),
      };
    });
}

/** Returns the remaining balance of the market to the treasury, after the last chunk. */
export function returnRest(marketId: string, { version }: Resolution, balance: Microcredits): Transfer[] {
  return transferIfAny('market_return', `${marketId}/v${version}/rest`, marketAccount(marketId), treasury, balance);
}
