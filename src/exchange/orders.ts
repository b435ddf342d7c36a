import type { Store } from '../database/store.js';
import type { OrderCommand } from '../engine/place-order.js';
import type { EventServices } from '../events/event-references.js';
import type { EventNames } from '../events/store/rows.js';
import type { WriteIdentity } from '../http/write-outcome.js';
import type { DeskOutcome } from './desk/decide-command.js';
import type { ExchangeServices } from './desk/write-desk.js';
import * as orderStore from './store/orders.js';

interface PlaceOrderCommand extends WriteIdentity {
  readonly playerId: string;
  readonly ownerId: string;
  readonly eventId: string;
  readonly order: Omit<OrderCommand, 'orderId'>;
}

type PlaceOrderOutcome = Exclude<DeskOutcome, { kind: 'cancelled' | 'granted' }>;

/** Places an order through the write desk, which batches it with concurrent orders. */
export async function placeOrder(
  { exchange }: ExchangeServices,
  { playerId, ownerId, eventId, clientId: clientOrderId, bodyDigest, order }: PlaceOrderCommand,
): Promise<PlaceOrderOutcome> {
  const command = { kind: 'place', playerId, ownerId, eventId, clientOrderId, bodyDigest, order } as const;
  return (await exchange.desk.submit(command)) as PlaceOrderOutcome;
}

interface CancelContext extends ExchangeServices {
  readonly store: Store;
}

type CancelOutcome = Exclude<DeskOutcome, { kind: 'placed' | 'replayed' | 'differs' | 'granted' }>;

/** Cancels the open part of an order; a completed order is returned unchanged. */
export async function cancelOrder(
  { exchange }: ExchangeServices,
  order: { readonly playerId: string; readonly eventId: string; readonly orderId: string },
): Promise<CancelOutcome> {
  return (await exchange.desk.submit({ kind: 'cancel', ...order })) as CancelOutcome;
}

/** Cancels a player's open orders in one event, or in all events if `eventId` is null. */
export async function cancelOrders(
  { store, exchange }: CancelContext,
  playerId: string,
  eventId: string | null,
): Promise<CancelOutcome> {
  const eventIds = eventId === null ? await store.read(reader => orderStore.openEvents(reader, playerId)) : [eventId];
  return (await exchange.desk.submit({ kind: 'cancelAll', playerId, eventIds })) as CancelOutcome;
}

/** Supplied by certification. */
export interface RunEvents {
  readonly certification: {
    /** Events of a player’s open certification run, which are hidden elsewhere. */
    readonly openEventIds: (playerId: string) => Promise<ReadonlySet<string>>;
  };
}

/** Supplied by practice. */
export interface PracticeAdvice {
  readonly practice: {
    /** Adds the open event of the series to the error of a closed practice market. */
    readonly withAdvice: (slug: string | undefined, error: unknown) => Promise<unknown>;
  };
}

/**
 * Resolves the event of an order. An agent may order on an event of its open certification run outside the run's base
 * path: a run judges all orders of its agent, so those orders are accepted and count.
 */
export async function findOrderableEvent(
  { markets: { references }, certification }: EventServices & RunEvents,
  playerId: string,
  reference: string,
): Promise<EventNames | null> {
  const event = await references.find(reference);
  if (event) return event;
  return references.withCertificationRun(await certification.openEventIds(playerId)).find(reference);
}
