import {
  type Account,
  accountKey,
  assertRepaidFirst,
  debtChange,
  practiceKey,
  repaymentAfter,
  type Transfer,
} from '../../engine/ledger.js';
import { applyPatch, type BookPatch, type MarketBook } from '../../engine/market-book.js';
import { changePosition, noPosition, type Position, type PositionChange } from '../../engine/position.js';
import type { EventRow, MarketRow } from '../../events/store/rows.js';
import type { IdPrefix } from '../../kernel/ids.js';
import { ensure } from '../../kernel/invariant.js';
import type {
  AccountChange,
  AccountRow,
  ActivityKind,
  LoadedPosition,
  NewActivity,
  NewFill,
  NewOrder,
  OrderChange,
  OrderRow,
  OutsideCredit,
  OutsideState,
  OwnedPair,
  PlayBatch,
  PlayerMessages,
  PracticeTransferRow,
  TransferRow,
} from '../store/rows.js';
import { draftMessages, type MessageDrafts } from './draft-messages.js';
import { type Mutable, type OpenMarket, openMarket } from './open-market.js';
import { newOutsider, type Outsider, settleOutsider } from './outsiders.js';

interface ActivityDraft {
  readonly kind: ActivityKind;
  readonly eventId: string | null;
  readonly orderId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fillId?: string;
}

/** The practice account, with its event; null for the main account. */
type PracticeOf = { readonly eventId: string | null } | null;

/** The account that everything about an event uses. */
export function purseOf({ id, practice }: Pick<EventRow, 'id' | 'practice'>): PracticeOf {
  return practice ? { eventId: id } : null;
}

const pairKey = (pair: OwnedPair) => `${pair.eventId} ${pair.playerId}`;

/**
 * Everything that one transaction of the write desk has locked and loaded, and the changes so far. Later decisions
 * see the effects of earlier ones; at the end it returns the changes to save.
 */
export class DeskBatch {
  readonly markets = new Map<string, OpenMarket>();
  private readonly accounts = new Map<string, Mutable<AccountRow>>();
  /** The balance after the activity written so far: at the end it must equal the balance itself. */
  private readonly activityBalances = new Map<string, { ordinary: number; practice: number }>();
  /** Repaid from inflows whose activity entry is still missing. */
  private readonly repaid = new Map<string, number>();
  /** Practice credits reserved by open buys, for players whose top-up may depend on it. */
  private readonly practiceHeld = new Map<string, number>();
  readonly orders = new Map<string, OrderRow>();
  readonly newOrders = new Map<string, Mutable<NewOrder>>();
  readonly fills: NewFill[] = [];
  readonly grants: PlayBatch['grants'][number][] = [];
  private readonly positions = new Map<string, Map<number, Position>>();
  private readonly positionsWithRow = new Set<string>();
  private readonly changedPositions = new Map<string, OwnedPair & { readonly outcome: number }>();
  private readonly laterPositions = new Map<string, { pair: OwnedPair; changes: PositionChange[] }>();
  private readonly outsiders = new Map<string, Outsider>();
  private readonly orderChanges = new Map<string, Mutable<OrderChange>>();
  private readonly transfers: TransferRow[] = [];
  private readonly activity: Mutable<NewActivity>[] = [];
  private readonly practiceTransfers: PracticeTransferRow[] = [];
  private readonly practiceActivity: Mutable<NewActivity>[] = [];
  private drafts: MessageDrafts | null = null;

  constructor(
    readonly now: number,
    readonly tradingPaused: boolean,
    readonly newId: (prefix: IdPrefix, now: number) => string,
  ) {}

  addMarket(event: EventRow, market: MarketRow, book: MarketBook): void {
    this.markets.set(event.id, openMarket(event, market, book));
  }

  /** Reuses a market, possibly in the state that an earlier transaction left. */
  addOpen({ event, market, book }: OpenMarket): void {
    // Listeners of the earlier transaction may still read its changes.
    this.markets.set(event.id, { event, market, book, changed: false, opened: market.sequence, patches: [] });
  }

  addPositions(pairs: readonly OwnedPair[], rows: readonly LoadedPosition[]): void {
    for (const pair of pairs) this.positions.set(pairKey(pair), new Map());
    for (const row of rows) {
      const { shares, reservedShares, cost, realizedProfit } = row;
      this.positionsWithRow.add(`${pairKey(row)} ${row.outcome}`);
      this.positions.get(pairKey(row))?.set(row.outcome, { shares, reservedShares, cost, realizedProfit });
    }
  }

  position(pair: OwnedPair, outcome: number): Position {
    return this.positions.get(pairKey(pair))?.get(outcome) ?? noPosition;
  }

  addAccount(account: AccountRow): void {
    this.accounts.set(account.playerId, { ...account });
    this.activityBalances.set(account.playerId, { ordinary: account.available, practice: account.practice });
  }

  account(playerId: string): Mutable<AccountRow> {
    const account = this.accounts.get(playerId);
    if (!account) throw new Error(`player ${playerId} has no account`);
    return account;
  }

  addPracticeReserved(reserved: ReadonlyMap<string, number>): void {
    for (const [playerId, amount] of reserved) this.practiceHeld.set(playerId, amount);
  }

  practiceReserved(playerId: string): number {
    const amount = this.practiceHeld.get(playerId);
    if (amount === undefined)
      throw new Error(`the practice credits that open buys of ${playerId} reserve are not loaded`);
    return amount;
  }

  patchBook(open: OpenMarket, patch: BookPatch, priceBps: readonly number[] | null): void {
    applyPatch(open.book, patch);
    const { market } = open;
    market.shares = patch.shares;
    market.account = patch.account;
    market.sequence = patch.sequence;
    market.openOrders += (patch.added ? 1 : 0) - patch.removed.length;
    if (priceBps) market.priceBps = priceBps;
    open.patches.push(patch);
    open.changed = true;
  }

  changeOrder(id: string, change: Omit<OrderChange, 'id'>): void {
    const fresh = this.newOrders.get(id);
    if (fresh) {
      const { filledCredits, filledShares, ...rest } = change;
      const { row } = fresh;
      const credits = row.filledCredits + filledCredits;
      const shares = row.filledShares + filledShares;
      fresh.row = { ...row, ...rest, filledCredits: credits, filledShares: shares, updatedAt: this.now } as OrderRow;
      return;
    }
    const earlier = this.orderChanges.get(id);
    const sum = {
      ...change,
      id,
      filledCredits: change.filledCredits + (earlier?.filledCredits ?? 0),
      filledShares: change.filledShares + (earlier?.filledShares ?? 0),
    };
    this.orderChanges.set(id, sum);
  }

  /** The current state of the order: as loaded, with the changes since. */
  currentOrder(id: string): OrderRow | null {
    const fresh = this.newOrders.get(id);
    if (fresh) return fresh.row;
    const row = this.orders.get(id);
    const change = this.orderChanges.get(id);
    if (!row || !change) return row ?? null;
    const { remaining, status, cancelReason } = change;
    const filledCredits = row.filledCredits + change.filledCredits;
    const filledShares = row.filledShares + change.filledShares;
    return { ...row, remaining, status, cancelReason, filledCredits, filledShares, updatedAt: this.now } as OrderRow;
  }

  changePositions(eventId: string, changes: readonly PositionChange[]): void {
    for (const change of changes) {
      const pair = { eventId, playerId: change.playerId };
      const key = pairKey(pair);
      if (this.positions.has(key)) this.applyPosition(pair, change);
      else {
        const later = this.laterPositions.get(key) ?? { pair, changes: [] };
        later.changes.push(change);
        this.laterPositions.set(key, later);
      }
    }
  }

  private applyPosition(pair: OwnedPair, change: PositionChange): void {
    const key = pairKey(pair);
    const positions = this.positions.get(key) as Map<number, Position>;
    // A player with a first position in this market is one more trader.
    const open = this.markets.get(pair.eventId) as OpenMarket;
    if (positions.size === 0) open.market.traders += 1;
    open.changed = true;
    positions.set(change.outcome, changePosition(positions.get(change.outcome) ?? noPosition, change));
    const { eventId, playerId } = pair;
    this.changedPositions.set(`${key} ${change.outcome}`, { eventId, playerId, outcome: change.outcome });
  }

  /** Owners of resting orders that traded, whose positions were not loaded before. */
  laterPairs(): OwnedPair[] {
    return [...this.laterPositions.values()].map(later => later.pair);
  }

  applyLater(rows: readonly LoadedPosition[]): void {
    this.addPositions(this.laterPairs(), rows);
    for (const { pair, changes } of this.laterPositions.values()) {
      for (const change of changes) this.applyPosition(pair, change);
    }
    this.laterPositions.clear();
  }

  /**
   * Posts transfers in one ledger; changes of available balances are applied immediately or, for outsiders, at the
   * end. A player with a debt repays from every inflow, here and nowhere else.
   */
  post(transfers: readonly Transfer[], purse: PracticeOf): void {
    const member = purse ? 'practice' : 'available';
    for (const each of transfers) {
      const { kind, reference, from, to, amount } = each;
      if (purse) {
        const { eventId } = purse;
        const row = { kind, reference, eventId, from: practiceKey(from), to: practiceKey(to), amount };
        this.practiceTransfers.push(row);
      } else this.transfers.push({ kind, reference, from: accountKey(from), to: accountKey(to), amount });
      this.move(from, -amount, member);
      this.move(to, amount, member);
      if (!purse) this.changeDebt(each);
    }
  }

  private changeDebt(each: Transfer): void {
    const party = each.kind === 'repayment' ? each.from : each.to;
    const account = party.type === 'player' ? this.accounts.get(party.playerId) : undefined;
    if (!account || (account.owed === 0 && each.kind !== 'advance')) return;
    const repayments = repaymentAfter(each, account.owed);
    account.owed = (account.owed + debtChange(each, account.playerId)) as typeof account.owed;
    for (const { amount } of repayments) this.repaid.set(account.playerId, this.repaidBy(account.playerId) + amount);
    if (repayments.length > 0) this.post(repayments, null);
  }

  private repaidBy(playerId: string): number {
    return this.repaid.get(playerId) ?? 0;
  }

  private move(account: Account, amount: number, member: 'available' | 'practice'): void {
    if (account.type !== 'player') return;
    if (account.part === 'reserved') {
      const reserve = member === 'practice' ? this.practiceHeld.get(account.playerId) : undefined;
      if (reserve !== undefined) this.practiceHeld.set(account.playerId, reserve + amount);
      return;
    }
    const row = this.accounts.get(account.playerId);
    if (row) {
      row[member] = (row[member] + amount) as AccountRow['available'];
      ensure('no-overdraft', row[member] >= 0, () => `${account.playerId} at ${row[member]} (${member})`);
      return;
    }
    this.outsider(account.playerId)[member === 'practice' ? 'practice' : 'amount'] += amount;
  }

  private outsider(playerId: string): Outsider {
    let outsider = this.outsiders.get(playerId);
    if (!outsider) {
      outsider = newOutsider();
      this.outsiders.set(playerId, outsider);
    }
    return outsider;
  }

  /**
   * `change` is the change of the available balance that a transfer of the same decision has posted; repaid debt is
   * subtracted here.
   */
  addActivity(playerId: string, change: number, draft: ActivityDraft, practice: boolean): void {
    const balances = this.activityBalances.get(playerId);
    const { kind, eventId, orderId, fillId } = draft;
    const repaid = practice || change <= 0 ? 0 : Math.min(change, this.repaidBy(playerId));
    if (repaid > 0) this.repaid.set(playerId, this.repaidBy(playerId) - repaid);
    const credits = change - repaid;
    const details = repaid > 0 ? { ...draft.details, repaid } : draft.details;
    // The entry of a trade is derived from its fill and has the same bits in its id.
    const id = fillId === undefined ? this.newId('act', this.now) : `act${fillId.slice(3)}`;
    const row = { id, at: this.now, playerId, credits, balanceAfter: 0, kind, eventId, orderId, details, fillId };
    if (balances) row.balanceAfter = balances[practice ? 'practice' : 'ordinary'] += credits;
    else this.outsider(playerId)[practice ? 'practiceActivity' : 'activity'].push({ row, credits });
    (practice ? this.practiceActivity : this.activity).push(row);
  }

  /** Built once, after all decisions. */
  private messageDrafts(): MessageDrafts {
    const { fills, activity, practiceActivity } = this;
    const orderState = (id: string) => this.newOrders.get(id)?.row ?? this.orderChanges.get(id) ?? null;
    const sequenceOf = (eventId: string) => this.markets.get(eventId)?.market.sequence ?? 0;
    this.drafts ??= draftMessages({ fills, activity, practiceActivity, orderState, sequenceOf });
    return this.drafts;
  }

  outsideCredits(): OutsideCredit[] {
    const drafts = this.outsiders.size > 0 ? this.messageDrafts() : null;
    return [...this.outsiders]
      .map(([playerId, { amount, practice }]) => {
        return { playerId, amount, practice, messages: drafts?.get(playerId)?.length ?? 0 };
      })
      .sort((a, b) => (a.playerId < b.playerId ? -1 : 1));
  }

  /** Completes the activity of outsiders once their balances are known. */
  settleOutsiders(states: ReadonlyMap<string, OutsideState>): void {
    for (const [playerId, outsider] of this.outsiders) {
      for (const { kind, reference, from, to, amount } of settleOutsider(playerId, outsider, states.get(playerId)))
        this.transfers.push({ kind, reference, from: accountKey(from), to: accountKey(to), amount });
    }
  }

  private positionRows(): PlayBatch['positions'] {
    return Array.from(this.changedPositions, ([key, place]) => {
      const { eventId, playerId, outcome } = place;
      const { shares, reservedShares, cost, realizedProfit } = this.position(place, outcome);
      const isNew = !this.positionsWithRow.has(key);
      return { eventId, playerId, outcome, shares, reservedShares, cost, realizedProfit, isNew };
    });
  }

  private checkActivity(): void {
    for (const [playerId, { available, practice, owed }] of this.accounts) {
      assertRepaidFirst(playerId, available, owed);
      const balances = this.activityBalances.get(playerId);
      ensure(
        'activity-adds-up',
        balances?.ordinary === available && balances.practice === practice,
        () => `${playerId}: ${balances?.ordinary} and ${balances?.practice} noted, ${available} and ${practice} there`,
      );
    }
  }

  /** Counts the messages of those whose accounts are locked here; outsiders were counted when they were credited. */
  private numberMessages(): PlayerMessages[] {
    return [...this.messageDrafts()].map(([playerId, messages]) => {
      const account = this.accounts.get(playerId);
      if (account) account.messages += messages.length;
      const last = account?.messages ?? this.outsider(playerId).messages;
      return { playerId, first: last - messages.length + 1, last, messages };
    });
  }

  toSave(): PlayBatch {
    this.checkActivity();
    const messages = this.numberMessages();
    const changed = [...this.markets.values()].filter(open => open.changed);
    return {
      at: this.now,
      markets: changed.map(open => open.market),
      accounts: [...this.accounts.values()] as AccountChange[],
      grants: this.grants,
      orders: [...this.newOrders.values()],
      orderChanges: [...this.orderChanges.values()],
      positions: this.positionRows(),
      fills: this.fills,
      transfers: this.transfers,
      activity: this.activity,
      practice: { transfers: this.practiceTransfers, activity: this.practiceActivity },
      messages,
    };
  }
}
