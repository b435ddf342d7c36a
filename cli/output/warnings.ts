import type { Warning } from '../../client/client.js';
import { CommandFailure } from './command-failure.js';

/** Refuses a write whose values look like another unit, unless the caller confirmed them with --yes. */
export function requireConfirmation(warnings: readonly Warning[], confirmed: true | undefined): void {
  if (confirmed || warnings.length === 0) return;
  const messages = warnings.map(({ message }) => message).join('\n');
  throw new CommandFailure(`${messages}\nNothing was sent. Change the value, or add --yes to send it as it is.`);
}

/** Formats warnings as lines before a result. */
export function warningLines(warnings: readonly Warning[]): string {
  return warnings.map(({ message }) => `Warning: ${message}\n`).join('');
}
