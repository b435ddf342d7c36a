/**
 * Paying out, a few hundred holdings at a time. A chunk is a pure function of what is in it: a holding says which version
 * of the resolution it was last settled by, so a chunk that runs twice pays once, and after a crash the next one goes on
 * where rows are left.
 */
import { availableOf, marketAccount, treasury } from '../ledger/accounts.js';
import { ensure } from '../ledger/invariant.js';
import { type Transfer, type TransferKind, transfer, transferIfAny } from '../ledger/transfer.js';
import { bpsOfDown, type Microcredits, type Microshares, microcredits } from '../units.js';
import type { Resolution } from './resolution.js';

export const holdingsPerChunk = 500;

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
  const available = new Map(state.available);
  const open = state.holdings.filter(holding => holding.settledVersion < resolution.version);
  const settled = open.map(holding => settleHolding(holding, resolution, available));
  const reference = (holding: Holding) => settlementReference(marketId, resolution, holding);

  const takenBack: Transfer[] = [];
  const paidOut: Transfer[] = [];
  for (const holding of settled) {
    const account = availableOf(holding.playerId);
    if (holding.change < 0) {
      takenBack.push(transfer('correction', reference(holding), account, market, -holding.change));
    } else paidOut.push(...transferIfAny(payoutKind(resolution), reference(holding), market, account, holding.change));
    takenBack.push(...transferIfAny('correction_absorbed', reference(holding), treasury, market, holding.absorbed));
  }
  const funded = state.marketBalance + sum(takenBack);
  const short = Math.max(0, sum(paidOut) - funded);
  ensure(
    'market-pays-winners',
    short === 0 || resolution.kind === 'void' || resolution.corrects !== null,
    () => `market ${marketId} lacks ${short}`,
  );
  const chunkReference = `${marketId}/v${resolution.version}/cover/${settled[0]?.playerId}/${settled[0]?.outcome}`;
  const cover = transferIfAny('treasury_cover', chunkReference, treasury, market, short);
  return {
    holdings: settled,
    transfers: [...takenBack, ...cover, ...paidOut],
    marketBalance: microcredits(funded + short - sum(paidOut)),
  };
}

function payoutKind({ corrects, kind }: Resolution): TransferKind {
  if (corrects !== null) return 'correction';
  return kind === 'void' ? 'refund' : 'settlement';
}

function sum(transfers: readonly Transfer[]): number {
  return transfers.reduce((total, { amount }) => total + amount, 0);
}

/** A player who is owed less than was paid gives back what is there; the rest stays with the player, on record. */
function settleHolding(holding: Holding, resolution: Resolution, available: Map<string, Microcredits>): SettledHolding {
  const { playerId, paid } = holding;
  const difference = dueOf(resolution, holding) - paid;
  const free = available.get(playerId) ?? 0;
  const change = microcredits(difference >= 0 ? difference : 0 - Math.min(-difference, free));
  available.set(playerId, microcredits(free + change));
  return {
    ...holding,
    paid: microcredits(paid + change),
    settledVersion: resolution.version,
    change,
    absorbed: microcredits(change - difference),
  };
}

/** After the last chunk: what is left in the market's account returns to the treasury. */
export function returnRest(marketId: string, { version }: Resolution, balance: Microcredits): Transfer[] {
  return transferIfAny('market_return', `${marketId}/v${version}/rest`, marketAccount(marketId), treasury, balance);
}
