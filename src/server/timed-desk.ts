import type { DeskCommand, DeskOutcome } from '../operations/play/desk-command.js';
import { type DeskOptions, WriteDesk } from '../operations/play/write-desk.js';
import type { Store } from '../store/store.js';
import type { StageTimings } from './stage-timings.js';

/** As many as the desk takes at once; those behind them wait for the next transaction. */
const mostTogether = 256;

/** Moments at which commands came, until their transaction begins. */
class Arrivals {
  private moments: number[] = [];

  constructor(private readonly timings: StageTimings) {}

  note(): void {
    this.moments.push(performance.now());
  }

  /** The desk refused the last one at once. */
  forgetLast(): void {
    this.moments.pop();
  }

  /** A transaction begins and takes those who came first. */
  begin(now: number): number {
    const taken = this.moments.splice(0, mostTogether);
    for (const moment of taken) this.timings.observe('queue', now - moment);
    return Math.max(1, taken.length);
  }
}

/** The store as the desk uses it, one transaction after the other, each of them timed. */
function timedStore(store: Store, arrivals: Arrivals, timings: StageTimings): Store {
  return {
    read: work => store.read(work),
    snapshot: work => store.snapshot(work),
    exclusively: (name, work) => store.exclusively(name, work),
    watch: watcher => store.watch(watcher),
    pool: () => store.pool(),
    close: () => store.close(),
    async transact(work) {
      const begun = performance.now();
      const commands = arrivals.begin(begun);
      let saved = begun;
      const result = await store.transact(async writes => {
        const value = await work(writes);
        saved = performance.now();
        return value;
      });
      timings.observe('decide', saved - begun, commands);
      timings.observe('commit', performance.now() - saved, commands);
      return result;
    },
  };
}

/**
 * The write desk with a stopwatch around it. What waits goes with the next transaction in the order of arrival, so the
 * beginnings of transactions tell how long each has waited, and the desk itself need not know of it.
 */
export class TimedDesk extends WriteDesk {
  private readonly arrivals: Arrivals;

  constructor(options: DeskOptions, timings: StageTimings) {
    const arrivals = new Arrivals(timings);
    super({ ...options, store: timedStore(options.store, arrivals, timings) });
    this.arrivals = arrivals;
  }

  override submit(command: DeskCommand): Promise<DeskOutcome> {
    const before = this.queued();
    this.arrivals.note();
    const outcome = super.submit(command);
    if (this.queued() === before) this.arrivals.forgetLast();
    return outcome;
  }
}
