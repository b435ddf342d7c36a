import { expect, inject } from 'vitest';
import { openPool, openSession, type Pool } from '../../src/database/pool.js';
import { seedDemo } from '../../src/demo.js';
import { cloneDatabaseOf, otherDatabase, patience, type TestDatabase } from './test-database.js';

const maxWaitMs = 240_000;
/** The digits are arbitrary. */
const lockKey = 4870_0003;

/** How the demo arena of this run was seeded, for the tests of seeding itself. */
export interface DemoSeeding {
  /** Orders after the interruption. */
  readonly ordersBefore: number;
  /** What the two nodes printed that resumed it at the same time. */
  readonly resumed: readonly string[];
}

/** Seeds and returns the progress messages; `stopAt` interrupts it at this message. */
export async function seedInto(pool: Pool, stopAt?: RegExp): Promise<string[]> {
  const lines: string[] = [];
  const interrupt = new AbortController();
  const say = (line: string) => {
    lines.push(line);
    if (stopAt?.test(line)) interrupt.abort();
  };
  const done = seedDemo({ pool, say, signal: interrupt.signal });
  if (stopAt) await expect(done).rejects.toThrow(/abort/i);
  else await done;
  return lines;
}

/** Interrupts a first seeding and resumes it on two nodes. */
async function seedInterrupted(pool: Pool): Promise<DemoSeeding> {
  await seedInto(pool, /: [1-9]\d %/);
  const [{ orders }] = await pool<{ orders: number }[]>`select count(*)::int as orders from readable_orders`;
  const resumed = (await Promise.all([seedInto(pool), seedInto(pool)])).flat();
  return { ordersBefore: orders, resumed };
}

/** The database's comment stores the report for the other worker. */
async function prepare(admin: Pool, name: string): Promise<void> {
  const draft = `${name}_draft`;
  await admin.unsafe(`drop database if exists ${draft} with (force)`);
  await admin.unsafe(`create database ${draft} template ${inject('templateDatabase')} strategy file_copy`);
  const pool = openPool(otherDatabase(inject('databaseServer'), draft), patience);
  const seeding = await seedInterrupted(pool).finally(() => pool.end({ timeoutMs: 2_000 }));
  await admin.unsafe(`comment on database ${draft} is '${JSON.stringify(seeding).replaceAll("'", "''")}'`);
  await admin.unsafe(`alter database ${draft} rename to ${name}`);
}

async function reportOf(admin: Pool, name: string): Promise<DemoSeeding | null> {
  const [row] = await admin<{ report: string | null }[]>`
    select shobj_description(oid, 'pg_database') as report from pg_database where datname = ${name}`;
  return row?.report ? (JSON.parse(row.report) as DemoSeeding) : null;
}

/** Seeds the demo arena once a run, which takes more than ten seconds of CPU time; the second worker waits for the lock. */
async function preparedDemo(name: string): Promise<DemoSeeding> {
  const server = inject('databaseServer');
  const limits = { connectTimeoutMs: 10_000, statementMs: maxWaitMs };
  const lock = await openSession(server, { applicationName: 'presage tests', ...limits });
  const admin = openPool(server, { max: 1, ...patience });
  try {
    await lock.sql`select pg_advisory_lock(${lockKey})`;
    if (!(await reportOf(admin, name))) await prepare(admin, name);
    return (await reportOf(admin, name)) as DemoSeeding;
  } finally {
    await admin.end();
    await lock.end();
  }
}

/** Creates a separate database with the demo arena. */
export async function cloneDemo(): Promise<TestDatabase & { readonly seeding: DemoSeeding }> {
  const name = inject('demoDatabase');
  const seeding = await preparedDemo(name);
  return { ...(await cloneDatabaseOf(name)), seeding };
}
