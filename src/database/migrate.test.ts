import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { schemaFolder } from '../package-root.js';
import { loadMigrations, migrate } from './migrate.js';
import { openPool } from './pool.js';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'presage-migrations-'));
  database = await emptyDatabase();
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

async function tables(): Promise<string[]> {
  const rows = await database.pool<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  return rows.map(row => row.name).filter(name => name !== 'schema_migrations');
}

describe('migrations', () => {
  it('run once each, in order', async () => {
    put('000001-one.sql', 'create table one (id int); create table two (id int);');
    expect(await migrate(database.pool, loadMigrations(folder))).toEqual(['one']);
    put('000002-two.sql', 'alter table two add column name text;');
    expect(await migrate(database.pool, loadMigrations(folder))).toEqual(['two']);
    expect(await migrate(database.pool, loadMigrations(folder))).toEqual([]);
    expect(await tables()).toEqual(['one', 'two']);
  });

  it('leave nothing behind when they fail, and continue when fixed', async () => {
    put('000001-one.sql', 'create table one (id int);');
    put('000002-two.sql', 'create table two (id int); select 1/0;');
    await expect(migrate(database.pool, loadMigrations(folder))).rejects.toThrow(
      'migration 2 (two) failed: division by zero',
    );
    expect(await tables()).toEqual(['one']);
    put('000002-two.sql', 'create table two (id int);');
    expect(await migrate(database.pool, loadMigrations(folder))).toEqual(['two']);
  });

  it('run once when many nodes start concurrently', async () => {
    put('000001-one.sql', 'create table one (id int); select pg_sleep(0.2);');
    const pools = Array.from({ length: 5 }, () => openPool(database.target, { max: 1 }));
    const ran = await Promise.all(pools.map(pool => migrate(pool, loadMigrations(folder))));
    expect(ran.flat()).toEqual(['one']);
    await Promise.all(pools.map(pool => pool.end()));
  });
});

describe('an extension that the server lacks', () => {
  it('is reported with a remediation', async () => {
    const migration = loadMigrations(schemaFolder).find(({ text }) => text.includes('pg_trgm'));
    put('000001-search.sql', migration!.text.replaceAll('pg_trgm', 'not_there'));
    await expect(migrate(database.pool, loadMigrations(folder))).rejects.toThrow(
      /the extension not_there is missing.*contrib modules.*"create extension not_there"/s,
    );
  });
});

describe('migrations that do not match the database', () => {
  it('are rejected when one was changed after it ran', async () => {
    put('000001-one.sql', 'create table one (id int);');
    await migrate(database.pool, loadMigrations(folder));
    put('000001-one.sql', 'create table one (id bigint);');
    await expect(migrate(database.pool, loadMigrations(folder))).rejects.toThrow(
      'migration 1 (one) was changed after it ran',
    );
  });

  it('are rejected when the database is ahead', async () => {
    put('000001-one.sql', 'create table one (id int);');
    put('000002-two.sql', 'create table two (id int);');
    await migrate(database.pool, loadMigrations(folder));
    rmSync(join(folder, '000002-two.sql'));
    await expect(migrate(database.pool, loadMigrations(folder))).rejects.toThrow('start a newer version');
  });

  it('are rejected with advice when Presage 0.1 wrote them', async () => {
    put('000001-foundation.sql', 'create table one (id int);');
    await migrate(database.pool, loadMigrations(folder)).catch(() => {});
    await expect(migrate(database.pool, loadMigrations(schemaFolder))).rejects.toThrow(
      /can't upgrade the database of Presage 0\.1: save the public record .*record\/export.* empty database/,
    );
    expect(await tables()).toEqual(['one']);
  });

  it('are rejected when a number is missing or a name is wrong', () => {
    put('000002-two.sql', 'select 1;');
    expect(() => loadMigrations(folder)).toThrow('migration 1 is missing');
    put('1-one.sql', 'select 1;');
    expect(() => loadMigrations(folder)).toThrow('is not named NNNNNN-name.sql');
  });
});
