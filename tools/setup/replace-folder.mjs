import { renameSync, rmSync } from 'node:fs';

const maxMilliseconds = 30_000;
const maxPauseMilliseconds = 20;

/** Waits a random time, so that processes that disturb each other get out of step. */
function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * maxPauseMilliseconds);
}

function renameIfPresent(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/**
 * Moves the folder `fresh` to `target` in place of the folder there. Each folder moves as a whole, so that concurrent
 * calls for one target succeed and the last one wins.
 */
export function replaceFolder(fresh, target) {
  const old = `${fresh}.old`;
  const deadline = performance.now() + maxMilliseconds;
  for (;;) {
    renameIfPresent(target, old);
    try {
      renameSync(fresh, target);
      return;
    } catch (error) {
      // Another process moved its folder there in the meantime.
      const isTaken = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code);
      if (!isTaken || performance.now() > deadline) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
    pause();
  }
}
