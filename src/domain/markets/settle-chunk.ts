/**
 * Paying out, a few hundred holdings at a time. A chunk is a pure function of what is in it: a holding says which version
 * of the resolution it was last settled by, so a chunk that runs twice pays once, and after a crash the next one goes on
 * where rows are left. A player is in one chunk with everything there is to settle.
 */
import { availableOf, marketAccount, treasury } from '../exchange/ledger/accounts.js';
import { type Transfer, type TransferKind, transfer, transferIfAny } from '../exchange/ledger/transfer.js';
import { ensure } from '../invariant.js';
import { bpsOfDown, type Microcredits, type Microshares, microcredits } from '../units.js';
import type { Resolution } from './resolution.js';

export const holdingsPerChunk = 500;
/** Thousands of holdings are paid in a second; who is not paid after so long waits for something that does not move. */
export const settlementOverdueMs = 600_000;

/**
 * A page of holdings in the order of players, without the last player's if the page is full: there may be more of them,
 * and one player is settled at once.
 */
export function wholePlayers(page: readonly Holding[], limit: number): readonly Holding[] {
  const last = page.at(-1);
  if (!last || page.length < limit) return page;
  const whole = page.filter(({ playerId }) => playerId !== last.playerId);
  ensure('page-holds-a-player', whole.length > 0, () => `${limit} holdings are of ${last.playerId} alone`);
  return whole;
}

/** One player's shares of one outcome at the close of the market, with what they have been paid so far. */
export interface Holding {
  readonly playerId: string;
  readonly outcome: number;
  readonly shares: Microshares;
  /** Remaining cost basis: what a void gives back. */
  readonly cost: Microcredits;
  /** What earlier versions paid and did not get back. */
  readonly paid: Microcredits;
  /** The version it was last settled by, 0 for none. */
  readonly settledVersion: number;
}

export interface SettledHolding extends Holding {
  /** Paid by this version minus what it took back. */
  readonly change: Microcredits;
  /** What a correction could not take back, because the account no longer had it. */
  readonly absorbed: Microcredits;
}

interface ChunkState {
  readonly marketId: string;
  readonly marketBalance: Microcredits;
  readonly resolution: Resolution;
  readonly holdings: readonly Holding[];
  /** Free credits per player; only corrections look at it. */
  readonly available: ReadonlyMap<string, Microcredits>;
}

interface SettledChunk {
  readonly holdings: readonly SettledHolding[];
  readonly transfers: readonly Transfer[];
  readonly marketBalance: Microcredits;
}

/** What a holding is due under a resolution. */
export function dueOf({ payoutBps }: Resolution, holding: Holding): Microcredits {
  return payoutBps ? microcredits(bpsOfDown(holding.shares, payoutBps[holding.outcome])) : holding.cost;
}

/** The reference of everything that settling a holding posts: the store may refuse a second posting under it. */
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
  // Players who only give come first, so that the market has what it can have before it pays anybody.
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

/** The lowest and the last balance of the market's account while it pays and takes. */
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
 * All that one player holds. A player who is owed less than was paid gives back what is there; the rest stays with the
 * player, on record. Gains come first: what a correction pays for one outcome is there for what it takes back for another.
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

/** After the last chunk: what is left in the market's account returns to the treasury. */
export function returnRest(marketId: string, { version }: Resolution, balance: Microcredits): Transfer[] {
  return transferIfAny('market_return', `${marketId}/v${version}/rest`, marketAccount(marketId), treasury, balance);
}
