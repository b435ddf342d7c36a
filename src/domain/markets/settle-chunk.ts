/**
 * Settlement in chunks of a few hundred holdings. A chunk is a pure function of its holdings. Each holding carries the
 * resolution version that last settled it, so a chunk that runs twice pays once, and settling continues after a crash.
 * All holdings of a player are in the same chunk.
 */
import { availableOf, marketAccount, treasury } from '../exchange/ledger/accounts.js';
import { type Transfer, type TransferKind, transfer, transferIfAny } from '../exchange/ledger/transfer.js';
import { ensure } from '../invariant.js';
import { bpsOfDown, type Microcredits, type Microshares, microcredits } from '../units.js';
import type { Resolution } from './resolution.js';

export const holdingsPerChunk = 500;
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

/** One player's shares of one outcome at the close of the market, and what they have been paid so far. */
export interface Holding {
  readonly playerId: string;
  readonly outcome: number;
  readonly shares: Microshares;
  /** The remaining cost basis, which a void refunds. */
  readonly cost: Microcredits;
  /** Paid by earlier versions, net of what they took back. */
  readonly paid: Microcredits;
  /** The resolution version that last settled it, 0 for none. */
  readonly settledVersion: number;
}

export interface SettledHolding extends Holding {
  /** Paid by this version minus what it took back. */
  readonly change: Microcredits;
  /** The part of a correction that the account no longer had. */
  readonly absorbed: Microcredits;
}

interface ChunkState {
  readonly marketId: string;
  readonly marketBalance: Microcredits;
  readonly resolution: Resolution;
  readonly holdings: readonly Holding[];
  /** Free credits per player; only corrections use it. */
  readonly available: ReadonlyMap<string, Microcredits>;
}

interface SettledChunk {
  readonly holdings: readonly SettledHolding[];
  readonly transfers: readonly Transfer[];
  readonly marketBalance: Microcredits;
}

/** The amount that a resolution pays for a holding. */
export function dueOf({ payoutBps }: Resolution, holding: Holding): Microcredits {
  return payoutBps ? microcredits(bpsOfDown(holding.shares, payoutBps[holding.outcome])) : holding.cost;
}

/** The unique reference of the transfers that settle a holding. */
function settlementReference(marketId: string, { version }: Resolution, holding: Holding): string {
  return `${marketId}/v${version}/${holding.playerId}/${holding.outcome}`;
}

export function settleChunk(state: ChunkState): SettledChunk {
  const { marketId, resolution } = state;
  const market = marketAccount(marketId);
  const open = state.holdings.filter(holding => holding.settledVersion < resolution.version);
  const settled = [...byPlayer(open)].flatMap(([playerId, own]) =>
    settlePlayer(own, resolution, state.available.get(playerId) ?? 0),
  );
  const reference = (holding: Holding) => settlementReference(marketId, resolution, holding);
  const moved = (holding: SettledHolding) => {
    const account = availableOf(holding.playerId);
    return holding.change < 0
      ? [transfer('correction', reference(holding), account, market, -holding.change)]
      : transferIfAny(payoutKind(resolution), reference(holding), market, account, holding.change);
  };
  const absorbed = settled.flatMap(holding =>
    transferIfAny('correction_absorbed', reference(holding), treasury, market, holding.absorbed),
  );
  // Players who only pay back come first, so that the market collects before it pays.
  const gaining = new Set(settled.filter(({ change }) => change > 0).map(({ playerId }) => playerId));
  const [first, then] = [false, true].map(gains => settled.filter(({ playerId }) => gaining.has(playerId) === gains));
  const moves = [...absorbed, ...first.flatMap(moved), ...then.flatMap(moved)];
  const { lowest, last } = followBalance(state.marketBalance, moves);
  const short = Math.max(0, -lowest);
  ensure(
    'market-pays-winners',
    short === 0 || resolution.kind === 'void' || resolution.corrects !== null,
    () => `market ${marketId} lacks ${short}`,
  );
  const chunkReference = `${marketId}/v${resolution.version}/cover/${settled[0]?.playerId}/${settled[0]?.outcome}`;
  const cover = transferIfAny('treasury_cover', chunkReference, treasury, market, short);
  return { holdings: settled, transfers: [...cover, ...moves], marketBalance: microcredits(last + short) };
}

function byPlayer(holdings: readonly Holding[]): Map<string, Holding[]> {
  const players = new Map<string, Holding[]>();
  for (const holding of holdings) {
    const own = players.get(holding.playerId);
    if (own) own.push(holding);
    else players.set(holding.playerId, [holding]);
  }
  return players;
}

/** The lowest and the final balance of the market's account during the transfers. */
function followBalance(start: number, moves: readonly Transfer[]): { lowest: number; last: number } {
  let last = start;
  let lowest = start;
  for (const { to, amount } of moves) {
    last += to.type === 'market' ? amount : -amount;
    lowest = Math.min(lowest, last);
  }
  return { lowest, last };
}

function payoutKind({ corrects, kind }: Resolution): TransferKind {
  if (corrects !== null) return 'correction';
  return kind === 'void' ? 'refund' : 'settlement';
}

/**
 * Settles all holdings of one player. A player who was overpaid pays back as much as the account has; the rest is
 * recorded as absorbed. Gains come first, so that they cover what the same correction takes back.
 */
function settlePlayer(holdings: readonly Holding[], resolution: Resolution, available: number): SettledHolding[] {
  let free = available;
  return holdings
    .map(holding => ({ holding, difference: dueOf(resolution, holding) - holding.paid }))
    .sort((a, b) => b.difference - a.difference)
    .map(({ holding, difference }) => {
      const change = microcredits(difference >= 0 ? difference : 0 - Math.min(-difference, free));
      free += change;
      return {
        ...holding,
        paid: microcredits(holding.paid + change),
        settledVersion: resolution.version,
        change,
        absorbed: microcredits(change - difference),
      };
    });
}

/** Returns the remaining balance of the market to the treasury, after the last chunk. */
export function returnRest(marketId: string, { version }: Resolution, balance: Microcredits): Transfer[] {
  return transferIfAny('market_return', `${marketId}/v${version}/rest`, marketAccount(marketId), treasury, balance);
}
