import { dayMs } from '../../domain/durations.js';
import type { OperationContext } from '../operation-context.js';

export const lineRetentionDays = 90;
const fixtureRetentionDays = 365;
const maxAtOnce = 5_000;

/** Deletes lines and fixtures past their retention, in chunks. Fixtures with an event stay with it. */
export async function deleteOldLines(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  keepGoing: () => boolean,
): Promise<void> {
  const now = clock();
  const [lines, fixtures] = [now - lineRetentionDays * dayMs, now - fixtureRetentionDays * dayMs];
  while (keepGoing()) {
    const deleted = await store.transact(async writes => {
      const count = await writes.sports.deleteOld(lines, fixtures, maxAtOnce);
      if (count > 0) await writes.sports.moveVersion();
      return count;
    });
    if (deleted === 0) return;
  }
}
