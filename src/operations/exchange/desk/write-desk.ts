import { awaitsTopUp } from '../../../domain/exchange/practice-purse.js';
import type { IdPrefix } from '../../../domain/ids.js';
import { type Store, StoreUnavailable, type Writes } from '../../../store/store.js';
import { BookCache, bookOf } from './book-cache.js';
import { decideCommand } from './decide-command.js';
import { type DeskCommand, type DeskOutcome, eventsOf } from './desk-command.js';
import { PlayUnitOfWork } from './play-unit-of-work.js';

interface Waiting {
  readonly since: number;
  readonly command: DeskCommand;
  readonly resolve: (outcome: DeskOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** How far a transaction has come; the next one waits for it. */
interface Progress {
  /** All is decided and on its way to the database. */
  readonly saving: () => void;
  /** Nothing is left but the commit. */
  readonly saved: () => void;
}

/** As many as one transaction takes; more wait for the next one. */
const maxBatchSize = 256;
/** More than this waiting means that the database can't keep up: better to say so than to let callers time out. */
const maxQueueLength = 10_000;
const reconcileAttempts = 5;
const minAnsweredTogether = 16;

export interface DeskOptions {
  readonly store: Store;
  readonly newId: (prefix: IdPrefix, now: number) => string;
  /** Waits between attempts to learn what became of a commit. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Lets whatever else is waiting have its turn. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** How long commands wait for a transaction, are decided and saved, and wait for its commit. */
  readonly timings?: {
    readonly steady: () => number;
    observe(stage: 'queue' | 'decide' | 'commit', milliseconds: number, commands: number): void;
  };
  /** Told of every commit before anybody is answered. What it is given moves on with the next transaction. */
  readonly onCommitted?: (done: CommittedWork) => void;
}

/** Markets as a commit has left them, and the trades that it made. */
export type CommittedWork = Pick<PlayUnitOfWork, 'markets' | 'fills'>;

function distinct(values: Iterable<string>): string[] {
  return [...new Set(values)].sort();
}

/**
 * Where all play writes of a node meet. Writes that arrive while a transaction is under way wait for the next one, which
 * takes them all: it locks and loads what they touch, decides each in the order of arrival with the pure core, saves
 * everything with a handful of statements and commits once. A refusal fails nobody else, a transaction that dies is run
 * again one by one, and nobody is told yes before the commit.
 *
 * So that the database seldom waits for this process, a transaction is opened while the one before is being saved. It takes
 * what has come when that one is committed, and not before: it would wait for the same locks anyway, and the more orders
 * share a transaction, the less each of them costs.
 */
export class WriteDesk {
  readonly books = new BookCache();
  private waiting: Waiting[] = [];
  private running = false;
  /** When nothing is left of the latest transaction but its commit. */
  private saved: Promise<void> = Promise.resolve();
  /** Transactions that may be committed already without our knowing. */
  private readonly committing = new Set<Promise<void>>();
  /** How often a transaction has failed. */
  private failures = 0;

  constructor(private readonly options: DeskOptions) {}

  submit(command: DeskCommand): Promise<DeskOutcome> {
    if (this.waiting.length >= maxQueueLength) {
      return Promise.reject(new StoreUnavailable('too many writes are waiting'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ since: this.options.timings?.steady() ?? 0, command, resolve, reject });
      if (!this.running) void this.run();
    });
  }

  queued(): number {
    return this.waiting.length;
  }

  private async run(): Promise<void> {
    this.running = true;
    // What arrives in the same turn of the event loop goes together.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.openNext();
    this.running = false;
  }

  /** Returns when it is time to open another. */
  private openNext(): Promise<void> {
    const before = this.saved;
    return new Promise(saving => {
      this.saved = new Promise(saved => {
        void this.serveWaiting(before, { saving, saved }).finally(() => {
          saving();
          saved();
        });
      });
    });
  }

  private async serveWaiting(before: Promise<void>, progress: Progress): Promise<void> {
    let taken: Waiting[] | null = null;
    const take = async () => {
      await before;
      await Promise.all(this.committing);
      taken ??= this.takeWaiting();
      return taken;
    };
    await this.serve(take, progress);
  }

  private takeWaiting(): Waiting[] {
    const taken = this.waiting.splice(0, maxBatchSize);
    const { timings } = this.options;
    const now = timings?.steady() ?? 0;
    for (const { since } of taken) timings?.observe('queue', now - since, 1);
    return taken;
  }

  private async serve(take: () => Promise<readonly Waiting[]>, progress?: Progress): Promise<void> {
    const attempt = { committing: false };
    try {
      const outcomes = await this.transact(async () => (await take()).map(entry => entry.command), attempt, progress);
      void this.answer(await take(), outcomes);
    } catch (error) {
      const taken = await take();
      // The next one need not wait for what is left to do here.
      progress?.saving();
      progress?.saved();
      if (attempt.committing && error instanceof StoreUnavailable) {
        for (const entry of taken) await this.reconcile(entry);
      } else if (taken.length === 1) taken[0].reject(error);
      else for (const entry of taken) await this.serve(async () => [entry]);
    }
  }

  /**
   * Callers are told a quarter at a time, and not waited for: what they do with their answers would otherwise keep the
   * database waiting for the next transaction. In smaller parts they would come back scattered over several transactions.
   */
  private async answer(taken: readonly Waiting[], outcomes: readonly DeskOutcome[]): Promise<void> {
    const together = Math.max(minAnsweredTogether, Math.ceil(taken.length / 4));
    for (const [index, entry] of taken.entries()) {
      if (index % together === 0) await this.options.yieldToEventLoop();
      entry.resolve(outcomes[index]);
    }
  }

  /**
   * The connection was lost while committing: nobody knows whether it happened. The same command again waits for the
   * locks of the lost one, and then finds its order there or makes it.
   */
  private async reconcile(entry: Waiting): Promise<void> {
    for (let attempt = 1; attempt <= reconcileAttempts; attempt += 1) {
      await this.options.pause(200 * attempt);
      try {
        const [outcome] = await this.transact(async () => [entry.command], { committing: false });
        entry.resolve(
          outcome.kind === 'replayed'
            ? { ...outcome, kind: 'placed', budget: { remaining: 0, resetSeconds: 0 } }
            : outcome,
        );
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) {
          entry.reject(error);
          return;
        }
      }
    }
    entry.resolve({ kind: 'unknown' });
  }

  private async transact(
    take: () => Promise<readonly DeskCommand[]>,
    attempt: { committing: boolean },
    progress?: Progress,
  ): Promise<DeskOutcome[]> {
    const { store, timings, onCommitted } = this.options;
    const steady = timings?.steady ?? (() => 0);
    let [count, begun, saved] = [0, 0, 0];
    let done: CommittedWork | null = null;
    let commands: readonly DeskCommand[] = [];
    let tellOver = () => {};
    const over = new Promise<void>(resolve => {
      tellOver = resolve;
    });
    try {
      const answers = await store.transact(async writes => {
        attempt.committing = false;
        // What an earlier attempt has saved is not there, and nobody may take it up from here on.
        this.invalidateBooks(commands);
        this.committing.delete(over);
        commands = await take();
        [count, begun] = [commands.length, steady()];
        const { set, stored } = await this.loadKnown(writes, commands);
        const outcomes = commands.map(command => decideCommand(set, command, stored));
        await this.readOutsiders(writes, set);
        this.committing.add(over);
        progress?.saving();
        await writes.desk.save(set.toSave());
        for (const open of set.markets.values()) this.books.put(open);
        attempt.committing = true;
        done = set;
        saved = steady();
        progress?.saved();
        return outcomes;
      });
      timings?.observe('decide', saved - begun, count);
      timings?.observe('commit', steady() - saved, count);
      if (done) onCommitted?.(done);
      return answers;
    } catch (error) {
      this.invalidateBooks(commands);
      throw error;
    } finally {
      this.committing.delete(over);
      tellOver();
    }
  }

  /** What a transaction has done was undone, or may be: its books are not those of the database. */
  private invalidateBooks(commands: readonly DeskCommand[]): void {
    if (commands.length === 0) return;
    this.failures += 1;
    this.books.evict(commands.flatMap(eventsOf));
  }

  /** Whatever these locks were waiting for is committed, and is told before it moves on; if it failed, its books count for nothing. */
  private async loadKnown(writes: Writes, commands: readonly DeskCommand[]) {
    const { failures: lost } = this;
    const loaded = await this.load(writes, commands);
    await Promise.all(this.committing);
    return this.failures === lost ? loaded : this.load(writes, commands);
  }

  /** What belongs to players who did not act but whose orders were met. */
  private async readOutsiders(writes: Writes, set: PlayUnitOfWork): Promise<void> {
    const later = set.laterPairs();
    const outside = set.outsideCredits();
    const [positions, balances] = await Promise.all([
      later.length > 0 ? writes.desk.positionsOf(later) : [],
      outside.length > 0 ? writes.desk.credit(outside) : null,
    ]);
    if (later.length > 0) set.applyLater(positions);
    if (balances) set.settleOutsiders(balances);
  }

  /**
   * Everything is asked for at once and answered in this order by the one connection: each look comes after the locks
   * before it, so what another node has just committed is seen. Only books that are not kept and practice purses
   * that await their top-up need a further question.
   */
  private async load(writes: Writes, commands: readonly DeskCommand[]) {
    const { desk } = writes;
    const pairs = new Map(
      commands.flatMap(command =>
        eventsOf(command).map(eventId => [`${eventId} ${command.playerId}`, { eventId, playerId: command.playerId }]),
      ),
    );
    const allOf = commands.flatMap(command =>
      command.kind === 'cancelAll' ? command.eventIds.map(eventId => ({ eventId, playerId: command.playerId })) : [],
    );
    const eventIds = distinct(commands.flatMap(eventsOf));
    const [{ sequences, now, tradingPaused }, accounts, stored, positions, orders, open] = await Promise.all([
      desk.lockSequences(eventIds),
      desk.lockAccounts(distinct(commands.map(command => command.playerId))),
      desk.ordersByClientId(commands.flatMap(command => (command.kind === 'place' ? [command] : []))),
      desk.positionsOf([...pairs.values()]),
      desk.ordersById(commands.flatMap(command => (command.kind === 'cancel' ? [command.orderId] : []))),
      desk.openOrdersOf(allOf),
    ]);
    const set = new PlayUnitOfWork(now, tradingPaused, this.options.newId);
    await this.openMarkets(writes, set, eventIds, sequences);
    for (const account of accounts) set.addAccount(account);
    for (const order of [...orders, ...open]) set.orders.set(order.id, order);
    set.addPositions([...pairs.values()], positions);
    await this.loadReserved(writes, set, commands);
    return { set, stored: new Map(stored.map(order => [`${order.playerId} ${order.clientOrderId}`, order])) };
  }

  /** Only the first practice orders of an hour have to know what their players' open buys hold. */
  private async loadReserved(writes: Writes, set: PlayUnitOfWork, commands: readonly DeskCommand[]): Promise<void> {
    const practising = commands.flatMap(command => {
      if (command.kind !== 'place' || !set.markets.get(command.eventId)?.event.practice) return [];
      return awaitsTopUp(set.account(command.playerId), set.now) ? [command.playerId] : [];
    });
    if (practising.length > 0) set.addPracticeReserved(await writes.desk.practiceReserved(distinct(practising)));
  }

  /** Most markets are as this desk left them, which their locked sequence proves; the others are read. */
  private async openMarkets(
    writes: Writes,
    set: PlayUnitOfWork,
    eventIds: readonly string[],
    sequences: ReadonlyMap<string, number>,
  ): Promise<void> {
    const unknown: string[] = [];
    for (const eventId of eventIds) {
      const kept = this.books.take(eventId, sequences.get(eventId));
      if (kept) set.addCached(kept);
      else if (sequences.has(eventId)) unknown.push(eventId);
    }
    if (unknown.length === 0) return;
    const [markets, resting] = await Promise.all([writes.desk.lockedMarkets(unknown), writes.orders.resting(unknown)]);
    for (const { event, market } of markets) {
      const own = resting.filter(order => order.eventId === market.eventId);
      set.addMarket(event, market, bookOf(event, market, own));
    }
  }
}
