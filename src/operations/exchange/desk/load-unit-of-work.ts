import { awaitsTopUp } from '../../../domain/exchange/practice-purse.js';
import type { IdPrefix } from '../../../domain/ids.js';
import type { StoredOrder } from '../../../store/exchange/interface.js';
import type { Writes } from '../../../store/store.js';
import { type BookCache, bookOf } from './book-cache.js';
import { countsCancel, type DeskCommand, eventsOf } from './desk-command.js';
import { PlayUnitOfWork } from './play-unit-of-work.js';

/** A unit of work with everything that its commands need, locked and loaded. */
export interface LoadedWork {
  readonly work: PlayUnitOfWork;
  /** Accepted orders with the client ids of the batch, by player and client id. */
  readonly stored: Map<string, StoredOrder>;
}

interface LoadContext {
  readonly books: BookCache;
  readonly newId: (prefix: IdPrefix, now: number) => string;
}

function distinct(values: Iterable<string>): string[] {
  return [...new Set(values)].sort();
}

/** Takes cached books whose locked sequence proves that they are current, and loads the others. */
async function openMarkets(
  writes: Writes,
  books: BookCache,
  work: PlayUnitOfWork,
  eventIds: readonly string[],
  sequences: ReadonlyMap<string, number>,
): Promise<void> {
  const missing: string[] = [];
  for (const eventId of eventIds) {
    const cached = books.take(eventId, sequences.get(eventId));
    if (cached) work.addCached(cached);
    else if (sequences.has(eventId)) missing.push(eventId);
  }
  if (missing.length === 0) return;
  const [markets, resting] = await Promise.all([writes.desk.lockedMarkets(missing), writes.orders.resting(missing)]);
  for (const { event, market } of markets) {
    const own = resting.filter(order => order.eventId === market.eventId);
    work.addMarket(event, market, bookOf(event, market, own));
  }
}

/** Loads the practice reserves of players whose top-up is due: only their first practice orders of an hour need it. */
async function loadReserved(writes: Writes, work: PlayUnitOfWork, commands: readonly DeskCommand[]): Promise<void> {
  const practising = commands.flatMap(command => {
    if (command.kind !== 'place' || !work.markets.get(command.eventId)?.event.practice) return [];
    return awaitsTopUp(work.account(command.playerId), work.now) ? [command.playerId] : [];
  });
  if (practising.length > 0) work.addPracticeReserved(await writes.desk.practiceReserved(distinct(practising)));
}

/**
 * Locks and loads everything that a batch needs, in one round trip. Each read follows the locks before it and sees the
 * commits of other nodes. Only books that are not cached and practice purses with a due top-up need another round trip.
 */
export async function loadUnitOfWork(
  writes: Writes,
  commands: readonly DeskCommand[],
  { books, newId }: LoadContext,
): Promise<LoadedWork> {
  const { desk } = writes;
  const pairs = new Map(
    commands.flatMap(command =>
      eventsOf(command).map(eventId => [`${eventId} ${command.playerId}`, { eventId, playerId: command.playerId }]),
    ),
  );
  const allOf = commands.flatMap(command =>
    command.kind === 'cancelAll' ? command.eventIds.map(eventId => ({ eventId, playerId: command.playerId })) : [],
  );
  const eventIds = distinct(commands.flatMap(eventsOf));
  const cancelling = distinct(commands.flatMap(command => (countsCancel(command) ? [command.playerId] : [])));
  const loaded = await desk.load({
    eventIds,
    playerIds: distinct(commands.map(command => command.playerId)),
    placed: commands.flatMap(command => (command.kind === 'place' ? [command] : [])),
    pairs: [...pairs.values()],
    cancelled: commands.flatMap(command => (command.kind === 'cancel' ? [command] : [])),
    cancelledIn: allOf,
    cancelling,
  });
  const { sequences, now, tradingPaused, accounts, stored, positions, orders, cancelMoments } = loaded;
  const work = new PlayUnitOfWork(now, tradingPaused, newId);
  await openMarkets(writes, books, work, eventIds, sequences);
  for (const account of accounts) work.addAccount(account);
  work.addCancelMoments(cancelMoments);
  for (const order of orders) work.orders.set(order.id, order);
  work.addPositions([...pairs.values()], positions);
  await loadReserved(writes, work, commands);
  return { work, stored: new Map(stored.map(order => [`${order.playerId} ${order.clientOrderId}`, order])) };
}

/** Loads positions and credits balances of players whose resting orders traded. */
export async function loadCounterparties(writes: Writes, work: PlayUnitOfWork): Promise<void> {
  const later = work.laterPairs();
  const outside = work.outsideCredits();
  const [positions, balances] = await Promise.all([
    later.length > 0 ? writes.desk.positionsOf(later) : [],
    outside.length > 0 ? writes.desk.credit(outside) : null,
  ]);
  if (later.length > 0) work.applyLater(positions);
  if (balances) work.settleOutsiders(balances);
}
