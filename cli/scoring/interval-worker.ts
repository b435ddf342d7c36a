import { parentPort, workerData } from 'node:worker_threads';
import { Bootstrap } from '../../src/domain/scoring/intervals/bootstrap.js';
import { computeInterval, type IntervalTask } from './interval-tasks.js';

/** A thread of `presage score`: answers each task with its interval. */
const bootstrap = new Bootstrap((workerData as { readonly resamples: number }).resamples);
parentPort?.on('message', (task: IntervalTask) => parentPort?.postMessage(computeInterval(task, bootstrap)));
