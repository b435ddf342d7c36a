import { BookCopy, type Event, type StreamConnection, type StreamMessage } from '../../client/client.js';
import { printable } from './printable.js';
import { render } from './style.js';
import { table } from './tables.js';

export type MarketMessage = StreamMessage<'trades' | 'orderbook'>;
type PublicTrade = Extract<StreamMessage<'trades'>, { kind: 'trade' }>['trade'];

const maxTrades = 8;
const timeOfDay = (at: string) => at.slice(11, 19);

/** The state of a market, built from the messages of its streams. */
export class MarketView {
  private readonly book = new BookCopy();
  private readonly connections = new Map<string, StreamConnection>();
  private trades: readonly PublicTrade[] = [];
  private status: string;
  private prices: readonly number[];

  constructor(
    private readonly event: Event,
    private readonly display: { readonly outcome: number; readonly depth: number; readonly isBps: boolean },
  ) {
    this.status = event.status;
    this.prices = event.outcomes.map(({ priceBps }) => priceBps);
  }

  private price(bps: number): string {
    return this.display.isBps ? `${bps} bps` : `${(bps / 100).toFixed(2)} %`;
  }

  connect(channel: string, connection: StreamConnection): void {
    this.connections.set(channel, connection);
  }

  /** Merges trades from before the stream; duplicates of streamed trades are dropped. */
  addTrades(trades: readonly PublicTrade[]): void {
    const byId = new Map([...this.trades, ...trades].map(trade => [trade.id, trade]));
    this.trades = [...byId.values()].sort((a, b) => b.sequence - a.sequence).slice(0, maxTrades);
  }

  /** Applies a message and returns a line that describes the change; null if nothing changed. */
  apply(message: MarketMessage): string | null {
    if (message.channel === 'orderbook') {
      this.book.take(message);
      return this.setStatus(message.status) ?? this.setPrices(this.book.outcomes.map(({ midBps }) => midBps));
    }
    if (message.kind === 'trade') {
      const { trade } = message;
      this.addTrades([trade]);
      const verb = trade.side === 'buy' ? 'buys' : 'sells';
      const what = `${trade.shares} of ${this.outcomeName(trade.outcomeIndex)} at ${this.price(trade.priceBps)}`;
      return `trade   ${printable(trade.player.handle)} ${verb} ${what}`;
    }
    if (message.kind === 'status') return this.setStatus(message.status);
    return message.kind === 'snapshot' ? this.setStatus(message.market.status) : null;
  }

  private setStatus(status: string): string | null {
    if (status === this.status) return null;
    this.status = status;
    return `status  ${status}`;
  }

  private setPrices(prices: readonly number[]): string | null {
    if (prices.every((price, index) => price === this.prices[index])) return null;
    this.prices = prices;
    return this.pricesLine();
  }

  pricesLine(): string {
    const parts = this.prices.map((price, index) => `${this.outcomeName(index)} ${this.price(price)}`);
    return `price   ${parts.join(', ')}`;
  }

  private outcomeName(index: number): string {
    return printable(`${index} ${this.event.outcomes[index]?.label ?? ''}`);
  }

  connectionLine(): string {
    const states = [...this.connections.values()];
    const lost = states.find(state => !state.open);
    if (lost && !lost.open) return `○ reconnecting: ${lost.reason}`;
    return states.length < 2 ? '○ connecting' : '● live';
  }

  private outcomesTable(): string {
    const rows = this.event.outcomes.map(({ index, label }) => {
      const book = this.book.outcomes.find(({ outcomeIndex }) => outcomeIndex === index);
      const [bid, ask] = [book?.bids[0], book?.asks[0]].map(level => (level ? this.price(level.priceBps) : null));
      const spread = book?.spreadBps == null ? null : this.price(book.spreadBps);
      return [index, label, this.price(this.prices[index]), bid, ask, spread];
    });
    return table(['outcome', 'label', 'price', 'bid', 'ask', 'spread'], rows, 'The event has no outcomes.');
  }

  private bookTable(): string {
    const { outcome, depth } = this.display;
    const book = this.book.outcomes.find(({ outcomeIndex }) => outcomeIndex === outcome);
    const rows = Array.from({ length: depth }, (_, index) => {
      const [bid, ask] = [book?.bids[index], book?.asks[index]];
      const price = (bps: number | undefined) => (bps === undefined ? null : this.price(bps));
      return [bid?.shares ?? null, price(bid?.priceBps), price(ask?.priceBps), ask?.shares ?? null];
    });
    return `book of ${this.outcomeName(outcome)}\n${table(['shares', 'bid', 'ask', 'shares'], rows, 'No offers at the moment.')}`;
  }

  private tradesTable(): string {
    const rows = this.trades.map(row => [
      timeOfDay(row.at),
      row.player.handle,
      row.side,
      this.outcomeName(row.outcomeIndex),
      row.shares,
      this.price(row.priceBps),
    ]);
    return table(['at', 'player', 'side', 'outcome', 'shares', 'price'], rows, 'No trades yet.');
  }

  /** Renders the view, clipped to the size of the screen. */
  draw({ columns, rows }: { readonly columns: number; readonly rows: number }): string[] {
    const { title, endsAt, sequence } = this.event;
    const facts = [
      this.connectionLine(),
      this.status,
      `sequence ${this.book.sequence ?? sequence}`,
      `ends ${endsAt.slice(0, 16)}`,
    ];
    const text = [
      printable(title),
      facts.join(' · '),
      '',
      this.outcomesTable(),
      this.bookTable(),
      this.tradesTable(),
    ].join('\n');
    // Clipping could leave a style open, so the frame has no styles.
    return render(text, false)
      .split('\n')
      .slice(0, rows)
      .map(line => [...line].slice(0, columns).join(''));
  }
}
