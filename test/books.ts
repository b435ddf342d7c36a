import { auditBooks } from '../src/operations/audit/audit-books.js';
import type { Store } from '../src/store/store.js';

/** Every test that moves credits ends with this: all books, computed once more, are as they were kept. */
export async function assertBooksBalance(store: Store): Promise<void> {
  const { balanced, differences, differenceCount } = await auditBooks(store);
  if (balanced) return;
  const lines = differences.map(
    ({ check, subject, expected, actual }) => `  ${check} ${subject}: ${expected} ≠ ${actual}`,
  );
  throw new Error(`the books do not balance, ${differenceCount} differences:\n${lines.join('\n')}`);
}

/** How the tests of a file end: with balanced books, and without a service that goes on where they are not. */
export async function stopBalanced(service: { readonly store: Store; stop(): Promise<void> }): Promise<void> {
  try {
    await assertBooksBalance(service.store);
  } finally {
    await service.stop();
  }
}
