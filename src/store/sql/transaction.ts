import type { Pool, Sql } from './pool.js';

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
 *
 * The driver holds on to what it was given and to what came of it until the connection's next transaction or longer. So it gets
 * neither: the work is handed out once, and its result goes past the driver.
 */
export async function runTransaction<T>(pool: Pool, options: string, given: (sql: Sql) => Promise<T>): Promise<T> {
  let over = false;
  let work: typeof given | null = given;
  let result: { readonly value: T } | null = null;
  const takeWork = () => {
    const taken = work as typeof given;
    work = null;
    return taken;
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
