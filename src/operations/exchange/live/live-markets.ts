import { BoundedMap } from '../../../domain/bounded-map.js';
import { type MarketNotice, type MarketWatcher, type Store, StoreUnavailable } from '../../../store/store.js';
import type { CommittedWork } from '../desk/write-desk.js';
import { type LiveMarket, type MarketMove, moveLive, moveOf, openLive, recentTrades, tradesOf } from './live-market.js';

/** As many markets, and resting orders in all of them, as are kept; those that nobody asks for go first. */
const maxMarkets = 5_000;
const maxOrders = 1_000_000;
/** How old a market may be without a look at its row: while changes are heard, and while they are not. */
const listeningMaxAgeMs = 60_000;
const silentMaxAgeMs = 1_000;
const maxMoves = 1_000;
const patience = 20;
/** Former states for reads during an outage: markets, and resting orders in all of them. */
const maxFormer = 5_000;
const maxFormerOrders = 250_000;

/** What is known of one market. Whoever waits for its load keeps it, even if it is out of the list by then. */
interface MarketEntry {
  readonly eventId: string;
  live: LiveMarket | null;
  /** On the steady clock: when `live` was certainly what the tables had. */
  checkedAt: number;
  /** The highest sequence that anybody has told of. */
  floor: number;
  loading: Promise<void> | null;
  /** What the write desk has committed since the load began. */
  moves: MarketMove[];
  orders: number;
  /** Asked for since room was last made. */
  used: boolean;
}

export interface LiveMarketsOptions {
  readonly store: Pick<Store, 'read'>;
  /** Milliseconds that only ever grow, whatever happens to the time of day. */
  readonly steady: () => number;
}

/**
 * Markets in memory, so that what is polled costs no query. Each is served only while nobody has told of a higher
 * sequence: of this node's own commits before their callers are answered, of those of other nodes by their notices. While
 * those are not heard, every look is at most a second old. Commits of this node's write desk move a market on without
 * reading it again. While the database is out of reach, markets are served as they were last known: nothing can be
 * written on this node meanwhile, and the sequence says which state it is. `staleMs` says how old it is.
 */
export class LiveMarkets implements MarketWatcher {
  private readonly entries = new Map<string, MarketEntry>();
  /** Whether changes by other nodes are heard. */
  isListening = false;
  private orders = 0;
  /** The last known states of markets that must be loaded again; the first load of each drops it. */
  private readonly former = new BoundedMap<LiveMarket>(maxFormer, {
    max: maxFormerOrders,
    weightOf: (_eventId, live) => live.book.resting.byId.size,
  });

  /** On the steady clock: when a state that may be stale was certainly what the tables had. */
  private readonly lastChecked = new WeakMap<LiveMarket, number>();

  constructor(private readonly options: LiveMarketsOptions) {}

  /** The market as it is now, if that is known without asking the database. */
  peek(eventId: string): LiveMarket | null {
    const place = this.entries.get(eventId);
    if (!place || !this.isFresh(place)) return null;
    place.used = true;
    return place.live;
  }

  /**
   * Markets as they are now or were after this was called; unknown ones are left out. The number of queries does not
   * depend on how many are asked for, and many who ask for the same at once share one load.
   */
  async read(eventIds: readonly string[]): Promise<Map<string, LiveMarket>> {
    const found = new Map<string, LiveMarket>();
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
        return this.lastKnown(places, found, error);
      }
      // A state that was the newest when it was asked for will do; a place without one is of a market that is not there.
      const late = behind.filter(({ live }, index) => live && live.market.sequence < floors[index]);
      for (const { eventId, live } of places) if (live) found.set(eventId, live);
      wanted = late.map(place => place.eventId);
    }
    return found;
  }

  /** For how long a state has not been compared with the tables, because the database is out of reach; otherwise 0. */
  staleMs(live: LiveMarket): number {
    const checkedAt = this.lastChecked.get(live);
    if (checkedAt === undefined) return 0;
    const place = this.entries.get(live.event.id);
    return place?.live === live && this.isFresh(place) ? 0 : Math.max(0, this.options.steady() - checkedAt);
  }

  /** Completes `found` from memory, or throws the reason why the database could not be read. */
  private lastKnown(
    places: readonly MarketEntry[],
    found: Map<string, LiveMarket>,
    reason: StoreUnavailable,
  ): Map<string, LiveMarket> {
    for (const { eventId, live, checkedAt } of places) {
      const state = live ?? this.former.get(eventId);
      if (!state) throw reason;
      if (live) this.lastChecked.set(live, checkedAt);
      found.set(eventId, state);
    }
    return found;
  }

  /** The write desk has committed: what is kept here moves on with it. */
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
    for (const place of this.entries.values()) this.remember(place);
    this.entries.clear();
    this.orders = 0;
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
    const known = this.entries.get(eventId);
    if (known) {
      known.used = true;
      return known;
    }
    const fresh = { live: null, checkedAt: 0, floor: 0, loading: null, moves: [], orders: 0, used: true };
    const place: MarketEntry = { eventId, ...fresh };
    this.entries.set(eventId, place);
    this.makeRoom();
    return place;
  }

  /** Whoever was asked for since the last time gets another turn at the end. */
  private makeRoom(): void {
    for (const place of this.entries.values()) {
      if (this.entries.size <= maxMarkets && (this.orders <= maxOrders || this.entries.size === 1)) return;
      if (place.used) {
        place.used = false;
        this.entries.delete(place.eventId);
        this.entries.set(place.eventId, place);
      } else this.drop(place);
    }
  }

  private drop(place: MarketEntry): void {
    if (this.entries.get(place.eventId) !== place) return;
    this.entries.delete(place.eventId);
    this.orders -= place.orders;
  }

  private keep(place: MarketEntry, live: LiveMarket, checkedAt: number): void {
    place.live = live;
    place.checkedAt = Math.max(place.checkedAt, checkedAt);
    if (this.entries.get(place.eventId) !== place) return;
    const orders = live.book.resting.byId.size;
    this.orders += orders - place.orders;
    place.orders = orders;
  }

  private move(place: MarketEntry, move: MarketMove): void {
    if (place.loading) {
      // Beyond this the load is not coming back soon, and whoever waits for it may as well read again.
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

  /** Markets that are only too long unlooked at are compared by their sequence first. */
  private async fetch(places: readonly MarketEntry[]): Promise<void> {
    const startedAt = this.options.steady();
    const known = places.filter(({ live, floor }) => live && live.market.sequence >= floor);
    const sequences =
      known.length === 0
        ? new Map<string, number>()
        : await this.options.store.read(reads => reads.live.sequences(known.map(place => place.eventId)));
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
    const states = await this.options.store.read(reads => reads.live.states(ids, recentTrades));
    const byId = new Map(states.map(state => [state.event.id, state]));
    for (const eventId of ids) this.former.delete(eventId);
    for (const place of changed) {
      const state = byId.get(place.eventId);
      if (state) this.arrive(place, openLive(state), readAt);
      else {
        place.live = null;
        this.drop(place);
      }
    }
    this.makeRoom();
  }

  /** What was committed here while the load was under way is put on top of it. */
  private arrive(place: MarketEntry, loaded: LiveMarket, readAt: number): void {
    let live = loaded;
    for (const move of place.moves) if (move.from === live.market.sequence) live = moveLive(live, move);
    if (place.live && place.live.market.sequence >= live.market.sequence) live = place.live;
    this.keep(place, live, readAt);
  }
}
