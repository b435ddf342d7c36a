import type { Transaction } from '../../database/store.js';
import { deleteOldSamples } from './samples.js';
import { deleteOldSignals } from './signals.js';

/** Deletes samples and judged or undirected signals older than this time. Returns their number. */
export async function deleteOld({ sql }: Transaction, before: number, limit: number): Promise<number> {
  return (await deleteOldSamples(sql, before, limit)) + (await deleteOldSignals(sql, before, limit));
}
