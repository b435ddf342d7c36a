import type { Transaction } from '../../database/store.js';
import { awaitsTopUp } from '../../engine/grants.js';
import type { MarketBook } from '../../engine/market-book.js';
import type { IdPrefix } from '../../kernel/ids.js';
import * as accountStore from '../store/accounts.js';
import * as deskStore from '../store/desk.js';
import * as batchStore from '../store/load-batch.js';
import type { StoredOrder } from '../store/rows.js';
import * as stateStore from '../store/states.js';
import { type BookCache, currentBook, knownBook } from './book-cache.js';
import { type DeskCommand, eventsOf } from './decide-command.js';
import { DeskBatch } from './desk-batch.js';
import { type OpenMarket, openMarket } from './open-market.js';

/** A unit of work with everything that its commands need, locked and loaded. */
export interface LoadedBatch {
  readonly work: DeskBatch;
  /** Accepted orders with the client ids of the batch, by player and client id. */
  readonly stored: Map<string, StoredOrder>;
}

interface LoadContext {
  readonly books: BookCache;
  readonly newId: (prefix: IdPrefix, now: number) => string;
}

/**
 * Locks and loads everything that a batch needs, in one round trip. Each read follows the locks before it and sees the
 * commits of other nodes. Only row numbers and books that
 * are not cached and practice purses with a due top-up need another round trip.
 */
export async function loadDeskBatch(
  tx: Transaction,
  commands: readonly DeskCommand[],
  { books, newId }: LoadContext,
): Promise<LoadedBatch> {
  const pairs = new Map(
    commands.flatMap(command =>
      eventsOf(command).map(eventId => [`${eventId} ${command.playerId}`, { eventId, playerId: command.playerId }]),
    ),
  );
  const allOf = commands.flatMap(command =>
    command.kind === 'cancelAll' ? command.eventIds.map(eventId => ({ eventId, playerId: command.playerId })) : [],
  );
  const eventIds = distinct(commands.flatMap(eventsOf));
  const missing = await readMissing(tx, books, eventIds);
  const loaded = await batchStore.load(tx, {
    eventIds,
    playerIds: distinct(commands.map(command => command.playerId)),
    placed: commands.flatMap(command => (command.kind === 'place' ? [command] : [])),
    pairs: [...pairs.values()],
    cancelled: commands.flatMap(command => (command.kind === 'cancel' ? [command] : [])),
    cancelledIn: allOf,
  });
  const { sequences, now, tradingPaused, accounts, stored, positions, orders } = loaded;
  const work = new DeskBatch(now, tradingPaused, newId);
  const openById = new Map(missing.map(open => [open.event.id, open]));
  for (const eventId of eventIds) {
    const cached = books.take(eventId);
    if (cached) openById.set(eventId, cached);
  }
  await openMarkets(tx, openById, work, sequences);
  for (const account of accounts) work.addAccount(account);
  for (const order of orders) work.orders.set(order.id, order);
  work.addPositions([...pairs.values()], positions);
  await loadReserved(tx, work, commands);
  return { work, stored: new Map(stored.map(order => [`${order.playerId} ${order.clientOrderId}`, order])) };
}

function distinct(values: Iterable<string>): string[] {
  return [...new Set(values)].sort();
}

/** Books that are not cached, read before the locks: a large one would take long, and others would wait for it. */
async function readMissing(tx: Transaction, books: BookCache, eventIds: readonly string[]): Promise<OpenMarket[]> {
  const missing = eventIds.filter(eventId => !books.has(eventId));
  if (missing.length === 0) return [];
  const states = await stateStore.states(
    tx,
    missing.map(eventId => knownBook(eventId, null)),
    0,
  );
  return states.map(state => openMarket(state.event, state.market, currentBook(state, null)));
}

/**
 * Takes books whose locked sequence proves that they are current. For others, reads what has changed since; the locks
 * make this the newest state.
 */
async function openMarkets(
  tx: Transaction,
  openById: ReadonlyMap<string, OpenMarket>,
  work: DeskBatch,
  sequences: ReadonlyMap<string, number>,
): Promise<void> {
  const behind = new Map<string, MarketBook | null>();
  for (const [eventId, sequence] of sequences) {
    const open = openById.get(eventId);
    if (open?.book.sequence === sequence) work.addOpen(open);
    else behind.set(eventId, open?.book ?? null);
  }
  if (behind.size === 0) return;
  const books = Array.from(behind, ([eventId, book]) => knownBook(eventId, book));
  for (const state of await stateStore.states(tx, books, 0)) {
    const { event, market } = state;
    work.addOpen(openMarket(event, market, currentBook(state, behind.get(event.id) ?? null)));
  }
}

/** Loads the practice reserves of players whose top-up is due: only their first practice orders of an hour need it. */
async function loadReserved(tx: Transaction, work: DeskBatch, commands: readonly DeskCommand[]): Promise<void> {
  const practising = commands.flatMap(command => {
    if (command.kind !== 'place' || !work.markets.get(command.eventId)?.event.practice) return [];
    return awaitsTopUp(work.account(command.playerId), work.now) ? [command.playerId] : [];
  });
  if (practising.length > 0) work.addPracticeReserved(await deskStore.practiceReserved(tx, distinct(practising)));
}

/** Loads positions and credits balances of players whose resting orders traded. */
export async function loadCounterparties(tx: Transaction, work: DeskBatch): Promise<void> {
  const later = work.laterPairs();
  const outside = work.outsideCredits();
  const [positions, balances] = await Promise.all([
    later.length > 0 ? deskStore.positionsOf(tx, later) : [],
    outside.length > 0 ? accountStore.credit(tx, outside) : null,
  ]);
  if (later.length > 0) work.applyLater(positions);
  if (balances) work.settleOutsiders(balances);
}
