import { requestLimits, type Store, StoreFull, StoreUnavailable, type Transaction } from '../../database/store.js';
import { reconcileCommit } from '../../database/transactions.js';
import type { IdPrefix } from '../../kernel/ids.js';
import * as deskStore from '../store/desk.js';
import { BookCache } from './book-cache.js';
import { type DeskCommand, type DeskOutcome, decideCommand, eventsOf } from './decide-command.js';
import type { DeskBatch } from './desk-batch.js';
import { type LoadedBatch, loadCounterparties, loadDeskBatch } from './load-desk-batch.js';

interface Waiting {
  readonly since: number;
  /** The queue sweep before which the command arrived. */
  readonly sweep: number;
  readonly command: DeskCommand;
  readonly resolve: (outcome: DeskOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Transitions of a batch that the next batch waits for. */
interface Progress {
  /** Loading → saving: every command is decided. */
  readonly onSaving: () => void;
  /** Saving → committing: the save is sent, and the commit follows in the same round trip. */
  readonly onSaved: () => void;
}

/** Commands per transaction; more wait for the next one. */
const maxBatchSize = 256;
/** A longer queue means that the database can't keep up: rejecting is better than letting callers time out. */
const maxQueueLength = 10_000;
const minAnsweredTogether = 16;
/** Under overload one iteration of the event loop reads thousands of requests; callers don't wait for it to end. */
const longTurnMs = 25;
/**
 * Commands that no batch has taken for this many sweeps are rejected: fewer if the database does not respond, more if
 * it does and only the markets are locked.
 */
const maxSilentSweeps = 4;
const maxSweeps = 12;
const sweepEveryMs = 450;
const maxSilentMs = 1_200;

export interface DeskOptions {
  readonly store: Store;
  readonly newId: (prefix: IdPrefix, now: number) => string;
  /** Waits between attempts to reconcile a lost commit. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly yieldToEventLoop: () => Promise<void>;
  /** Waits between sweeps of the queue; without it, commands wait indefinitely. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Observes how long commands queue, are decided and saved, and wait for the commit. */
  readonly timings?: {
    readonly steady: () => number;
    observe(stage: 'queue' | 'decide' | 'commit', milliseconds: number, commands: number): void;
  };
  /**
   * Called after every commit and before its callers are acknowledged. The next transaction changes the given objects.
   */
  readonly onCommitted?: (done: CommittedWork) => void;
}

/** Markets after a commit, and its trades. */
export type CommittedWork = Pick<DeskBatch, 'markets' | 'fills'>;

/**
 * Batches all play writes of a node. Writes that arrive while a transaction is in flight wait for the next one, which
 * decides them in arrival order with the pure core, saves everything with a handful of statements and commits once. A
 * rejection never affects its neighbours, and a write is acknowledged only after its commit.
 *
 * States of the desk: idle → running (first command queued) → idle (queue empty).
 * States of a batch:
 *   opening     its transaction begins while the previous batch is still saving or committing;
 *   loading     the previous batch has committed: takes the queue, locks markets by id, then accounts by id, loads, decides;
 *   saving      all commands are decided, the save is being serialized; the next batch may open;
 *   committing  save and commit are sent in one round trip; its outcome is unknown to others that lock the same markets;
 *   committed   onCommitted runs, then callers are acknowledged;
 *   failed      books of its markets are invalidated. Lost while committing: each command is reconciled. Without a
 *               database, or with its disk full, all callers are rejected. Otherwise a batch of several is retried command by command, and a
 *               single command rejects its caller.
 *
 * A batch takes the queue only after the previous one has committed: it would wait for the same locks anyway, and the more
 * orders share a transaction, the less each of them costs.
 */
export class WriteDesk {
  readonly books = new BookCache();
  private waiting: Waiting[] = [];
  private running = false;
  private sweeping = false;
  private sweeps = 0;
  /** Resolves when the latest batch only has to commit. */
  private saved: Promise<void> = Promise.resolve();
  /** Batches in the committing state; each resolves when its transaction has ended either way. */
  private readonly committing = new Set<Promise<void>>();
  /** How long the last iteration of the event loop took. */
  private turnMs = 0;
  /** Counts failed transactions: a batch that loaded concurrently reloads. */
  private failures = 0;

  constructor(private readonly options: DeskOptions) {}

  submit(command: DeskCommand): Promise<DeskOutcome> {
    if (this.waiting.length >= maxQueueLength) {
      return Promise.reject(new StoreUnavailable('too many writes are waiting'));
    }
    return new Promise((resolve, reject) => {
      const since = this.options.timings?.steady() ?? 0;
      this.waiting.push({ since, sweep: this.sweeps, command, resolve, reject });
      if (!this.running) void this.run();
      if (this.options.wait && !this.sweeping) void this.sweepQueue(this.options.wait);
    });
  }

  queued(): number {
    return this.waiting.length;
  }

  private async run(): Promise<void> {
    this.running = true;
    // Commands that arrive in the same iteration of the event loop share a batch.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.openBatch();
    this.running = false;
  }

  private isSilent(): boolean {
    const { isReachable, silentMs } = this.options.store.pool();
    return !isReachable || silentMs > maxSilentMs;
  }

  /** Rejects commands that have waited too long. */
  private async sweepQueue(wait: (milliseconds: number) => Promise<void>): Promise<void> {
    this.sweeping = true;
    while (this.waiting.length > 0) {
      await wait(sweepEveryMs);
      this.sweeps += 1;
      let late = 0;
      const bound = this.isSilent() ? maxSilentSweeps : maxSweeps;
      while (late < this.waiting.length && this.sweeps - this.waiting[late].sweep > bound) late += 1;
      for (const { reject } of this.waiting.splice(0, late)) {
        reject(new StoreUnavailable('the database does not respond'));
      }
    }
    this.sweeping = false;
  }

  /** Opens a batch; resolves when it is saving, which is when the next one may open. */
  private openBatch(): Promise<void> {
    const before = this.saved;
    return new Promise(onSaving => {
      this.saved = new Promise(onSaved => {
        void this.serveQueue(before, { onSaving, onSaved }).finally(() => {
          onSaving();
          onSaved();
        });
      });
    });
  }

  private async serveQueue(before: Promise<void>, progress: Progress): Promise<void> {
    let taken: Waiting[] | null = null;
    const take = async () => {
      await before;
      await Promise.all(this.committing);
      taken ??= this.takeQueue();
      return taken;
    };
    await this.serve(take, progress);
  }

  private takeQueue(): Waiting[] {
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
      // The next batch need not wait for the retries.
      progress?.onSaving();
      progress?.onSaved();
      if (attempt.committing && error instanceof StoreUnavailable) {
        await Promise.all(taken.map(entry => this.reconcile(entry)));
      } else if (taken.length === 1 || error instanceof StoreUnavailable || error instanceof StoreFull) {
        for (const { reject } of taken) reject(error);
      } else for (const entry of taken) await this.serve(async () => [entry]);
    }
  }

  /**
   * Acknowledges a quarter of the callers per iteration of the event loop, without waiting for them: their follow-up
   * work would delay the next transaction. Smaller parts would scatter their next orders over several batches. If iterations
   * are long, all are acknowledged at once.
   */
  private async answer(taken: readonly Waiting[], outcomes: readonly DeskOutcome[]): Promise<void> {
    const together = Math.max(minAnsweredTogether, Math.ceil(taken.length / 4));
    for (const [index, entry] of taken.entries()) {
      if (index % together === 0) {
        const turn = this.awaitTurn();
        if (this.turnMs < longTurnMs) await turn;
      }
      entry.resolve(outcomes[index]);
    }
  }

  private async awaitTurn(): Promise<void> {
    const steady = this.options.timings?.steady ?? (() => 0);
    const began = steady();
    await this.options.yieldToEventLoop();
    this.turnMs = steady() - began;
  }

  private async reconcile({ command, resolve, reject }: Waiting): Promise<void> {
    const runAgain = async () => (await this.transact(async () => [command], { committing: false }))[0];
    try {
      const outcome = await reconcileCommit(this.options.pause, runAgain);
      if (outcome === null) resolve({ kind: 'unknown' });
      else if (outcome.kind !== 'replayed') resolve(outcome);
      else resolve({ ...outcome, kind: 'placed', budget: { remaining: 0, resetSeconds: 0 } });
    } catch (error) {
      reject(error);
    }
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
    let onEnded = () => {};
    const ended = new Promise<void>(resolve => {
      onEnded = resolve;
    });
    try {
      const answers = await store.transact(async tx => {
        attempt.committing = false;
        // The store may retry this after a deadlock: books that the first attempt returned are not committed.
        this.invalidateBooks(commands);
        this.committing.delete(ended);
        commands = await take();
        [count, begun] = [commands.length, steady()];
        const { work, stored } = await this.loadCommitted(tx, commands);
        const outcomes = commands.map(command => decideCommand(work, command, stored));
        await loadCounterparties(tx, work);
        this.committing.add(ended);
        progress?.onSaving();
        await deskStore.save(tx, work.toSave());
        for (const open of work.markets.values()) this.books.put(open);
        attempt.committing = true;
        done = work;
        saved = steady();
        progress?.onSaved();
        return outcomes;
      }, requestLimits);
      timings?.observe('decide', saved - begun, count);
      timings?.observe('commit', steady() - saved, count);
      if (done) onCommitted?.(done);
      return answers;
    } catch (error) {
      this.invalidateBooks(commands);
      throw error;
    } finally {
      this.committing.delete(ended);
      onEnded();
    }
  }

  /** Evicts the books of a transaction that was or may have been rolled back: they may differ from the database. */
  private invalidateBooks(commands: readonly DeskCommand[]): void {
    if (commands.length === 0) return;
    this.failures += 1;
    this.books.evict(commands.flatMap(eventsOf));
  }

  /**
   * Loads what other batches have committed. By the time the locks are held, batches that held them have ended, but
   * this process may not know yet: waits for them, and reloads if one of them failed.
   */
  private async loadCommitted(tx: Transaction, commands: readonly DeskCommand[]): Promise<LoadedBatch> {
    const { failures, books } = this;
    const { newId } = this.options;
    const loaded = await loadDeskBatch(tx, commands, { books, newId });
    await Promise.all(this.committing);
    return this.failures === failures ? loaded : loadDeskBatch(tx, commands, { books, newId });
  }
}

export interface ExchangeServices {
  readonly exchange: { readonly desk: WriteDesk };
}
