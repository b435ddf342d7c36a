// A write desk without a database: loads, decides and saves in memory as the service does in a transaction. Property
// tests, the fuzzer and the benchmarks place their orders through it.

import { isRefusal, type Refusal } from '../../kernel/refusal.js';
import { microcredits, microshares, microsPerUnit } from '../../kernel/units.js';
import { decideCancel, type Ended } from '../cancel-order.js';
import { decideCreateMarket } from '../create-market.js';
import {
  applyTransfers,
  availableOf,
  type Balances,
  balanceOf,
  issuance,
  marketAccount,
  type Transfer,
  transfer,
  treasury,
} from '../ledger.js';
import type { MarketTimes } from '../lifecycle.js';
import { applyPatch, type MarketBook, openBook } from '../market-book.js';
import { decidePlaceOrder, type OrderCommand, type Placed, type PlaceOrderState } from '../place-order.js';
import { changePosition, noPosition, type Position, type PositionChange } from '../position.js';
import { costBetween, costOf } from '../prices.js';

export interface DeskMarket {
  readonly outcomes: number;
  readonly liquidityCredits: number;
  readonly prior?: readonly number[];
  readonly marketId?: string;
}

export interface Desk {
  market: MarketTimes;
  readonly book: MarketBook;
  readonly balances: Balances;
  /** By player and outcome. */
  readonly positions: Map<string, Position>;
  now: number;
  orders: number;
}

const farAway = 1e15;

export function openDesk({ outcomes, liquidityCredits, prior, marketId = 'evt_desk' }: DeskMarket): Desk {
  const created = decideCreateMarket(
    {
      marketId,
      outcomes: Array.from({ length: outcomes }, (_, k) => `outcome ${k}`),
      liquidity: Math.round(liquidityCredits * microsPerUnit),
      prior: prior ?? null,
      opensAt: null,
      endsAt: farAway,
    },
    0,
  );
  if (isRefusal(created)) throw new Error(created.message);
  const desk: Desk = {
    market: { status: created.status, opensAt: created.opensAt, endsAt: created.endsAt },
    book: openBook(created.book),
    balances: new Map(),
    positions: new Map(),
    now: 1,
    orders: 0,
  };
  applyTransfers(desk.balances, created.transfers);
  return desk;
}

export function grant(desk: Desk, playerId: string, credits: number): void {
  const amount = Math.round(credits * microsPerUnit);
  applyTransfers(desk.balances, [transfer('grant', playerId, issuance, availableOf(playerId), amount)]);
}

export function positionOf(desk: Desk, playerId: string, outcome: number): Position {
  return desk.positions.get(`${playerId}/${outcome}`) ?? noPosition;
}

export type Ask = Pick<OrderCommand, 'outcome' | 'side' | 'limitBps'> &
  Partial<OrderCommand> & { readonly credits?: number; readonly shares?: number };

/** Amounts may be given in credits or shares instead of millionths. */
export function commandOf(desk: Desk, ask: Ask): OrderCommand {
  const { credits, shares, ...rest } = ask;
  return {
    orderId: `ord_${desk.orders}`,
    amount: Math.round((credits ?? shares ?? 0) * microsPerUnit),
    timeInForce: 'GTC',
    expiresAt: null,
    ifSequence: null,
    ...rest,
  };
}

export function stateFor(desk: Desk, playerId: string, outcome: number): PlaceOrderState {
  return {
    market: desk.market,
    book: desk.book,
    player: {
      id: playerId,
      available: microcredits(Number(balanceOf(desk.balances, availableOf(playerId)))),
      position: positionOf(desk, playerId, outcome),
    },
    tradingPaused: false,
  };
}

export function preview(desk: Desk, playerId: string, ask: Ask): Placed | Refusal {
  return decidePlaceOrder(stateFor(desk, playerId, ask.outcome), commandOf(desk, ask), desk.now);
}

export function place(desk: Desk, playerId: string, ask: Ask): Placed | Refusal {
  const decided = preview(desk, playerId, ask);
  desk.orders += 1;
  if (!isRefusal(decided)) save(desk, decided);
  return decided;
}

/** For orders that the test expects to be accepted. */
export function mustPlace(desk: Desk, playerId: string, ask: Ask): Placed {
  const placed = place(desk, playerId, ask);
  if (isRefusal(placed)) throw new Error(`${placed.code}: ${placed.message}`);
  return placed;
}

export function cancel(desk: Desk, playerId: string, orderId: string): Ended | Refusal {
  const decided = decideCancel(desk, { orderId, playerId }, desk.now);
  if (!isRefusal(decided)) save(desk, decided);
  return decided;
}

interface Decision extends Pick<Placed, 'patch'> {
  readonly transfers: readonly Transfer[];
  readonly positions: readonly PositionChange[];
}

export function save(desk: Desk, { patch, transfers, positions }: Decision): void {
  if (patch) applyPatch(desk.book, patch);
  applyTransfers(desk.balances, transfers);
  for (const change of positions) {
    const key = `${change.playerId}/${change.outcome}`;
    desk.positions.set(key, changePosition(desk.positions.get(key) ?? noPosition, change));
  }
}

/** Gives a player shares of each outcome (one number: complete sets), paid for by the treasury. */
export function endow(desk: Desk, playerId: string, shares: number | readonly number[]): void {
  const { book } = desk;
  const given = book.shares.map((_, k) =>
    Math.round((typeof shares === 'number' ? shares : shares[k]) * microsPerUnit),
  );
  const after = book.shares.map((each, k) => each + given[k]);
  const price = Math.ceil(costBetween(costOf(book.shares, book.liquidity), costOf(after, book.liquidity))) + 1;
  applyTransfers(desk.balances, [transfer('market_funding', 'endowed', treasury, marketAccount(book.marketId), price)]);
  book.shares = after;
  book.account = microcredits(book.account + price);
  for (const [outcome, amount] of given.entries()) {
    const change: PositionChange = {
      playerId,
      outcome,
      kind: 'bought',
      shares: microshares(amount),
      credits: microcredits(0),
    };
    save(desk, { patch: null, transfers: [], positions: [change] });
  }
}
