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

/** How far a settlement is after one step. */
type Step = { readonly kind: 'settled' } | { readonly kind: 'paid'; readonly after: HoldingCursor | null };

interface SettleBounds {
  /** Chunks to pay at most; what is left is paid by whoever goes on. */
  readonly mostChunks?: number;
  readonly keepGoing?: () => boolean;
}

/** Others who hold an account just now are not waited for: their holding is paid by a later chunk. */
async function lockHolders(writes: Writes, holdings: readonly Holding[]): Promise<Map<string, AccountRow>> {
  const ids = [...new Set(holdings.map(holding => holding.playerId))];
  const free = await writes.accounts.lockFree(ids);
  const locked = free.length > 0 ? free : await writes.desk.lockAccounts(ids);
  return new Map(locked.map(account => [account.playerId, account]));
}

function noteHolding(
  set: PlayUnitOfWork,
  event: EventRow,
  resolution: StoredResolution,
  holding: SettledHolding,
): void {
  const { playerId, outcome, shares, cost, change, absorbed, paid } = holding;
  if (change === 0 && absorbed === 0 && (resolution.corrects !== null || shares === 0)) return;
  const { version, payoutBps } = resolution;
  const details = { outcome, shares, cost, paid, absorbed, payoutBps: payoutBps?.[outcome] ?? null, version };
  const kind = resolution.kind === 'void' ? 'refund' : 'settlement';
  set.addActivity(playerId, change, { kind, eventId: event.id, orderId: null, details }, event.practice);
}

/** One more than before, with what the market's account has now. */
function changedMarket(market: MarketRow, account: Microcredits) {
  const { resolution: _resolution, settling: _settling, ...rest } = market;
  return { ...rest, account, sequence: market.sequence + 1 };
}

async function payChunk(
  writes: Writes,
  set: PlayUnitOfWork,
  { event, market }: EventWithMarket,
  resolution: StoredResolution,
  holdings: readonly Holding[],
): Promise<void> {
  const { eventId } = market;
  const accounts = await lockHolders(writes, holdings);
  for (const account of accounts.values()) set.addAccount(account);
  const chunk = settleChunk({
    marketId: eventId,
    marketBalance: market.account,
    resolution,
    holdings: holdings.filter(holding => accounts.has(holding.playerId)),
    available: new Map(
      [...accounts].map(([playerId, { available, practice }]) => [playerId, event.practice ? practice : available]),
    ),
  });
  set.post(chunk.transfers, purseOf(event));
  for (const holding of chunk.holdings) noteHolding(set, event, resolution, holding);
  await writes.desk.save({ ...set.toSave(), markets: [changedMarket(market, chunk.marketBalance)] });
  await writes.markets.saveSettled(eventId, chunk.holdings, set.now);
}

/** What is left goes back to the treasury, and the market shows that everybody has been paid. */
async function finish(
  writes: Writes,
  set: PlayUnitOfWork,
  { event, market }: EventWithMarket,
  resolution: StoredResolution,
): Promise<void> {
  set.post(returnRest(market.eventId, resolution, market.account), purseOf(event));
  await writes.desk.save({ ...set.toSave(), markets: [changedMarket(market, 0 as Microcredits)] });
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
    const set = new PlayUnitOfWork(now, tradingPaused, newId);
    const holdings = wholePlayers(await writes.markets.holdings({ ...filter, after }), filter.limit);
    if (holdings.length > 0) {
      await payChunk(writes, set, found, resolution, holdings);
      const { playerId, outcome } = holdings[holdings.length - 1];
      return { kind: 'paid', after: { playerId, outcome } };
    }
    // The walk is through; what it had to leave out is found by another one from the start.
    if (after !== null) return { kind: 'paid', after: null };
    await finish(writes, set, found, resolution);
    return { kind: 'settled' };
  });
}

/**
 * Pays everybody in a decided market, a chunk a transaction. Each holding carries the version that it was settled by, so
 * a settlement may stop anywhere, go on anywhere and run twice at once. True: everybody has been paid.
 */
export async function settleMarket(
  tools: MarketTools,
  eventId: string,
  { mostChunks = Number.POSITIVE_INFINITY, keepGoing = () => true }: SettleBounds = {},
): Promise<boolean> {
  // Reserves go back before anybody is paid; after its resolution a market gets no new orders.
  await catchUp(tools, eventId);
  let after: HoldingCursor | null = null;
  for (let chunks = 0; chunks < mostChunks && keepGoing(); chunks += 1) {
    const step: Step = await settleStep(tools, eventId, after);
    if (step.kind === 'settled') return true;
    after = step.after;
  }
  return false;
}
