import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, Sql } from './pool.js';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly text: string;
}

/** The message is one line for the operator. */
export class MigrationError extends Error {}

/** An advisory lock key used only here: one node migrates, the others wait. */
const lockKey = 4870_0001;

/** A migration may rewrite a large table; this only limits the wait for an unresponsive server. */
const maxMigrationMs = 24 * 3_600_000;

export function loadMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
    .map(file => {
      const match = /^(\d{6})-([a-z0-9-]+)\.sql$/.exec(file);
      if (!match) throw new MigrationError(`migration ${file} is not named NNNNNN-name.sql`);
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { number: Number(match[1]), name: match[2], checksum, text };
    });
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1) throw new MigrationError(`migration ${index + 1} is missing or numbered twice`);
  });
  return migrations;
}

/** Whether these are migrations of Presage 0.1, whose first one had a name that no later version uses. */
export const areOf01 = (migrations: readonly { readonly name: string }[]): boolean =>
  migrations[0]?.name === 'foundation';

export const adviceFor01 =
  'save the public record with the last 0.1 version (GET /api/record/export; `presage record verify` reads the file), and start this version on an empty database or another data folder';

function checkApplied(applied: readonly Omit<Migration, 'text'>[], migrations: readonly Migration[]): void {
  if (areOf01(applied))
    throw new MigrationError(`this version can't upgrade the database of Presage 0.1: ${adviceFor01}`);
  for (const migration of applied) {
    const mine = migrations[migration.number - 1];
    if (!mine) {
      throw new MigrationError(
        `the database has migration ${migration.number} (${migration.name}), which is unknown to this version: start a newer version`,
      );
    }
    if (mine.checksum !== migration.checksum) {
      throw new MigrationError(
        `migration ${migration.number} (${migration.name}) was changed after it ran on this database: restore the file`,
      );
    }
  }
}

async function applyOne(sql: Sql, migration: Migration): Promise<void> {
  await sql.unsafe(migration.text);
  await sql`insert into schema_migrations (number, name, checksum)
    values (${migration.number}, ${migration.name}, ${migration.checksum})`;
}

interface MigrateOptions {
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Polls instead of blocking, so that an abort takes effect. */
async function takeLock(sql: Sql, { say, signal }: MigrateOptions): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const [{ taken }] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as taken`;
    if (taken) return;
    if (attempt === 10) say?.('waiting for another node that is migrating the database');
    await sleep(100, undefined, { signal });
  }
}

/** Reports database errors to the operator in one line. */
function asMigrationError(error: unknown): unknown {
  if (!(error instanceof Error) || !('severity' in error)) return error;
  return new MigrationError(`the database can’t be migrated: ${error.message}`, { cause: error });
}

/** Brings the database up to date; every migration is one transaction. Returns the names of those that ran. */
export async function migrate(
  pool: Pool,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<string[]> {
  const session = await pool.openSession('presage migrations', { statementMs: maxMigrationMs });
  const { sql } = session;
  try {
    await sql.unsafe('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeLock(sql, options);
    await sql`create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
    const applied = await sql<Omit<Migration, 'text'>[]>`
      select number, name, checksum from schema_migrations order by number`;
    checkApplied(applied, migrations);
    const pending = migrations.slice(applied.length);
    for (const migration of pending) {
      try {
        await sql`begin`;
        await applyOne(sql, migration);
        await sql`commit`;
      } catch (error) {
        await sql`rollback`;
        throw new MigrationError(
          `migration ${migration.number} (${migration.name}) failed: ${(error as Error).message}`,
          {
            cause: error,
          },
        );
      }
    }
    return pending.map(migration => migration.name);
  } catch (error) {
    throw asMigrationError(error);
  } finally {
    // Ending the session releases the lock.
    await session.end();
  }
}
