import { StoreFull } from '../store/store.js';

/**
 * Returns the fallback if the disk of the database is full. For writes that a read makes in passing, such as the day's
 * grant: reads continue on a full disk, and the write follows when there is space.
 */
export async function unlessFull<T, F>(write: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof StoreFull) return fallback;
    throw error;
  }
}
