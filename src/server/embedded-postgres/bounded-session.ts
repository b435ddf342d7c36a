import type { Sql } from 'postgres';

/**
 * Ends the session when its first work takes too long. A driver whose connection is closed without an answer, as by a
 * server that speaks another protocol, connects again for ever; a halted server never answers.
 */
export async function bounded<T>(sql: Sql, work: Promise<T>, longestMs = 15_000): Promise<T> {
  const timer = setTimeout(() => void sql.end({ timeout: 0 }), longestMs);
  return work.finally(() => clearTimeout(timer));
}
