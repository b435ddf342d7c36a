import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Bootstrap, type Estimate, type Estimator, sumOf } from '../../src/scoring/rules/intervals.js';

/** An interval that is yet to be computed. */
export interface IntervalTask {
  readonly seed: string;
  readonly values: Float64Array;
}

export type Interval = Pick<Estimate, 'low' | 'high'>;

/** Computes the means at once and records the inputs of their intervals, so that threads can compute them. */
export class IntervalTasks implements Estimator {
  readonly #tasks = new Map<string, IntervalTask>();

  *estimate(columns: readonly Float64Array[], seed: string, names: readonly string[]): Generator<void, Estimate[]> {
    yield;
    return columns.map((values, index) => {
      this.#tasks.set(`${names[index]}\n${seed}`, { seed, values: values.slice() });
      return { mean: sumOf(values) / values.length, low: Number.NaN, high: Number.NaN };
    });
  }

  take(name: string, seed: string): IntervalTask | null {
    return this.#tasks.get(`${name}\n${seed}`) ?? null;
  }
}

export function computeInterval({ seed, values }: IntervalTask, bootstrap: Bootstrap): Interval {
  const steps = bootstrap.estimate([values], seed);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { low: value[0].low, high: value[0].high };
  }
}

/** Below this, starting a thread costs more than the draws. */
const minDrawsPerThread = 30_000_000;

function threadsFor(tasks: readonly IntervalTask[], resamples: number): number {
  const draws = tasks.reduce((sum, { values }) => sum + values.length * resamples, 0);
  return Math.min(availableParallelism(), tasks.length, Math.floor(draws / minDrawsPerThread));
}

/** Gives each thread one task at a time: players answer different numbers of questions. */
function runThreads(
  threads: number,
  tasks: readonly IntervalTask[],
  resamples: number,
  onDone: () => void,
): Promise<Interval[]> {
  const intervals: Interval[] = new Array(tasks.length);
  let [next, left] = [0, tasks.length];
  const workers: Worker[] = [];
  const all = new Promise<Interval[]>((done, failed) => {
    for (let thread = 0; thread < threads; thread += 1) {
      const worker = new Worker(workerFile, { workerData: { resamples } });
      workers.push(worker);
      let current = -1;
      const giveNext = () => {
        current = next;
        next += 1;
        if (current < tasks.length) worker.postMessage(tasks[current]);
      };
      worker.once('error', failed);
      worker.on('message', (interval: Interval) => {
        intervals[current] = interval;
        left -= 1;
        onDone();
        if (left === 0) done(intervals);
        else giveNext();
      });
      giveNext();
    }
  });
  return all.finally(() => Promise.all(workers.map(worker => worker.terminate())));
}

const workerFile = new URL('./interval-worker.js', import.meta.url);

/**
 * Computes the intervals of all tasks, in parallel if worthwhile. The result doesn't depend on the number of threads.
 */
export async function computeIntervals(
  tasks: readonly IntervalTask[],
  resamples: number,
  onDone: (share: number) => void,
): Promise<Interval[]> {
  let finished = 0;
  const noteDone = () => {
    finished += 1;
    onDone(finished / tasks.length);
  };
  const threads = threadsFor(tasks, resamples);
  // Tests import sources that are not compiled.
  if (threads > 1 && existsSync(fileURLToPath(workerFile))) return runThreads(threads, tasks, resamples, noteDone);
  const bootstrap = new Bootstrap(resamples);
  return tasks.map(task => {
    const interval = computeInterval(task, bootstrap);
    noteDone();
    return interval;
  });
}
