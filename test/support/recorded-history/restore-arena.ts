import { readFileSync } from 'node:fs';
import { migrationsFolder } from '../../../src/server/package-root.js';
import { loadMigrations, migrate } from '../../../src/store/sql/migrate.js';
import type { Pool } from '../../../src/store/sql/pool.js';
import { emptyDatabase, type TestDatabase } from '../test-database.js';

/** The last migration of the version that recorded the arena. */
const recordedAt = 'proposals';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The players and orders of the recorded arena, and its clock when it was recorded. */
export const recorded = JSON.parse(read('./commands.json'));

/** Constraints and triggers stay out of the way: the rows come in any order and with everything that triggers derived. */
async function insertRows(pool: Pool): Promise<void> {
  const connection = await pool.reserve();
  await connection`set session_replication_role = replica`;
  await connection`delete from arena`;
  await connection`delete from sports_version`;
  for (const [table, rows] of Object.entries(JSON.parse(read('./arena.json')) as Record<string, unknown[]>)) {
    const columns = Object.keys(rows[0] as object).join(', ');
    await connection.unsafe(
      `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
      [JSON.stringify(rows)],
    );
  }
  await connection`set session_replication_role = origin`;
  connection.release();
}

/** A database as the version before compact storage left it, with the recorded history. */
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
