// Several markets over one set of balances, without a database: orders, cancels, grants, resolutions, voids and
// corrections with collecting and debts, as in the service. Records every posting with its event.

import { isRefusal } from '../../kernel/refusal.js';
import { type Microcredits, microcredits } from '../../kernel/units.js';
import { chooseOrders, decideCloseOrders, decideCollectOrders } from '../cancel-order.js';
import { availableOf, type Balances, balanceOf, issuance, marketAccount, type Transfer, transfer } from '../ledger.js';
import { applyPatch, type BookPatch } from '../market-book.js';
import { changePosition, noPosition, type PositionChange } from '../position.js';
import { type Answer, decideResolve, type Resolution } from '../resolution.js';
import type { RestingOrder } from '../resting-queue.js';
import { type Holding, returnRest, settleChunk, shortfalls } from '../settle-chunk.js';
import { type Ask, type Desk, openDesk, preview } from './memory-desk.js';
import { type Debts, postRepaying } from './post-repaying.js';

interface ArenaMarket {
  readonly desk: Desk;
  resolution: Resolution | null;
  /** Amounts paid by resolutions, by player and outcome. */
  readonly paid: Map<string, { readonly paid: Microcredits; readonly settledVersion: number }>;
}

interface Posted {
  readonly eventId: string | null;
  readonly transfer: Transfer;
}

export class MemoryArena {
  readonly balances: Balances = new Map();
  readonly debts: Debts = new Map();
  readonly postings: Posted[] = [];
  readonly markets = new Map<string, ArenaMarket>();
  /** Orders by arrival time, over all markets. */
  private readonly arrivals = new Map<string, number>();
  private now = 1;
  /** Orders that were cancelled to collect. */
  collected = 0;

  constructor(
    readonly players: readonly string[],
    private readonly maxCollected?: number,
  ) {}

  addMarket(eventId: string, outcomes: number, liquidityCredits: number): void {
    const desk = openDesk({ outcomes, liquidityCredits, marketId: eventId });
    for (const [key, amount] of desk.balances) this.balances.set(key, (this.balances.get(key) ?? 0n) + amount);
    // One set of balances for all markets.
    Object.assign(desk, { balances: this.balances });
    this.markets.set(eventId, { desk, resolution: null, paid: new Map() });
  }

  market(eventId: string): ArenaMarket {
    return this.markets.get(eventId) as ArenaMarket;
  }

  free(playerId: string): number {
    return Number(balanceOf(this.balances, availableOf(playerId)));
  }

  owed(playerId: string): number {
    return this.debts.get(playerId) ?? 0;
  }

  grant(playerId: string, credits: number): void {
    this.post(null, [transfer('grant', playerId, issuance, availableOf(playerId), credits * 1e6)]);
  }

  place(eventId: string, playerId: string, ask: Ask): void {
    const { desk } = this.market(eventId);
    this.now += 1;
    desk.now = this.now;
    const placed = preview(desk, playerId, { ...ask, orderId: `ord_${this.now}` });
    if (isRefusal(placed)) return;
    this.arrivals.set(placed.order.id, this.now);
    this.save(eventId, placed);
  }

  /** Cancels the player's order number `index` in this market, if it exists. */
  cancel(eventId: string, playerId: string, index: number): void {
    const { desk } = this.market(eventId);
    const own = [...desk.book.resting.byId.values()].filter(order => order.playerId === playerId);
    const order = own[index];
    if (order) this.save(eventId, decideCollectOrders(desk, new Set([order.id]), this.now));
  }

  resolve(eventId: string, answer: Answer): void {
    const market = this.market(eventId);
    const { desk, resolution: current } = market;
    const verb = current ? 'correct' : 'void' in answer ? 'void' : 'resolve';
    const state = { market: { ...desk.market, outcomes: desk.book.shares.length, closedAt: null }, current };
    const command = { answer, source: 'x', note: '', effectiveCloseAt: null };
    const resolved = decideResolve(state, verb, command, this.now);
    if (isRefusal(resolved)) throw new Error(resolved.message);
    if (resolved.transition.cancelOrders) this.save(eventId, decideCloseOrders(desk, this.now));
    desk.market = { ...desk.market, status: resolved.transition.to };
    market.resolution = resolved.resolution;
    for (const playerId of this.players) this.settle(eventId, playerId);
    const balance = Number(balanceOf(this.balances, marketAccount(eventId)));
    this.post(eventId, returnRest(eventId, resolved.resolution, microcredits(balance)));
  }

  /** Settles one player at a time, in as many steps as the limit on collected orders requires. */
  private settle(eventId: string, playerId: string): void {
    const market = this.market(eventId);
    const resolution = market.resolution as Resolution;
    for (let more = true; more; ) {
      const holdings = this.holdings(eventId, playerId);
      const free = () => new Map([[playerId, this.free(playerId) - this.owed(playerId)]]);
      const need = shortfalls({ resolution, holdings, free: free() }).get(playerId) ?? 0;
      const chosen = chooseOrders(this.openBuys(playerId), need, this.maxCollected);
      for (const { eventId: elsewhere, order } of chosen.orders) {
        const { desk } = this.market(elsewhere);
        this.save(elsewhere, decideCollectOrders(desk, new Set([order.id]), this.now));
      }
      more = chosen.more;
      this.collected += chosen.orders.length;
      const marketBalance = microcredits(Number(balanceOf(this.balances, marketAccount(eventId))));
      const state = { marketId: eventId, marketBalance, resolution, holdings, free: free(), practice: false };
      const chunk = settleChunk({ ...state, partial: more });
      this.post(eventId, chunk.transfers);
      for (const { outcome, paid, settledVersion } of chunk.holdings)
        market.paid.set(`${playerId}/${outcome}`, { paid, settledVersion });
    }
  }

  private holdings(eventId: string, playerId: string): Holding[] {
    const { desk, paid } = this.market(eventId);
    return desk.book.shares.flatMap((_, outcome) => {
      const key = `${playerId}/${outcome}`;
      const position = desk.positions.get(key);
      if (!position) return [];
      const settled = paid.get(key) ?? { paid: microcredits(0), settledVersion: 0 };
      const { shares, cost, realizedProfit } = position;
      return [{ playerId, outcome, shares, cost, realizedProfit, ...settled }];
    });
  }

  openBuys(playerId: string): { eventId: string; order: RestingOrder; remaining: number }[] {
    const buys = [...this.markets].flatMap(([eventId, { desk }]) =>
      [...desk.book.resting.byId.values()]
        .filter(order => order.playerId === playerId && order.side === 'buy')
        .map(order => ({ eventId, order, remaining: order.remaining })),
    );
    const arrival = ({ order }: { order: RestingOrder }) => this.arrivals.get(order.id) ?? 0;
    return buys.sort((a, b) => arrival(b) - arrival(a));
  }

  private save(
    eventId: string,
    decision: {
      readonly patch: BookPatch | null;
      readonly transfers: readonly Transfer[];
      readonly positions: readonly PositionChange[];
    },
  ): void {
    const { desk } = this.market(eventId);
    if (decision.patch) applyPatch(desk.book, decision.patch);
    this.post(eventId, decision.transfers);
    for (const change of decision.positions) {
      const key = `${change.playerId}/${change.outcome}`;
      desk.positions.set(key, changePosition(desk.positions.get(key) ?? noPosition, change));
    }
  }

  private post(eventId: string | null, transfers: readonly Transfer[]): void {
    for (const each of postRepaying(this.balances, this.debts, transfers))
      this.postings.push({ eventId, transfer: each });
  }
}
