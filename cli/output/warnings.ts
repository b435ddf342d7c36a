import type { Warning } from '../../client/client.js';
import { UsageFailure } from './command-failure.js';

/** Rejects a write with a value that may be in another unit, unless the caller confirmed it with --yes. */
export function requireConfirmation(doubtful: string | null | undefined, confirmed: true | undefined): void {
  if (confirmed || !doubtful) return;
  throw new UsageFailure(`${doubtful}\nNothing was sent. Write the unit, or add --yes to send the first.`);
}

/** Formats warnings as lines before a result. */
export function warningLines(warnings: readonly Warning[]): string {
  return warnings.map(({ message }) => `Warning: ${message}\n`).join('');
}
