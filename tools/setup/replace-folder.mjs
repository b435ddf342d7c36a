import { renameSync, rmSync } from 'node:fs';

const maxAttempts = 20;

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
  for (let attempt = 1; ; attempt += 1) {
    renameIfPresent(target, old);
    rmSync(old, { recursive: true, force: true });
    try {
      renameSync(fresh, target);
      return;
    } catch (error) {
      // Another process moved its folder there in the meantime.
      const isTaken = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code);
      if (!isTaken || attempt === maxAttempts) throw error;
    }
  }
}
