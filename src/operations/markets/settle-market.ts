import {
  type Holding,
  holdingsPerChunk,
  returnRest,
  type SettledHolding,
  settleChunk,
  wholePlayers,
} from '../../domain/markets/settle-chunk.js';
import type { Microcredits } from '../../domain/units.js';
import type { AccountRow } from '../../store/exchange/interface.js';
import type {
  EventRow,
  EventWithMarket,
  HoldingCursor,
  MarketRow,
  StoredResolution,
} from '../../store/markets/interface.js';
import type { Writes } from '../../store/store.js';
import { PlayUnitOfWork, purseOf } from '../exchange/desk/play-unit-of-work.js';
import { catchUp, type MarketTools } from './lock-market.js';

/** The progress of a settlement after one step. */
type Step = { readonly kind: 'settled' } | { readonly kind: 'paid'; readonly after: HoldingCursor | null };

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

function addSettlementActivity(
  work: PlayUnitOfWork,
  event: EventRow,
  resolution: StoredResolution,
  holding: SettledHolding,
): void {
  const { playerId, outcome, shares, cost, change, absorbed, paid } = holding;
  if (change === 0 && absorbed === 0 && (resolution.corrects !== null || shares === 0)) return;
  const { version, payoutBps } = resolution;
  const details = { outcome, shares, cost, paid, absorbed, payoutBps: payoutBps?.[outcome] ?? null, version };
  const kind = resolution.kind === 'void' ? 'refund' : 'settlement';
  work.addActivity(playerId, change, { kind, eventId: event.id, orderId: null, details }, event.practice);
}

/** The market's row with its next sequence and its new balance. */
function changedMarket(market: MarketRow, account: Microcredits) {
  const { resolution: _resolution, settling: _settling, ...rest } = market;
  return { ...rest, account, sequence: market.sequence + 1 };
}

async function payChunk(
  writes: Writes,
  work: PlayUnitOfWork,
  { event, market }: EventWithMarket,
  resolution: StoredResolution,
  holdings: readonly Holding[],
): Promise<void> {
  const { eventId } = market;
  const accounts = await lockHolders(writes, holdings);
  for (const account of accounts.values()) work.addAccount(account);
  const chunk = settleChunk({
    marketId: eventId,
    marketBalance: market.account,
    resolution,
    holdings: holdings.filter(holding => accounts.has(holding.playerId)),
    available: new Map(
      [...accounts].map(([playerId, { available, practice }]) => [playerId, event.practice ? practice : available]),
    ),
  });
  work.post(chunk.transfers, purseOf(event));
  for (const holding of chunk.holdings) addSettlementActivity(work, event, resolution, holding);
  await writes.desk.save({ ...work.toSave(), markets: [changedMarket(market, chunk.marketBalance)] });
  await writes.markets.saveSettled(eventId, chunk.holdings, work.now);
}

/** Returns the remaining balance to the treasury and marks the market as settled. */
async function finish(
  writes: Writes,
  work: PlayUnitOfWork,
  { event, market }: EventWithMarket,
  resolution: StoredResolution,
): Promise<void> {
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
    const holdings = wholePlayers(await writes.markets.holdings({ ...filter, after }), filter.limit);
    if (holdings.length > 0) {
      await payChunk(writes, work, found, resolution, holdings);
      const { playerId, outcome } = holdings[holdings.length - 1];
      return { kind: 'paid', after: { playerId, outcome } };
    }
    // The scan reached its end. Another one from the start finds the holdings that it skipped.
    if (after !== null) return { kind: 'paid', after: null };
    await finish(writes, work, found, resolution);
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
    after = step.after;
  }
  return false;
}
