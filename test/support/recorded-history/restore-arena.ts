import { readFileSync } from 'node:fs';
import { loadMigrations, migrate } from '../../../src/database/migrate.js';
import type { Pool } from '../../../src/database/pool.js';
import { migrationsFolder } from '../../../src/package-root.js';
import { emptyDatabase, type TestDatabase } from '../test-database.js';

/** The last migration of the version that recorded the arena. */
const recordedAt = 'proposals';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The players and orders of the recorded arena, and its clock when it was recorded. */
export const recorded = JSON.parse(read('./commands.json'));

/** Disables constraints and triggers: the rows come in any order and include everything that triggers derived. */
async function insertRows(pool: Pool): Promise<void> {
  const connection = await pool.reserve();
  await connection`set session_replication_role = replica`;
  for (const [table, rows] of Object.entries(JSON.parse(read('./arena.json')) as Record<string, unknown[]>)) {
    const columns = connection.unsafe(Object.keys(rows[0] as object).join(', '));
    // Migrations insert a few rows themselves.
    await connection`delete from ${connection(table)}`;
    await connection`insert into ${connection(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${connection(table)}, ${JSON.stringify(rows)}::text::json)`;
  }
  const identities = await connection<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`;
  for (const { table, column } of identities) {
    await connection`select setval(pg_get_serial_sequence(${table}, ${column}), max(${connection(column)})) from ${connection(table)}`;
  }
  await connection`set session_replication_role = origin`;
  connection.release();
}

/** A database in the format before compact storage, with the recorded history. */
export async function restoreArena(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const migrations = loadMigrations(migrationsFolder);
  const last = migrations.findIndex(({ name }) => name === recordedAt);
  await migrate(database.pool, migrations.slice(0, last + 1));
  await insertRows(database.pool);
  return database;
}

export async function migrateRest(pool: Pool): Promise<string[]> {
  return migrate(pool, loadMigrations(migrationsFolder));
}
