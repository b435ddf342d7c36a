import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type ConnectionTarget, openPool, type Pool } from '../../src/database/pool.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's maintenance database. */
    databaseServer: string | ConnectionTarget;
    /** A migrated, empty database that tests clone. */
    templateDatabase: string;
    /** The name under which the first test that needs the demo arena creates it for others to clone. */
    demoDatabase: string;
  }
}

export interface TestDatabase {
  readonly target: string | ConnectionTarget;
  readonly pool: Pool;
  drop(): Promise<void>;
}

/** The same server, another database. */
export function otherDatabase(server: string | ConnectionTarget, database: string): string | ConnectionTarget {
  if (typeof server !== 'string') return { ...server, database };
  return server.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

/** All test files share one server, which a busy machine may stop for seconds. */
export const patience = { maxStallMs: 30_000, maxWaitMs: 30_000, maxIdleInTransactionMs: 30_000 };

let admin: Pool | null = null;

/** The connection of this worker to the maintenance database: a new one for each statement would start as many server processes. */
function administrate(statement: string): Promise<unknown> {
  admin ??= openPool(inject('databaseServer'), { max: 1, ...patience });
  return admin.unsafe(statement);
}

/**
 * Copies the files of the source: through the log, the default, a copy takes twice the CPU time, and some hundred files
 * make one.
 */
export async function cloneDatabaseOf(source: string): Promise<TestDatabase> {
  const name = `presage_test_${randomBytes(8).toString('hex')}`;
  await administrate(`create database ${name} template ${source} strategy file_copy`);
  const target = otherDatabase(inject('databaseServer'), name);
  const pool = openPool(target, patience);
  return {
    target,
    pool,
    async drop() {
      await pool.end({ timeoutMs: 2_000 });
      await administrate(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Creates a separate migrated database. */
export function cloneDatabase(): Promise<TestDatabase> {
  return cloneDatabaseOf(inject('templateDatabase'));
}

/** An empty database. */
export function emptyDatabase(): Promise<TestDatabase> {
  return cloneDatabaseOf('template0');
}
