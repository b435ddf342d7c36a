import {
  type Holding,
  holdingsPerChunk,
  returnRest,
  shortfalls,
  wholePlayers,
} from '../../domain/markets/settle-chunk.js';
import type { Microcredits } from '../../domain/units.js';
import type { AccountRow } from '../../store/exchange/interface.js';
import type { HoldingCursor } from '../../store/markets/interface.js';
import type { Writes } from '../../store/store.js';
import { PlayUnitOfWork, purseOf } from '../exchange/desk/play-unit-of-work.js';
import { collectFromPlayer } from './collect-from-player.js';
import { catchUp, type MarketTools } from './lock-market.js';
import { changedMarket, freeIn, type Settling, saveChunk } from './save-chunk.js';

/** The progress of a settlement after one step. */
type Step =
  | { readonly kind: 'settled' }
  | {
      readonly kind: 'paid';
      readonly after: HoldingCursor | null;
      /** Players who have to pay back more than their available credits and have resting buys. */
      readonly short: readonly string[];
    };

interface SettleBounds {
  /** Chunks to pay at most; a later call pays the rest. */
  readonly maxChunks?: number;
  readonly keepGoing?: () => boolean;
}

/** Skips accounts that another transaction has locked: a later chunk pays their holdings. */
async function lockHolders(writes: Writes, holdings: readonly Holding[]): Promise<Map<string, AccountRow>> {
  const ids = [...new Set(holdings.map(holding => holding.playerId))];
  const free = await writes.accounts.lockFree(ids);
  const locked = free.length > 0 ? free : await writes.desk.lockAccounts(ids);
  return new Map(locked.map(account => [account.playerId, account]));
}

/** Pays the holdings of all players except those with resting buys to collect from, and returns these. */
async function payChunk(
  writes: Writes,
  work: PlayUnitOfWork,
  settling: Settling,
  holdings: readonly Holding[],
): Promise<readonly string[]> {
  const { event, resolution } = settling;
  const accounts = await lockHolders(writes, holdings);
  const locked = holdings.filter(({ playerId }) => accounts.has(playerId));
  const free = new Map(Array.from(accounts, ([playerId, account]) => [playerId, freeIn(event, account)]));
  const lacking = [...shortfalls({ resolution, holdings: locked, free }).keys()];
  const short = lacking.length > 0 ? await writes.orders.withOpenBuys(lacking, event.practice) : new Set<string>();
  const payable = locked.filter(({ playerId }) => !short.has(playerId));
  if (payable.length > 0) {
    for (const account of accounts.values()) if (!short.has(account.playerId)) work.addAccount(account);
    await saveChunk(writes, work, settling, payable);
  }
  return [...short];
}

/** Returns the remaining balance to the treasury and marks the market as settled. */
async function finish(writes: Writes, work: PlayUnitOfWork, settling: Settling): Promise<void> {
  const { event, market, resolution } = settling;
  work.post(returnRest(market.eventId, resolution, market.account), purseOf(event));
  await writes.desk.save({ ...work.toSave(), markets: [changedMarket(market, 0 as Microcredits)] });
  await writes.markets.finishSettling(market.eventId, resolution.version);
}

async function settleStep({ store, newId }: MarketTools, eventId: string, after: HoldingCursor | null): Promise<Step> {
  return store.transact(async writes => {
    const { markets, now, tradingPaused } = await writes.desk.lockMarkets([eventId]);
    const [found] = markets;
    const market = found?.market;
    const resolution = market?.resolution;
    if (!resolution || market.settledVersion === market.resolutionVersion) return { kind: 'settled' };
    const filter = { eventId, version: resolution.version, limit: holdingsPerChunk };
    const work = new PlayUnitOfWork(now, tradingPaused, newId);
    const settling = { ...found, resolution };
    const holdings = wholePlayers(await writes.markets.holdings({ ...filter, after }), filter.limit);
    if (holdings.length > 0) {
      const short = await payChunk(writes, work, settling, holdings);
      const { playerId, outcome } = holdings[holdings.length - 1];
      return { kind: 'paid', after: { playerId, outcome }, short };
    }
    // The scan reached its end. Another one from the start finds the holdings that it skipped.
    if (after !== null) return { kind: 'paid', after: null, short: [] };
    await finish(writes, work, settling);
    return { kind: 'settled' };
  });
}

/**
 * Pays all holdings of a resolved market, one chunk per transaction. Each holding carries the resolution version that
 * settled it, so a settlement may stop anywhere, continue anywhere and run concurrently. True: all holdings are paid.
 */
export async function settleMarket(
  tools: MarketTools,
  eventId: string,
  { maxChunks = Number.POSITIVE_INFINITY, keepGoing = () => true }: SettleBounds = {},
): Promise<boolean> {
  // Releases the reserves of open orders before the first payment; a resolved market gets no new orders.
  await catchUp(tools, eventId);
  let after: HoldingCursor | null = null;
  for (let chunks = 0; chunks < maxChunks && keepGoing(); chunks += 1) {
    const step: Step = await settleStep(tools, eventId, after);
    if (step.kind === 'settled') return true;
    for (const playerId of step.short) {
      if (!keepGoing()) break;
      await collectFromPlayer(tools, eventId, playerId);
    }
    after = step.after;
  }
  return false;
}
