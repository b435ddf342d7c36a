import type { Store, Transaction } from '../database/store.js';
import { orIfDiskFull } from '../database/transactions.js';
import { dayNumber, startingGrant, utcDay } from '../engine/grants.js';
import { accountKey, availableOf, issuance } from '../engine/ledger.js';
import { noWrites, playBudgets, remainingWrites as remainingOf } from '../engine/write-counts.js';
import * as eventStore from '../events/store/events.js';
import type { EventRow } from '../events/store/rows.js';
import type { UnfinishedWrite } from '../http/write-outcome.js';
import type { IdPrefix } from '../kernel/ids.js';
import * as profileStore from '../players/store/profiles.js';
import type { ExchangeServices } from './desk/write-desk.js';
import { type Equity, loadEquity } from './equity.js';
import * as accountStore from './store/accounts.js';
import type { ActivityFilter } from './store/activity.js';
import * as activityStore from './store/activity.js';
import * as deskStore from './store/desk.js';
import * as orderStore from './store/orders.js';
import * as positionStore from './store/positions.js';
import type { AccountRow, FillRow, OrderFilter, OrderRow, PositionFilter } from './store/rows.js';

/** Creates a new player's account with its starting credits, in the transaction that creates the player. */
export async function openAccount(
  tx: Transaction,
  playerId: string,
  now: number,
  newId: (prefix: IdPrefix, now: number) => string,
): Promise<void> {
  const day = utcDay(now);
  await accountStore.open(tx, { playerId, available: startingGrant, day });
  await deskStore.save(tx, {
    at: now,
    markets: [],
    accounts: [],
    grants: [{ playerId, day, amount: startingGrant }],
    orders: [],
    orderChanges: [],
    positions: [],
    fills: [],
    transfers: [
      {
        kind: 'grant',
        reference: `${playerId}/${day}`,
        from: accountKey(issuance),
        to: accountKey(availableOf(playerId)),
        amount: startingGrant,
      },
    ],
    activity: [
      {
        id: newId('act', now),
        at: now,
        playerId,
        kind: 'grant',
        credits: startingGrant,
        balanceAfter: startingGrant,
        eventId: null,
        orderId: null,
        details: { day, starting: true },
      },
    ],
  });
}

interface AccountContext extends ExchangeServices {
  readonly store: Store;
  readonly clock: () => number;
}

const hasTodaysGrant = ({ lastGrantDay }: AccountRow, now: number) => lastGrantDay >= dayNumber(now);

/** Credits the grants that are due, without counting a write. */
async function creditGrants({ exchange }: AccountContext, playerId: string): Promise<AccountRow | UnfinishedWrite> {
  const outcome = await exchange.desk.submit({ kind: 'creditGrants', playerId, counts: null });
  if (outcome.kind === 'granted') return outcome.account;
  if (outcome.kind === 'refused' || outcome.kind === 'limited' || outcome.kind === 'unknown') return outcome;
  throw new Error(`touching an account ended as ${outcome.kind}`);
}

/** A player's account. The first read of a UTC day credits that day's grant, unless the disk is full. */
export async function readAccount(context: AccountContext, playerId: string): Promise<AccountRow | UnfinishedWrite> {
  const account = await context.store.read(reader => accountStore.find(reader, playerId));
  if (!account) return creditGrants(context, playerId);
  return hasTodaysGrant(account, context.clock()) ? account : orIfDiskFull(creditGrants(context, playerId), account);
}

/** Balances and the value of positions at one point in time, with the day's grant credited unless the disk is full. */
export async function readEquity(context: AccountContext, playerId: string): Promise<Equity | UnfinishedWrite> {
  const equity = await loadEquity(context.store, playerId);
  if (hasTodaysGrant(equity.account, context.clock())) return equity;
  const credited = await orIfDiskFull(creditGrants(context, playerId), null);
  if (!credited) return equity;
  return 'kind' in credited ? credited : loadEquity(context.store, playerId);
}

type ReadContext = { readonly store: Pick<Store, 'read'> };

/** The events of these orders, by id. */
export async function eventsOfOrders(
  { store }: ReadContext,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, EventRow>> {
  const ids = [...new Set(orders.map(order => order.marketId))];
  const events = await store.read(reader => eventStore.findMany(reader, ids));
  return new Map(events.map(({ event }) => [event.id, event]));
}

export function listOrders({ store }: ReadContext, filter: OrderFilter): Promise<OrderRow[]> {
  return store.read(reader => orderStore.list(reader, filter));
}

/** An order of this player; another player's order counts as not found. */
export function findOwnOrder({ store }: ReadContext, playerId: string, orderId: string): Promise<OrderRow | null> {
  return store.read(reader => orderStore.find(reader, playerId, orderId));
}

export function fillsOfOrder({ store }: ReadContext, playerId: string, orderId: string): Promise<FillRow[]> {
  return store.read(reader => orderStore.fills(reader, playerId, [orderId]));
}

export function listPositions({ store }: ReadContext, filter: PositionFilter) {
  return store.read(reader => positionStore.page(reader, filter));
}

/** Activity of a player, with the slugs of its events. */
export function listActivity({ store }: ReadContext, playerId: string, filter: ActivityFilter) {
  return store.read(async reader => {
    const rows = await activityStore.list(reader, playerId, filter);
    const ids = [...new Set(rows.flatMap(row => row.eventId ?? []))];
    const events = await eventStore.findMany(reader, ids);
    return { rows, slugs: new Map(events.map(({ event }) => [event.id, event.slug])) };
  });
}

/** The valid certification of an agent; null if it has none. */
export function certificationOf({ store }: ReadContext, playerId: string) {
  return store.read(reader => profileStore.certificationOf(reader, playerId));
}

interface RemainingWrites {
  readonly name: keyof typeof playBudgets;
  readonly quota: number;
  readonly windowMs: number;
  readonly remaining: number;
}

/** The remaining write budgets at `now`, which are counted in the player's account. */
export function remainingWrites(account: Pick<AccountRow, 'writes'> | null, now: number): RemainingWrites[] {
  return (['orders', 'cancels', 'forecasts'] as const).map(name => {
    const { quota, windowMs } = playBudgets[name];
    return { name, quota, windowMs, remaining: remainingOf(account?.writes ?? noWrites, name, now) };
  });
}
