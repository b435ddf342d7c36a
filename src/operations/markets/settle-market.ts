import {
  chunksPerTransaction,
  type Holding,
  holdingsPerChunk,
  returnRest,
  shortfalls,
  wholePlayers,
} from '../../domain/markets/settle-chunk.js';
import type { Microcredits } from '../../domain/units.js';
import type { AccountRow } from '../../store/exchange/interface.js';
import type { HoldingCursor, HoldingFilter, MarketRow } from '../../store/markets/interface.js';
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
  /** Transactions at most; a later call pays the rest. */
  readonly maxSteps?: number;
  readonly keepGoing?: () => boolean;
}

interface Page {
  readonly holdings: readonly Holding[];
  /** The accounts of their players, locked, except those that another transaction has locked. */
  readonly accounts: readonly AccountRow[];
}

type PageFilter = Omit<HoldingFilter, 'limit'>;

/** In one round trip. The lock of the market keeps the page as it is between the two statements. */
async function readPage({ markets, desk }: Writes, from: PageFilter): Promise<Page> {
  const filter = { ...from, limit: holdingsPerChunk };
  const [holdings, accounts] = await Promise.all([markets.holdings(filter), desk.lockHolders(filter)]);
  const whole = wholePlayers(holdings, holdingsPerChunk);
  const ids = new Set(whole.map(({ playerId }) => playerId));
  return { holdings: whole, accounts: accounts.filter(({ playerId }) => ids.has(playerId)) };
}

/** Waits until the accounts of a page are free. Only for the first page: with accounts locked, waiting may deadlock. */
async function awaitAccounts({ desk }: Writes, { holdings }: Page): Promise<Page> {
  const ids = new Set(holdings.map(({ playerId }) => playerId));
  return { holdings, accounts: await desk.lockAccounts([...ids]) };
}

/**
 * Pays the holdings of locked accounts, except those of players with resting buys to collect from, whom it returns. A
 * later scan pays the rest.
 */
async function payPage(
  writes: Writes,
  work: PlayUnitOfWork,
  settling: Settling,
  page: Page,
): Promise<{ readonly market: MarketRow; readonly short: readonly string[] }> {
  const { event, market, resolution } = settling;
  const accounts = new Map(page.accounts.map(account => [account.playerId, account]));
  const locked = page.holdings.filter(({ playerId }) => accounts.has(playerId));
  const free = new Map(Array.from(accounts, ([playerId, account]) => [playerId, freeIn(event, account)]));
  const lacking = [...shortfalls({ resolution, holdings: locked, free }).keys()];
  const short = lacking.length > 0 ? await writes.orders.withOpenBuys(lacking, event.practice) : new Set<string>();
  const payable = locked.filter(({ playerId }) => !short.has(playerId));
  if (payable.length === 0) return { market, short: [...short] };
  for (const account of accounts.values()) if (!short.has(account.playerId)) work.addAccount(account);
  return { market: await saveChunk(writes, work, settling, payable), short: [...short] };
}

/** Returns the remaining balance to the treasury and marks the market as settled. */
async function finish(writes: Writes, work: PlayUnitOfWork, settling: Settling): Promise<void> {
  const { event, market, resolution } = settling;
  work.post(returnRest(market.eventId, resolution, market.account), purseOf(event));
  await writes.desk.save({ ...work.toSave(), markets: [changedMarket(market, 0 as Microcredits)] });
  await writes.markets.finishSettling(market.eventId, resolution.version);
}

/**
 * Pays several chunks in one transaction. The next page is requested before the current one is saved, so that the
 * database saves one chunk while the service computes the next.
 */
async function payPages(
  writes: Writes,
  settling: Settling,
  first: HoldingCursor | null,
  newWork: () => PlayUnitOfWork,
): Promise<Step> {
  const filter = { eventId: settling.event.id, version: settling.resolution.version };
  const short: string[] = [];
  let { market } = settling;
  let after = first;
  let reading = readPage(writes, { ...filter, after });
  for (let chunk = 1; chunk <= chunksPerTransaction; chunk += 1) {
    let page = await reading;
    const last = page.holdings.at(-1);
    if (!last) {
      // The scan reached its end. Another one from the start finds the holdings that it skipped.
      if (after !== null) return { kind: 'paid', after: null, short };
      await finish(writes, newWork(), { ...settling, market });
      return { kind: 'settled' };
    }
    // The next transaction starts with this page and waits for its accounts.
    if (page.accounts.length === 0 && chunk > 1) return { kind: 'paid', after, short };
    if (page.accounts.length === 0) page = await awaitAccounts(writes, page);
    after = { playerId: last.playerId, outcome: last.outcome };
    if (chunk < chunksPerTransaction) {
      reading = readPage(writes, { ...filter, after });
      // If this chunk fails, the transaction fails with its error.
      reading.catch(() => {});
    }
    const paid = await payPage(writes, newWork(), { ...settling, market }, page);
    market = paid.market;
    short.push(...paid.short);
  }
  return { kind: 'paid', after, short };
}

async function settleStep({ store, newId }: MarketTools, eventId: string, after: HoldingCursor | null): Promise<Step> {
  return store.transact(async writes => {
    const { markets, now, tradingPaused } = await writes.desk.lockMarkets([eventId]);
    const [found] = markets;
    const market = found?.market;
    const resolution = market?.resolution;
    if (!resolution || market.settledVersion === market.resolutionVersion) return { kind: 'settled' };
    return payPages(writes, { ...found, resolution }, after, () => new PlayUnitOfWork(now, tradingPaused, newId));
  });
}

/**
 * Pays all holdings of a resolved market, some chunks per transaction. Each holding carries the resolution version that
 * settled it, so a settlement may stop anywhere, continue anywhere and run concurrently. True: all holdings are paid.
 */
export async function settleMarket(
  tools: MarketTools,
  eventId: string,
  { maxSteps = Number.POSITIVE_INFINITY, keepGoing = () => true }: SettleBounds = {},
): Promise<boolean> {
  // Releases the reserves of open orders before the first payment; a resolved market gets no new orders.
  await catchUp(tools, eventId);
  let after: HoldingCursor | null = null;
  for (let steps = 0; steps < maxSteps && keepGoing(); steps += 1) {
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
