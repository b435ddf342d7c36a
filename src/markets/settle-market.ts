import type { Transaction } from '../database/store.js';
import { chooseOrders, decideCollectOrders, maxCollectedOrders } from '../engine/cancel-order.js';
import {
  chunksPerTransaction,
  type Holding,
  holdingsPerChunk,
  returnRest,
  type SettledHolding,
  settleChunk,
  shortfalls,
  wholePlayers,
} from '../engine/settle-chunk.js';
import * as holdingStore from '../events/store/holdings.js';
import * as marketStore from '../events/store/markets.js';
import type {
  EventRow,
  EventWithMarket,
  HoldingCursor,
  HoldingFilter,
  MarketRow,
  StoredResolution,
} from '../events/store/rows.js';
import { bookOf } from '../exchange/desk/book-cache.js';
import { saveEnded } from '../exchange/desk/decide-command.js';
import { DeskBatch, purseOf } from '../exchange/desk/desk-batch.js';
import type { OpenMarket } from '../exchange/desk/open-market.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as deskStore from '../exchange/store/desk.js';
import * as orderStore from '../exchange/store/orders.js';
import * as positionStore from '../exchange/store/positions.js';
import type { AccountRow, OpenBuy } from '../exchange/store/rows.js';
import { ensure } from '../kernel/invariant.js';
import type { Microcredits } from '../kernel/units.js';
import { catchUp, type MarketTools } from './lock-market.js';

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
async function readPage(tx: Transaction, from: PageFilter): Promise<Page> {
  const filter = { ...from, limit: holdingsPerChunk };
  const [holdings, accounts] = await Promise.all([
    holdingStore.holdings(tx, filter),
    accountStore.lockHolders(tx, filter),
  ]);
  const whole = wholePlayers(holdings, holdingsPerChunk);
  const ids = new Set(whole.map(({ playerId }) => playerId));
  return { holdings: whole, accounts: accounts.filter(({ playerId }) => ids.has(playerId)) };
}

/** Waits until the accounts of a page are free. Only for the first page: with accounts locked, waiting may deadlock. */
async function awaitAccounts(tx: Transaction, { holdings }: Page): Promise<Page> {
  const ids = new Set(holdings.map(({ playerId }) => playerId));
  return { holdings, accounts: await accountStore.lock(tx, [...ids]) };
}

/**
 * Pays the holdings of locked accounts, except those of players with resting buys to collect from, whom it returns. A
 * later scan pays the rest.
 */
async function payPage(
  tx: Transaction,
  work: DeskBatch,
  settling: Settling,
  page: Page,
): Promise<{ readonly market: MarketRow; readonly short: readonly string[] }> {
  const { event, market, resolution } = settling;
  const accounts = new Map(page.accounts.map(account => [account.playerId, account]));
  const locked = page.holdings.filter(({ playerId }) => accounts.has(playerId));
  const free = new Map(Array.from(accounts, ([playerId, account]) => [playerId, freeIn(event, account)]));
  const lacking = [...shortfalls({ resolution, holdings: locked, free }).keys()];
  const short = lacking.length > 0 ? await orderStore.withOpenBuys(tx, lacking, event.practice) : new Set<string>();
  const payable = locked.filter(({ playerId }) => !short.has(playerId));
  if (payable.length === 0) return { market, short: [...short] };
  for (const account of accounts.values()) if (!short.has(account.playerId)) work.addAccount(account);
  return { market: await saveChunk(tx, work, settling, payable), short: [...short] };
}

/** Returns the remaining balance to the treasury and marks the market as settled. */
async function finish(tx: Transaction, work: DeskBatch, settling: Settling): Promise<void> {
  const { event, market, resolution } = settling;
  work.post(returnRest(market.eventId, resolution, market.account), purseOf(event));
  await deskStore.save(tx, { ...work.toSave(), markets: [changedMarket(market, 0 as Microcredits)] });
  await marketStore.finishSettling(tx, market.eventId, resolution.version);
}

/**
 * Pays several chunks in one transaction. The next page is requested before the current one is saved, so that the
 * database saves one chunk while the service computes the next.
 */
async function payPages(
  tx: Transaction,
  settling: Settling,
  first: HoldingCursor | null,
  newWork: () => DeskBatch,
): Promise<Step> {
  const filter = { eventId: settling.event.id, version: settling.resolution.version };
  const short: string[] = [];
  let { market } = settling;
  let after = first;
  let reading = readPage(tx, { ...filter, after });
  for (let chunk = 1; chunk <= chunksPerTransaction; chunk += 1) {
    let page = await reading;
    const last = page.holdings.at(-1);
    if (!last) {
      // The scan reached its end. Another one from the start finds the holdings that it skipped.
      if (after !== null) return { kind: 'paid', after: null, short };
      await finish(tx, newWork(), { ...settling, market });
      return { kind: 'settled' };
    }
    // The next transaction starts with this page and waits for its accounts.
    if (page.accounts.length === 0 && chunk > 1) return { kind: 'paid', after, short };
    if (page.accounts.length === 0) page = await awaitAccounts(tx, page);
    after = { playerId: last.playerId, outcome: last.outcome };
    if (chunk < chunksPerTransaction) {
      reading = readPage(tx, { ...filter, after });
      // If this chunk fails, the transaction fails with its error.
      reading.catch(() => {});
    }
    const paid = await payPage(tx, newWork(), { ...settling, market }, page);
    market = paid.market;
    short.push(...paid.short);
  }
  return { kind: 'paid', after, short };
}

async function settleStep({ store, newId }: MarketTools, eventId: string, after: HoldingCursor | null): Promise<Step> {
  return store.transact(async tx => {
    const { markets, now, tradingPaused } = await deskStore.lockMarkets(tx, [eventId]);
    const [eventAndMarket] = markets;
    const market = eventAndMarket?.market;
    const resolution = market?.resolution;
    if (!resolution || market.settledVersion === market.resolutionVersion) return { kind: 'settled' };
    return payPages(tx, { ...eventAndMarket, resolution }, after, () => new DeskBatch(now, tradingPaused, newId));
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

/** A resolved market, locked, with the resolution that is being settled. */
export interface Settling extends EventWithMarket {
  readonly resolution: StoredResolution;
}

/**
 * The maximum that a chunk may collect from a player: the available credits of the event's purse, less the player's
 * debt.
 */
function freeIn({ practice }: Pick<EventRow, 'practice'>, account: AccountRow): number {
  return practice ? account.practice : account.available - account.owed;
}

/** The market's row with its next sequence and its new balance. */
function changedMarket(market: MarketRow, account: Microcredits) {
  const { resolution: _resolution, settling: _settling, ...rest } = market;
  return { ...rest, account, sequence: market.sequence + 1 };
}

function addSettlementActivity(work: DeskBatch, settling: Settling, holding: SettledHolding): void {
  const { event, resolution } = settling;
  const { playerId, outcome, shares, cost, change, missing, paid } = holding;
  if (change === 0 && missing === 0 && (resolution.corrects !== null || shares === 0)) return;
  const { version, payoutBps } = resolution;
  const rest = event.practice ? { absorbed: missing } : { owed: missing };
  const details = { outcome, shares, cost, paid, ...rest, payoutBps: payoutBps?.[outcome] ?? null, version };
  const kind = resolution.kind === 'void' ? 'refund' : 'settlement';
  work.addActivity(playerId, change, { kind, eventId: event.id, orderId: null, details }, event.practice);
}

/**
 * Settles holdings of players whose accounts are locked, and sends everything that the transaction has changed. Returns
 * the market as it is afterwards.
 */
async function saveChunk(
  tx: Transaction,
  work: DeskBatch,
  settling: Settling,
  holdings: readonly Holding[],
  partial = false,
): Promise<MarketRow> {
  const { event, market, resolution } = settling;
  const ids = new Set(holdings.map(({ playerId }) => playerId));
  const chunk = settleChunk({
    marketId: market.eventId,
    marketBalance: market.account,
    resolution,
    holdings,
    free: new Map(Array.from(ids, playerId => [playerId, freeIn(event, work.account(playerId))])),
    practice: event.practice,
    partial,
  });
  work.post(chunk.transfers, purseOf(event));
  for (const holding of chunk.holdings) addSettlementActivity(work, settling, holding);
  const batch = work.toSave();
  const changed = changedMarket(market, chunk.marketBalance);
  await deskStore.save(tx, { ...batch, markets: [...batch.markets, changed] });
  await positionStore.savePaid(tx, market.eventId, chunk.holdings, work.now);
  const settled = chunk.holdings.filter(({ settledVersion }) => settledVersion === resolution.version);
  marketStore.addSettled(tx, market.eventId, settled.length);
  return { ...market, account: changed.account, sequence: changed.sequence };
}

/** `locks`: the markets to lock in the next attempt, because orders there have to be cancelled. */
type Attempt = { readonly done: true } | { readonly done: false; readonly locks: readonly string[] };

/** Cancels orders in their locked markets. A book of these orders alone is enough, because no trade happens. */
function cancelOrders(work: DeskBatch, markets: readonly EventWithMarket[], orders: readonly OpenBuy[]): void {
  for (const { event, market } of markets) {
    const eventOrders = orders.filter(({ eventId }) => eventId === event.id);
    if (eventOrders.length === 0) continue;
    work.addMarket(event, market, bookOf(event, market, eventOrders));
    const open = work.markets.get(event.id) as OpenMarket;
    const ids = new Set(eventOrders.map(({ id }) => id));
    saveEnded(work, open, decideCollectOrders({ market, book: open.book }, ids, work.now));
  }
}

async function attempt(
  tx: Transaction,
  newId: MarketTools['newId'],
  eventId: string,
  playerId: string,
  locks: readonly string[],
): Promise<Attempt> {
  const { markets, now, tradingPaused } = await deskStore.lockMarkets(tx, [...new Set([eventId, ...locks])].sort());
  const settled = markets.find(({ event }) => event.id === eventId);
  const resolution = settled?.market.resolution;
  if (!settled || !resolution) return { done: true };
  const { event, market } = settled;
  const [account] = await accountStore.lock(tx, [playerId]);
  const holdings = await holdingStore.holdingsOf(tx, eventId, playerId, resolution.version);
  if (!account || holdings.length === 0) return { done: true };
  const free = new Map([[playerId, freeIn(event, account)]]);
  const need = shortfalls({ resolution, holdings, free }).get(playerId) ?? 0;
  // The account's lock prevents new orders of the player, and the markets' locks prevent these from trading.
  const buys = need > 0 ? await orderStore.openBuys(tx, playerId, event.practice, maxCollectedOrders + 1) : [];
  const { orders, more } = chooseOrders(buys, need);
  ensure('resolved-market-has-no-orders', !orders.some(order => order.eventId === eventId), () => eventId);
  const lockedIds = new Set(markets.map(each => each.event.id));
  const missing = orders.filter(order => !lockedIds.has(order.eventId));
  if (missing.length > 0) return { done: false, locks: orders.map(order => order.eventId) };
  const work = new DeskBatch(now, tradingPaused, newId);
  work.addAccount(account);
  cancelOrders(work, markets, orders);
  await saveChunk(tx, work, { event, market, resolution }, holdings, more);
  return more ? { done: false, locks: orders.map(order => order.eventId) } : { done: true };
}

/**
 * Settles the holdings of one player whose available credits are insufficient: cancels resting buys, newest first, and
 * lends the rest. The orders are in other markets, so the transaction locks all of these markets by id and then the
 * account. The required orders are known only under the account's lock; an attempt that finds an order elsewhere
 * restarts with that market. A player can cause a few attempts by placing orders meanwhile; the order budget limits
 * them.
 */
async function collectFromPlayer({ store, newId }: MarketTools, eventId: string, playerId: string): Promise<void> {
  let locks: readonly string[] = [];
  for (;;) {
    const result = await store.transact(tx => attempt(tx, newId, eventId, playerId, locks));
    if (result.done) return;
    locks = result.locks;
  }
}
