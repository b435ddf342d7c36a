import { type MarketNotice, type MarketWatcher, type Store, StoreUnavailable } from '../../database/store.js';
import { Cache } from '../../kernel/cache.js';
import { knownBook } from '../desk/book-cache.js';
import type { CommittedWork } from '../desk/write-desk.js';
import * as liveStore from '../store/live.js';
import type { MarketState } from '../store/rows.js';
import * as stateStore from '../store/states.js';
import { type LiveMarket, type MarketMove, moveLive, moveOf, openLive, recentTrades, tradesOf } from './live-market.js';

/** Maximum number of cached markets, and of resting orders in all of them; unused ones are evicted first. */
const maxMarkets = 5_000;
const maxOrders = 1_000_000;
/** Maximum age of a market without a check of its row: while notifications arrive, and while they do not. */
const listeningMaxAgeMs = 60_000;
const silentMaxAgeMs = 1_000;
const maxMoves = 1_000;
const patience = 20;
/** Limits of previous states for reads during an outage: markets, and resting orders in all of them. */
const maxFormer = 5_000;
const maxFormerOrders = 250_000;

/** The cached state of one market. Callers that wait for its load hold it even after eviction. */
interface MarketEntry {
  readonly eventId: string;
  live: LiveMarket | null;
  /** On the monotonic clock: when `live` certainly matched the tables. */
  checkedAt: number;
  /** The highest sequence that was reported. */
  floor: number;
  loading: Promise<void> | null;
  /** Commits of the write desk since the load started. */
  moves: MarketMove[];
}

export interface LiveMarketsOptions {
  readonly store: Pick<Store, 'read'>;
  /** Monotonic milliseconds, independent of the time of day. */
  readonly steady: () => number;
}

/**
 * Markets in memory, so that polling costs no query. Each is served only while no higher sequence is known: commits
 * of this node are applied before their callers are acknowledged, those of other nodes arrive as notifications.
 * Without notifications, every state is checked at most a second ago. Commits of this node's write desk advance a
 * market without reloading it. While the database is unreachable, markets are served in their last known state: this
 * node can't write meanwhile, and the sequence identifies the state. `staleMs` returns its age.
 */
export class LiveMarkets implements MarketWatcher {
  private readonly entries = new Cache<MarketEntry>({
    maxEntries: maxMarkets,
    maxWeight: maxOrders,
    // A market with more orders than all may have together is still cached, alone.
    weightOf: ({ live }) => Math.min(maxOrders, live?.book.resting.byId.size ?? 0),
  });

  /** Whether notifications of other nodes arrive. */
  isListening = false;
  /** The last known states of markets that must be reloaded; the first load of each drops it. */
  private readonly former = new Cache<LiveMarket>({
    maxEntries: maxFormer,
    maxWeight: maxFormerOrders,
    weightOf: live => live.book.resting.byId.size,
  });

  /** On the monotonic clock: when a state that may be stale certainly matched the tables. */
  private readonly lastChecked = new WeakMap<LiveMarket, number>();

  constructor(private readonly options: LiveMarketsOptions) {}

  /** Returns the current market if it is known without a query. */
  peek(eventId: string): LiveMarket | null {
    const place = this.entries.get(eventId);
    return place && this.isFresh(place) ? place.live : null;
  }

  /**
   * Returns the markets as of the call or later; unknown ones are omitted. The number of queries does not depend on
   * the number of markets, and concurrent callers share one load.
   */
  async read(eventIds: readonly string[]): Promise<Map<string, LiveMarket>> {
    const markets = new Map<string, LiveMarket>();
    let wanted = [...new Set(eventIds)];
    for (let attempt = 0; wanted.length > 0; attempt += 1) {
      if (attempt === patience) throw new Error(`${wanted[0]} changed ${patience} times while it was read`);
      const places = wanted.map(eventId => this.placeOf(eventId));
      const behind = places.filter(place => !this.isFresh(place));
      const floors = behind.map(place => place.floor);
      this.load(behind.filter(place => !place.loading));
      try {
        await Promise.all(new Set(behind.map(place => place.loading)));
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return this.lastKnown(places, markets, error);
      }
      // A state that was the newest at the time of the call suffices; an empty slot is an unknown market.
      const late = behind.filter(({ live }, index) => live && live.market.sequence < floors[index]);
      for (const { eventId, live } of places) if (live) markets.set(eventId, live);
      wanted = late.map(place => place.eventId);
    }
    return markets;
  }

  /** How long a state has not been compared with the tables, because the database is unreachable; otherwise 0. */
  staleMs(live: LiveMarket): number {
    const checkedAt = this.lastChecked.get(live);
    if (checkedAt === undefined) return 0;
    const place = this.entries.peek(live.event.id);
    return place?.live === live && this.isFresh(place) ? 0 : Math.max(0, this.options.steady() - checkedAt);
  }

  /** Completes `markets` from memory, or throws the reason why the database could not be read. */
  private lastKnown(
    places: readonly MarketEntry[],
    markets: Map<string, LiveMarket>,
    reason: StoreUnavailable,
  ): Map<string, LiveMarket> {
    for (const { eventId, live, checkedAt } of places) {
      const state = live ?? this.former.get(eventId);
      if (!state) throw reason;
      if (live) this.lastChecked.set(live, checkedAt);
      markets.set(eventId, state);
    }
    return markets;
  }

  /** Applies a commit of the write desk to the cached markets. */
  onCommitted(done: CommittedWork): void {
    let trades: ReturnType<typeof tradesOf> | null = null;
    for (const [eventId, open] of done.markets) {
      const place = open.changed && this.entries.get(eventId);
      if (!place) continue;
      trades ??= tradesOf(done);
      this.move(place, moveOf(open, trades.get(eventId) ?? []));
    }
  }

  onMarketsChanged(notices: readonly MarketNotice[]): void {
    for (const { eventId, sequence } of notices) {
      const place = this.entries.get(eventId);
      if (!place) continue;
      if (sequence === null) {
        this.remember(place);
        this.drop(place);
      } else place.floor = Math.max(place.floor, sequence);
    }
  }

  onListening(yes: boolean): void {
    this.isListening = yes;
    this.entries.rforEach(place => this.remember(place));
    this.entries.clear();
  }

  private remember({ eventId, live, checkedAt }: MarketEntry): void {
    if (!live) return;
    this.former.set(eventId, live);
    this.lastChecked.set(live, checkedAt);
  }

  private isFresh({ live, floor, checkedAt }: MarketEntry): boolean {
    if (!live || live.market.sequence < floor) return false;
    return this.options.steady() - checkedAt <= (this.isListening ? listeningMaxAgeMs : silentMaxAgeMs);
  }

  private placeOf(eventId: string): MarketEntry {
    const entry = this.entries.get(eventId);
    if (entry) return entry;
    const place: MarketEntry = { eventId, live: null, checkedAt: 0, floor: 0, loading: null, moves: [] };
    this.entries.set(eventId, place);
    return place;
  }

  private drop(place: MarketEntry): void {
    if (this.entries.peek(place.eventId) === place) this.entries.delete(place.eventId);
  }

  private keep(place: MarketEntry, live: LiveMarket, checkedAt: number): void {
    place.live = live;
    place.checkedAt = Math.max(place.checkedAt, checkedAt);
    // Set again, because its weight has changed.
    if (this.entries.peek(place.eventId) === place) this.entries.set(place.eventId, place);
  }

  private move(place: MarketEntry, move: MarketMove): void {
    if (place.loading) {
      // Beyond this the load will not complete soon, so waiting callers read separately.
      if (place.moves.length < maxMoves) place.moves.push(move);
    }
    if (place.live?.market.sequence === move.from) {
      this.keep(place, moveLive(place.live, move), this.options.steady());
    }
  }

  private load(places: readonly MarketEntry[]): void {
    if (places.length === 0) return;
    const loading = this.fetch(places).finally(() => {
      for (const place of places) {
        place.loading = null;
        place.moves = [];
      }
    });
    for (const place of places) place.loading = loading;
  }

  /** Markets that are only overdue for a check are compared by their sequence first. */
  private async fetch(places: readonly MarketEntry[]): Promise<void> {
    const startedAt = this.options.steady();
    const overdue = places.filter(({ live, floor }) => live && live.market.sequence >= floor);
    const sequences =
      overdue.length === 0
        ? new Map<string, number>()
        : await this.options.store.read(reader =>
            liveStore.sequences(
              reader,
              overdue.map(place => place.eventId),
            ),
          );
    const changed: MarketEntry[] = [];
    for (const place of places) {
      const sequence = sequences.get(place.eventId);
      const same = sequence !== undefined && place.live !== null && place.live.market.sequence >= sequence;
      if (same) place.checkedAt = Math.max(place.checkedAt, startedAt);
      else changed.push(place);
    }
    if (changed.length === 0) return;
    const readAt = this.options.steady();
    const ids = changed.map(place => place.eventId);
    const books = changed.map(({ eventId, live }) => knownBook(eventId, live?.book ?? null));
    const states = await this.options.store.read(reader => stateStore.states(reader, books, recentTrades));
    const byId = new Map(states.map(state => [state.event.id, state]));
    for (const eventId of ids) this.former.delete(eventId);
    for (const place of changed) {
      const state = byId.get(place.eventId);
      if (state) this.arrive(place, state, readAt);
      else {
        place.live = null;
        this.drop(place);
      }
    }
  }

  /** Applies commits from during the load on top of it. */
  private arrive(place: MarketEntry, state: MarketState, readAt: number): void {
    const before = place.live;
    if (before && before.market.sequence >= state.market.sequence) {
      this.keep(place, before, readAt);
      return;
    }
    // A book that can't be brought up to date is read as a whole next time.
    place.live = null;
    let live = openLive(state, before);
    for (const move of place.moves) if (move.from === live.market.sequence) live = moveLive(live, move);
    this.keep(place, live, readAt);
  }
}
