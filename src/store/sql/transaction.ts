import type { Pool, Sql } from './pool.js';

/** Error codes of the driver and the server for a missing or lost connection. */
const unavailable = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'],
  ...['57P01', '57P02', '57P03', '25P03', '53300', '08000', '08001', '08003', '08004', '08006'],
]);

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isUnavailable(error: unknown): boolean {
  return unavailable.has(codeOf(error));
}

/** No connection can be made, so that other work fails as well; a single lost connection does not mean that. */
const unreachable = new Set([
  ...['CONNECT_TIMEOUT', 'ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT'],
  ...['57P02', '57P03'],
]);

export function isUnreachable(error: unknown): boolean {
  return unreachable.has(codeOf(error));
}

/** The server rolled the transaction back because its disk is full. */
export function isOutOfSpace(error: unknown): boolean {
  if (codeOf(error) === '53100') return true;
  return error instanceof Error && /No space left on device|Disk quota exceeded/.test(error.message);
}

/** Never settles: what awaits it is abandoned and collected. */
const never = () => new Promise<never>(() => {});

/**
 * Runs a transaction. It fails as soon as its connection is lost, whatever the work awaits. The driver would then roll
 * back over a closed socket, which ends the process; so the work is abandoned and sends nothing more on the connection.
 *
 * The driver retains its callback and the result until the connection's next transaction or longer. So it gets neither:
 * the work is handed out once, and its result bypasses the driver.
 */
export async function runTransaction<T>(pool: Pool, options: string, run: (sql: Sql) => Promise<T>): Promise<T> {
  let over = false;
  let work: typeof run | null = run;
  let result: { readonly value: T } | null = null;
  const takeWork = () => {
    const once = work as typeof run;
    work = null;
    return once;
  };
  const begun = pool.begin(options, async transaction => {
    const sql = new Proxy(transaction, {
      apply: (target, self, args) => (over ? never() : Reflect.apply(target, self, args)),
    }) as unknown as Sql;
    try {
      result = { value: await takeWork()(sql) };
      return over ? never() : undefined;
    } catch (error) {
      if (over || isUnavailable(error)) return never();
      throw error;
    }
  });
  try {
    await begun;
    return (result as unknown as { readonly value: T }).value;
  } finally {
    over = true;
    result = null;
  }
}
