import { parentPort, workerData } from 'node:worker_threads';
import { Bootstrap } from '../../src/scoring/rules/intervals.js';
import { computeInterval, type IntervalTask } from './interval-tasks.js';

/** A worker thread of `presage score`: returns the interval of each task. */
const bootstrap = new Bootstrap((workerData as { readonly resamples: number }).resamples);
parentPort?.on('message', (task: IntervalTask) => parentPort?.postMessage(computeInterval(task, bootstrap)));
