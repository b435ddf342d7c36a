import type { MarketNotice, MarketWatcher, Store } from '../../store/store.js';
import { isWhole, type LiveMarket } from '../exchange/live/live-market.js';
import { LiveMarkets, type LiveMarketsOptions } from '../exchange/live/live-markets.js';
import { PastFigures } from './past-figures.js';
import { PlayerNames } from './player-names.js';
import { PriceHistories } from './price-histories.js';
import { Selections } from './selections.js';

/** What has to be at hand besides the market itself. */
export interface Needs {
  /** Look-backs whose beginning is compared with now, in hours. */
  readonly hours?: readonly number[];
  /** The look-back of a price history. */
  readonly history?: number;
  /** Who made the newest trades. */
  readonly traders?: boolean;
}

const patience = 20;
const pausedKeptMs = 1_000;
/** Of a market that was just made. */
const firstSequence = 1;

/** Everything that market data is served from without a query for each request. */
export class LiveReads implements MarketWatcher {
  readonly markets: LiveMarkets;
  readonly past: PastFigures;
  readonly histories: PriceHistories;
  readonly names: PlayerNames;
  readonly selections: Selections;
  private readonly store: Pick<Store, 'read'>;
  private readonly steady: () => number;
  private textChanges = 0;
  private paused: { readonly at: number; readonly value: Promise<boolean> } | null = null;

  constructor(options: LiveMarketsOptions) {
    this.store = options.store;
    this.steady = options.steady;
    this.markets = new LiveMarkets(options);
    this.past = new PastFigures(this.store);
    this.histories = new PriceHistories(this.store, this.past);
    this.names = new PlayerNames(this.store);
    this.selections = new Selections(this.store);
  }

  onMarketsChanged(notices: readonly MarketNotice[]): void {
    this.markets.onMarketsChanged(notices);
    if (notices.some(({ sequence }) => sequence === firstSequence)) this.selections.clear();
  }

  onTextsChanged(): void {
    this.textChanges += 1;
  }

  onTradingSwitched(): void {
    this.paused = null;
  }

  /**
   * Another one whenever an event is new or its texts may have changed: what was found in them holds while it is the same.
   * Null while changes by other nodes are not heard.
   */
  textVersion(): number | null {
    return this.markets.isListening ? this.textChanges : null;
  }

  onListening(yes: boolean): void {
    this.textChanges += 1;
    this.paused = null;
    this.markets.onListening(yes);
  }

  /**
   * Makes something of each market. `make` is called with a whole market, and everything that was needed is at hand;
   * unknown markets are left out. The number of queries does not depend on how many markets there are.
   */
  async each<T>(
    eventIds: readonly string[],
    needs: Needs,
    now: number,
    make: (live: LiveMarket) => T,
  ): Promise<Map<string, T>> {
    const made = new Map<string, T>();
    let wanted = [...new Set(eventIds)];
    for (let attempt = 0; wanted.length > 0; attempt += 1) {
      if (attempt === patience) throw new Error(`${wanted[0]} moved on ${patience} times while it was looked at`);
      const found = await this.markets.read(wanted);
      await this.loadNeeds([...found.values()], needs, now);
      wanted = wanted.filter(eventId => {
        const live = this.markets.peek(eventId) ?? found.get(eventId);
        if (!live) return false;
        if (!isWhole(live) || !this.isAtHand(live, needs, now)) return true;
        made.set(eventId, make(live));
        return false;
      });
    }
    return made;
  }

  /**
   * Whether the operator has paused trading in the whole arena: as this node has last said itself, and at most a second old
   * while other nodes are not heard.
   */
  tradingPaused(): Promise<boolean> {
    const now = this.steady();
    if (!this.paused || now - this.paused.at > pausedKeptMs) {
      const value = this.store.read(reads => reads.arena.tradingPaused());
      this.paused = { at: now, value };
      value.catch(() => {
        this.paused = null;
      });
    }
    return this.paused.value;
  }

  private async loadNeeds(markets: readonly LiveMarket[], needs: Needs, now: number): Promise<void> {
    const { hours = [], history, traders } = needs;
    await Promise.all([
      ...hours.map(back => this.past.load(markets, back, now)),
      ...(history === undefined ? [] : [this.histories.load(markets, history, now)]),
      ...(traders
        ? [
            this.names.load(
              markets.flatMap(live => live.trades.map(trade => trade.playerId)),
              now,
            ),
          ]
        : []),
    ]);
  }

  private isAtHand(live: LiveMarket, { hours = [], history, traders }: Needs, now: number): boolean {
    const { event, trades } = live;
    if (!hours.every(back => this.past.find(event.id, back, now))) return false;
    if (history !== undefined && !this.histories.find(live, history, now)) return false;
    return !traders || trades.every(trade => this.names.find(trade.playerId, now));
  }
}
