import postgres from 'postgres';
import { releaseQueryMemory } from './release-query-memory.js';

/** Both the pool and one transaction's connection; modules of this folder take either. */
export type Sql = postgres.ISql<Record<string, never>>;
/** A part of a statement. */
export type SqlPart = postgres.PendingQuery<postgres.Row[]>;
export type Pool = postgres.Sql<Record<string, never>>;

export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

interface PoolOptions {
  readonly max?: number;
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
}

const maxReconnectSeconds = 0.25;

export function openPool(target: string | ConnectionTarget, options: PoolOptions = {}): Pool {
  const common = {
    max: options.max ?? 10,
    idle_timeout: 60,
    connect_timeout: 10,
    // The driver's default grows to 20 seconds, which a database that is back would be left alone for.
    backoff: (retries: number) => Math.min(0.02 * 2 ** retries, maxReconnectSeconds) * (0.5 + Math.random() / 2),
    max_lifetime: 3600,
    // Amounts are millionths within the safe integers; the domain asserts it, and sums over the ledger are cast to text.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'presage',
      TimeZone: 'UTC',
      // Statements are planned while tables are still empty, and such a plan would go on reading a grown table whole.
      enable_seqscan: 'off',
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  };
  const made = typeof target === 'string' ? postgres(target, common) : postgres({ ...common, ...target });
  const pool = made as unknown as Pool;
  // Never sent: only its prototype is needed.
  releaseQueryMemory(pool`select 1`);
  return pool;
}
