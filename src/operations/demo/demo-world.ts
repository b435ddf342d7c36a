import type { AccountRow, OrderRow, PlacedResult, PositionRow } from '../../store/exchange/interface.js';
import type { EventWithMarket } from '../../store/markets/interface.js';
import type { DeskCommand, DeskOutcome } from '../exchange/desk/desk-command.js';

const pairKey = (playerId: string, eventId: string) => `${playerId} ${eventId}`;
const holdingKey = (playerId: string, eventId: string, outcome: number) => `${playerId} ${eventId} ${outcome}`;

/**
 * The arena's state as seen by house players between two steps. It is updated from the desk's outcomes, so a step needs
 * no reads. Fills by other players' orders appear only when the state is reloaded from the store.
 */
export class DemoWorld {
  private readonly prices = new Map<string, readonly number[]>();
  private readonly available = new Map<string, number>();
  private readonly shares = new Map<string, number>();
  private readonly resting = new Map<string, string[]>();
  private readonly visitedAt = new Map<string, number>();

  open(eventId: string, priceBps: readonly number[]): void {
    this.prices.set(eventId, priceBps);
  }

  /** Loads stored state, for resuming an interrupted seeding. */
  loadAccount(playerId: string, account: AccountRow, orders: readonly OrderRow[]): void {
    this.available.set(playerId, account.available);
    for (const { marketId, id } of orders) this.addResting(playerId, marketId, id);
  }

  loadShares(playerId: string, positions: readonly PositionRow[]): void {
    for (const { eventId, outcome, shares, reservedShares } of positions) {
      this.shares.set(holdingKey(playerId, eventId, outcome), shares - reservedShares);
    }
  }

  loadPrices(events: readonly EventWithMarket[]): void {
    for (const { event, market } of events) this.prices.set(event.id, market.priceBps);
  }

  priceBps(eventId: string): readonly number[] {
    return this.prices.get(eventId) ?? [];
  }

  availableTo(playerId: string): number {
    return this.available.get(playerId) ?? 0;
  }

  sharesOf(playerId: string, eventId: string, outcome: number): number {
    return this.shares.get(holdingKey(playerId, eventId, outcome)) ?? 0;
  }

  restingOf(playerId: string, eventId: string): readonly string[] {
    return this.resting.get(pairKey(playerId, eventId)) ?? [];
  }

  /** The step of a player's last visit to an event; -1 for never. */
  lastVisit(playerId: string, eventId: string): number {
    return this.visitedAt.get(pairKey(playerId, eventId)) ?? -1;
  }

  visit(playerId: string, eventId: string, step: number): void {
    this.visitedAt.set(pairKey(playerId, eventId), step);
  }

  apply(command: DeskCommand, outcome: DeskOutcome): void {
    if (outcome.kind === 'placed' || outcome.kind === 'replayed') this.applyPlaced(outcome.result);
    else if (outcome.kind === 'cancelled') {
      this.available.set(command.playerId, outcome.available);
      for (const order of outcome.orders) this.applyCancelled(order);
    }
  }

  private applyPlaced({ order, available, priceBps }: PlacedResult): void {
    const { playerId, marketId, side } = order;
    this.available.set(playerId, available);
    this.prices.set(marketId, priceBps);
    const isOpen = order.status === 'open';
    if (isOpen) this.addResting(playerId, marketId, order.id);
    if (side === 'buy') this.addShares(order, order.filledShares);
    else this.addShares(order, -(isOpen ? order.amount : order.filledShares));
  }

  private applyCancelled(order: OrderRow): void {
    const key = pairKey(order.playerId, order.marketId);
    const left = (this.resting.get(key) ?? []).filter(id => id !== order.id);
    this.resting.set(key, left);
    if (order.side === 'sell' && order.status === 'cancelled') this.addShares(order, order.remaining);
  }

  private addShares({ playerId, marketId, outcome }: OrderRow, shares: number): void {
    const key = holdingKey(playerId, marketId, outcome);
    this.shares.set(key, Math.max(0, (this.shares.get(key) ?? 0) + shares));
  }

  private addResting(playerId: string, eventId: string, orderId: string): void {
    const key = pairKey(playerId, eventId);
    this.resting.set(key, [...(this.resting.get(key) ?? []), orderId]);
  }
}
