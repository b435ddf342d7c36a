import type { TradingPause } from '../database/arena/rows.js';
import * as settingStore from '../database/arena/settings.js';
import type { MarketNotice, MarketWatcher, Store } from '../database/store.js';
import { isWhole, type LiveMarket } from '../exchange/live/live-market.js';
import { LiveMarkets, type LiveMarketsOptions } from '../exchange/live/live-markets.js';
import { CachedLoad } from '../kernel/cache.js';
import { Turns } from '../kernel/semaphore.js';
import { PlayerNames } from '../players/player-names.js';
import { PriceHistories } from './price-histories.js';
import { Selections } from './select-markets.js';
import { PastFigures } from './trade-history.js';

/** Data that a view needs in addition to the market itself. */
export interface Needs {
  /** Look-backs in hours, for figures that compare their start with the current state. */
  readonly hours?: readonly number[];
  /** The look-back of a price history, in hours. */
  readonly history?: number;
  /** Names of the players behind the newest trades. */
  readonly traders?: boolean;
}

const maxAttempts = 20;
/** Views of markets that are built in one step: about a millisecond. */
export const marketsPerTurn = 20;
const pausedTtlMs = 1_000;
/** The sequence of a new market. */
const firstSequence = 1;

interface LiveReadsOptions extends LiveMarketsOptions {
  readonly yieldToEventLoop: () => Promise<void>;
}

/** In-memory data that market data is served from, without a query per request. */
export class LiveReads implements MarketWatcher {
  readonly markets: LiveMarkets;
  readonly past: PastFigures;
  readonly histories: PriceHistories;
  readonly names: PlayerNames;
  readonly selections: Selections;
  /** The steps of reads of many markets. */
  readonly turns: Turns;
  private readonly store: Pick<Store, 'read'>;
  private readonly steady: () => number;
  private textChanges = 0;
  private readonly paused = new CachedLoad<TradingPause | null>(pausedTtlMs);

  constructor(options: LiveReadsOptions) {
    this.store = options.store;
    this.steady = options.steady;
    this.markets = new LiveMarkets(options);
    this.past = new PastFigures(this.store);
    this.histories = new PriceHistories(this.store, this.past);
    this.names = new PlayerNames(this.store);
    this.selections = new Selections(this.store);
    this.turns = new Turns(options.yieldToEventLoop);
  }

  onMarketsChanged(notices: readonly MarketNotice[]): void {
    this.markets.onMarketsChanged(notices);
    if (notices.some(({ sequence }) => sequence === firstSequence)) this.selections.clear();
  }

  onTextsChanged(): void {
    this.textChanges += 1;
  }

  onTradingSwitched(): void {
    this.paused.invalidate();
  }

  /**
   * The version of all event texts: it changes when an event is created or its texts may have changed. Null while this
   * node receives no notifications.
   */
  textVersion(): number | null {
    return this.markets.isListening ? this.textChanges : null;
  }

  onListening(yes: boolean): void {
    this.textChanges += 1;
    this.paused.invalidate();
    this.markets.onListening(yes);
  }

  /**
   * Maps each market with `make`, which is called with a consistent market once its dependencies are loaded. Skips
   * unknown markets. The number of queries does not depend on the number of markets.
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
      if (attempt === maxAttempts) throw new Error(`${wanted[0]} changed ${maxAttempts} times while it was read`);
      const loadedMarkets = await this.markets.read(wanted);
      await this.loadNeeds([...loadedMarkets.values()], needs, now);
      const again: string[] = [];
      for (const [index, eventId] of wanted.entries()) {
        if (index % marketsPerTurn === marketsPerTurn - 1) await this.turns.next();
        const live = this.markets.peek(eventId) ?? loadedMarkets.get(eventId);
        if (!live) continue;
        if (isWhole(live) && this.hasNeeds(live, needs, now)) made.set(eventId, make(live));
        else again.push(eventId);
      }
      wanted = again;
    }
    return made;
  }

  /** Whether the operator has paused trading in the whole arena, at most one second old. */
  async tradingPaused(): Promise<boolean> {
    return (await this.tradingPause()) !== null;
  }

  /** The pause of trading in the whole arena, at most one second old; null while there is none. */
  tradingPause(): Promise<TradingPause | null> {
    return this.paused.get(this.steady(), () => this.store.read(reader => settingStore.tradingPause(reader)));
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

  private hasNeeds(live: LiveMarket, { hours = [], history, traders }: Needs, now: number): boolean {
    const { event, trades } = live;
    if (!hours.every(back => this.past.find(event.id, back, now))) return false;
    if (history !== undefined && !this.histories.find(live, history, now)) return false;
    return !traders || trades.every(trade => this.names.find(trade.playerId, now));
  }
}
