import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../src/database/store.js';
import { auditBooks } from '../../src/exchange/audit-books.js';

/** Tests advance the clock by hours at a time, and jobs take a moment to follow. */
const patienceMs = 20_000;

async function auditWhenPaid(store: Store): ReturnType<typeof auditBooks> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const audit = await auditBooks({ store });
    const waits = audit.differences.every(({ check }) => check.startsWith('settlement-'));
    if (audit.balanced || !waits || performance.now() > until) return audit;
    await sleep(200);
  }
}

/**
 * Every test that moves credits ends with this: all recomputed books equal the stored ones, and every player is
 * paid.
 */
export async function assertBooksBalance(store: Store): Promise<void> {
  const { balanced, differences, differenceCount } = await auditWhenPaid(store);
  if (balanced) return;
  const lines = differences.map(
    ({ check, subject, expected, actual }) => `  ${check} ${subject}: ${expected} ≠ ${actual}`,
  );
  throw new Error(`the books do not balance, ${differenceCount} differences:\n${lines.join('\n')}`);
}

/** The end of a test file: checks that the books balance and stops the service in any case. */
export async function stopBalanced(service: { readonly store: Store; stop(): Promise<void> }): Promise<void> {
  try {
    await assertBooksBalance(service.store);
  } finally {
    await service.stop();
  }
}
