import type { Pool, Sql } from './connect.js';

/** What the driver and the server say when there is no connection, or no longer one. */
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

/** Never comes: whoever waits for it is left where it stands and forgotten. */
const never = () => new Promise<never>(() => {});

/**
 * A transaction. When its connection is lost it fails at once, whatever the work is waiting for. The driver would go on and
 * roll back over a socket that is not there any more, which ends the process; so the work is never heard of again, and
 * says nothing more on that connection.
 */
export async function beginOn<T>(pool: Pool, options: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  let over = false;
  const begun = pool.begin(options, async transaction => {
    const sql = new Proxy(transaction, {
      apply: (target, self, given) => (over ? never() : Reflect.apply(target, self, given)),
    }) as unknown as Sql;
    try {
      const result = await work(sql);
      return over ? never() : result;
    } catch (error) {
      if (over || isUnavailable(error)) return never();
      throw error;
    }
  });
  try {
    return (await begun) as T;
  } finally {
    over = true;
  }
}
