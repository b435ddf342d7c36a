import type { Reader, Store } from '../database/store.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as orderStore from '../exchange/store/orders.js';
import type { OrderRow, PlayerMessage } from '../exchange/store/rows.js';
import { Batch, retentionMs, type StreamMessage, streamBounds } from '../http/streams.js';
import { isoTime } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import { type LogPage, type LogSource, LogTopic } from './log-topic.js';
import type { StreamReader } from './reader.js';
import * as ownMessageStore from './store/own-messages.js';
import type { OrderAtMoment, StoredMessage } from './store/rows.js';
import * as streamStore from './store/streams.js';

interface Names {
  readonly slug: string;
  readonly pubkey: string;
}

/** An order in the format of the play API. */
export type ViewOrder = (order: OrderRow, names: Names) => object;

interface UserSourceOptions {
  readonly store: Pick<Store, 'read' | 'snapshot'>;
  readonly clock: () => number;
  readonly storing: boolean;
  readonly viewOrder: ViewOrder;
}

/** The rows that messages refer to. */
interface Referenced {
  readonly names: ReadonlyMap<string, Names>;
  readonly orders: ReadonlyMap<string, OrderRow>;
}

const momentKey = ({ orderId, sequence }: Pick<OrderAtMoment, 'orderId' | 'sequence'>) => `${orderId} ${sequence}`;

async function referencedBy(reader: Reader, playerId: string, messages: readonly PlayerMessage[]): Promise<Referenced> {
  const moments = messages.flatMap(message => (message.kind === 'order' ? [message] : []));
  const eventIds = new Set(messages.flatMap(message => ('eventId' in message ? [message.eventId] : [])));
  const [names, orders] = await Promise.all([
    streamStore.names(reader, [...eventIds]),
    streamStore.ordersAt(reader, playerId, moments),
  ]);
  return { names, orders: new Map(orders.map(row => [momentKey(row), row.order])) };
}

const amounts = (row: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(Object.entries(row).map(([name, micros]) => [name, microsToWire(micros ?? 0)]));

/** Returns the members of a message that depend on its kind, in wire format. */
function bodyOf(message: PlayerMessage, at: number, { names, orders }: Referenced, viewOrder: ViewOrder): object {
  if (message.kind === 'grant') {
    const { credits, repaid, balanceAfter, day } = message;
    return { grant: { day, ...amounts({ credits, repaidCredits: repaid, availableBalance: balanceAfter }) } };
  }
  const event = names.get(message.eventId) ?? { slug: message.eventId, pubkey: message.eventId };
  if (message.kind === 'trade') {
    const { id, orderId, outcome, side, shares, credits, priceBps, against, sequence } = message;
    const rest = { priceBps, against, sequence, at: isoTime(at) };
    const trade = { id, orderId, eventSlug: event.slug, outcomeIndex: outcome, side, ...amounts({ shares, credits }) };
    return { trade: { ...trade, ...rest } };
  }
  if (message.kind === 'settlement') {
    const {
      refund,
      credits,
      balanceAfter,
      outcome,
      shares,
      cost,
      paid,
      owed,
      repaid,
      payoutBps,
      version,
      practice = false,
    } = message;
    const debts = { owedCredits: owed, repaidCredits: repaid };
    const balances = { costCredits: cost, paidCredits: paid, credits, availableBalance: balanceAfter };
    const figures = amounts({ shares, ...balances, ...debts });
    const head = { eventSlug: event.slug, outcomeIndex: outcome ?? 0, refund, practice, version: version ?? 1 };
    return { settlement: { ...head, ...figures, payoutBps: payoutBps ?? null } };
  }
  const order = orders.get(momentKey(message));
  if (!order) throw new Error(`order ${message.orderId} not found`);
  const { status, remaining, cancelReason, sequence } = message;
  const then = { ...order, status, remaining, cancelReason, updatedAt: at } as OrderRow;
  return { order: viewOrder(then, event), marketSequence: sequence };
}

/** The private messages of one player. */
export class UserSource implements LogSource {
  readonly storing: boolean;

  constructor(
    private readonly playerId: string,
    private readonly key: string,
    private readonly options: UserSourceOptions,
  ) {
    this.storing = options.storing;
  }

  page(after: number, limit: number): Promise<LogPage> {
    return this.options.store.read(async reader => {
      const since = this.options.clock() - retentionMs;
      const page = await ownMessageStore.messagesOf(reader, this.playerId, after, this.storing ? limit : 0);
      if (!page) throw new Error(`account of ${this.playerId} not found`);
      const { last: head, messages } = page;
      const [first] = messages;
      const old = first !== undefined && first.at < since;
      const missing = first === undefined ? limit > 0 && head > after : first.number > after + 1;
      if (old || missing) return { head, messages: [], gone: true };
      return { head, messages: await this.messagesOf(reader, messages, after), gone: false };
    });
  }

  /** A gap ends the page: the next page reports it. */
  private async messagesOf(reader: Reader, messages: readonly StoredMessage[], after: number) {
    const gap = messages.findIndex(({ number }, index) => number !== after + 1 + index);
    const page = gap < 0 ? messages : messages.slice(0, gap);
    const referenced = await referencedBy(
      reader,
      this.playerId,
      page.map(({ message }) => message),
    );
    return page.map(({ number: sequence, at, message }): StreamMessage => {
      const head = { channel: 'user', key: this.key, sequence, kind: message.kind, at: isoTime(at) };
      return { ...head, ...bodyOf(message, at, referenced, this.options.viewOrder) };
    });
  }

  /** Returns balance, open orders and the number of the newest message from one snapshot. */
  snapshot() {
    const { store, viewOrder } = this.options;
    return store.snapshot(async reader => {
      const standing = await accountStore.findStanding(reader, this.playerId);
      if (!standing) throw new Error(`account of ${this.playerId} not found`);
      const { account, reserved } = standing;
      const limit = streamBounds.snapshotOrders;
      const filter = { playerId: this.playerId, status: 'open', eventId: null, clientOrderId: null } as const;
      const orders = await orderStore.list(reader, { ...filter, before: null, limit: limit + 1 });
      const names = await streamStore.names(reader, [...new Set(orders.map(order => order.marketId))]);
      const members = {
        account: amounts({
          availableBalance: account.available,
          reservedBalance: reserved.ordinary,
          owedCredits: account.owed,
        }),
        orders: orders.slice(0, limit).map(order => viewOrder(order, names.get(order.marketId) as Names)),
        moreOrders: orders.length > limit,
      };
      return { sequence: account.messages, members };
    });
  }
}

/** The private messages of one player, with the number of unread notifications whenever it changes. */
export class UserTopic extends LogTopic {
  private isAnnounced = false;

  constructor(
    handle: string,
    clock: () => number,
    source: LogSource,
    private readonly countUnread: () => Promise<number>,
  ) {
    super('user', handle, clock, source);
  }

  override announce(): void {
    if (this.joining > 0) this.isAnnounced = true;
    this.sendUnread();
  }

  /** A subscriber that was being caught up gets what was announced meanwhile. */
  protected override attach(reader: StreamReader): void {
    super.attach(reader);
    if (!this.isAnnounced) return;
    this.isAnnounced = false;
    this.sendUnread();
  }

  /** A count that can't be read is not sent: clients can also read the list over HTTP. */
  private sendUnread(): void {
    if (this.readers.size === 0) return;
    this.countUnread().then(
      unread => this.broadcast(Batch.of(this.message('notifications', this.last, { unread }))),
      () => {},
    );
  }
}
