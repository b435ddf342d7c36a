// npm run bench orders: durable orders over HTTP, alternating with pgbench's TPC-B on the same server. `-- --rounds 7
// --seconds 10` repeats for medians; `-- --profile` breaks down the service's CPU time and the WAL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPool, type Pool } from '../src/database/pool.js';
import { addAgents, addMarkets, type BenchDatabase, startBenchDatabase } from './support/arena.js';
import { median } from './support/compare.js';
import { cpuSeconds } from './support/cpu-time.js';
import { load, percentile } from './support/http-load.js';
import { orderMaker } from './support/order-maker.js';
import { startPresage } from './support/processes.js';
import { summarizeProfile } from './support/profile.js';
import { currentLsn, walSizes, writeCosts } from './support/write-costs.js';
import { Pgbench } from './support/yardstick.js';

const agentCount = 6000;
const marketCount = 200;

/** The minimum ratio to pgbench with `clients`, and the maximum latency and costs per order. */
const levels = [
  { connections: 1, clients: 1, floor: 0.35, p50Ms: 2.5 },
  { connections: 8, clients: 8, floor: 0.6 },
  { connections: 64, clients: 32, floor: 1.7 },
  { connections: 256, clients: 32, floor: 2.5, p99Ms: 120, serviceUs: 190, databaseUs: 90 },
] as const;
type Level = (typeof levels)[number];

/** The measurements of one round at one level; costs are per order. */
interface Round {
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly serviceUs: number;
  readonly databaseUs: number;
  readonly generatorUs: number;
  /** Between checkpoints: without page images. */
  readonly walBytes: number;
  /** Whole pages in the WAL, after a checkpoint at the start of the round. */
  readonly imageBytes: number;
  readonly diskBytes: number;
}

interface Arena {
  readonly database: BenchDatabase;
  readonly url: string;
  readonly pid: number;
  readonly pool: Pool;
  readonly next: () => string;
}

async function usage({ database, pid, pool }: Arena) {
  const [{ disk }] = await pool<{ disk: string }[]>`select pg_database_size(current_database())::text as disk`;
  return {
    serviceUs: (cpuSeconds(pid, 'alone') ?? Number.NaN) * 1e6,
    databaseUs: (cpuSeconds(database.pid, 'with children') ?? Number.NaN) * 1e6,
    generatorUs: (cpuSeconds(process.pid, 'alone') ?? Number.NaN) * 1e6,
    diskBytes: Number(disk),
  };
}

async function measure(arena: Arena, connections: number, seconds: number): Promise<Round> {
  const lsn = await currentLsn(arena.pool);
  const before = await usage(arena);
  const result = await load({ url: arena.url, connections, seconds, next: arena.next });
  const after = await usage(arena);
  const placed = result.statuses.get(201) ?? 0;
  if (placed !== result.latenciesMs.length) throw new Error(`replies: ${JSON.stringify([...result.statuses])}`);
  const wal = await walSizes(arena.pool, lsn);
  const perOrder = (name: keyof typeof after) => (after[name] - before[name]) / placed;
  return {
    rate: placed / result.seconds,
    p50Ms: percentile(result.latenciesMs, 0.5),
    p99Ms: percentile(result.latenciesMs, 0.99),
    serviceUs: perOrder('serviceUs'),
    databaseUs: perOrder('databaseUs'),
    generatorUs: perOrder('generatorUs'),
    walBytes: wal.records / placed,
    imageBytes: wal.images / placed,
    diskBytes: perOrder('diskBytes'),
  };
}

function mediansOf(rounds: readonly Round[]): Round {
  const names = Object.keys(rounds[0]) as (keyof Round)[];
  return Object.fromEntries(names.map(name => [name, median(rounds.map(round => round[name]))])) as unknown as Round;
}

function line(round: Round): string {
  const { rate, p50Ms, p99Ms, serviceUs, databaseUs, generatorUs, walBytes, imageBytes, diskBytes } = round;
  const cpu = `CPU µs service ${serviceUs.toFixed(0)}, database ${databaseUs.toFixed(0)}, generator ${generatorUs.toFixed(0)}`;
  const bytes = `WAL ${walBytes.toFixed(0)} B and ${imageBytes.toFixed(0)} B of pages, disk ${diskBytes.toFixed(0)} B`;
  return `${rate.toFixed(0).padStart(6)} orders/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms  ${cpu}  ${bytes}`;
}

/** Prints the medians of a level and returns the limits that it missed. */
function judge(level: Level, rounds: readonly Round[], base: number | null): string[] {
  const medians = mediansOf(rounds);
  const ratio = base === null ? null : medians.rate / base;
  const beside = ratio === null ? '' : `  ${ratio.toFixed(2)} of pgbench (${base?.toFixed(0)}/s)`;
  console.log(`${String(level.connections).padStart(3)} connections ${line(medians)}${beside}`);
  const missed = ratio !== null && ratio < level.floor ? [`ratio ${ratio.toFixed(2)}, wanted ≥ ${level.floor}`] : [];
  for (const name of ['p50Ms', 'p99Ms', 'serviceUs', 'databaseUs'] as const) {
    const bound = (level as Partial<Record<typeof name, number>>)[name];
    const value = medians[name];
    if (bound !== undefined && value > bound) missed.push(`${name} ${value.toFixed(1)}, wanted ≤ ${bound}`);
  }
  return missed.map(text => `${level.connections} connections: ${text}`);
}

/** The first order of an agent also credits its grants and reads its credentials: each agent places one before measuring. */
async function placeFirstOrders(arena: Arena): Promise<void> {
  for (let placed = 0; placed < agentCount; ) {
    const { latenciesMs } = await load({ url: arena.url, connections: 64, seconds: 1, next: arena.next });
    placed += latenciesMs.length;
  }
}

async function compare(arena: Arena, rounds: number, seconds: number): Promise<void> {
  await arena.pool.unsafe('create database yardstick');
  const pgbench = Pgbench.prepare(arena.database);
  if (!pgbench) console.log('pgbench is not installed: no ratios');
  await placeFirstOrders(arena);
  const measured = new Map<Level, Round[]>(levels.map(level => [level, []]));
  const bases = new Map<number, number[]>(levels.map(({ clients }) => [clients, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [clients, rates] of bases) if (pgbench) rates.push(pgbench.rate(clients, seconds));
    // Every round starts alike: the first change of a page after a checkpoint writes the whole page.
    await arena.pool.unsafe('checkpoint');
    for (const level of levels) {
      const result = await measure(arena, level.connections, seconds);
      measured.get(level)?.push(result);
      console.log(`round ${round}  ${String(level.connections).padStart(3)} connections ${line(result)}`);
    }
  }
  console.log('\nMedians');
  const missed = levels.flatMap(level =>
    judge(level, measured.get(level) ?? [], pgbench && median(bases.get(level.clients) ?? [])),
  );
  for (const text of missed) console.log(`MISSED  ${text}`);
  if (missed.length > 0) process.exitCode = 1;
}

async function profile(arena: Arena, connections: number, seconds: number): Promise<void> {
  await placeFirstOrders(arena);
  const lsn = await currentLsn(arena.pool);
  const round = await measure(arena, connections, seconds);
  console.log(`${line(round)}\n\nWAL bytes and records per order, without page images`);
  const orders = round.rate * seconds;
  for (const { relation, records, bytes } of await writeCosts(arena.pool, lsn)) {
    console.log(`${(bytes / orders).toFixed(1).padStart(7)}  ${(records / orders).toFixed(2)}  ${relation}`);
  }
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '6' },
      connections: { type: 'string', default: '256' },
      profile: { type: 'boolean', default: false },
    },
  });
  const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number);
  const folder = values.profile ? mkdtempSync(join(tmpdir(), 'presage-profile-')) : null;
  const database = await startBenchDatabase();
  const nodeArgs = folder ? ['--cpu-prof', '--cpu-prof-dir', folder] : [];
  const presage = await startPresage({ DATABASE_URL: database.loopbackUrl }, nodeArgs);
  const pool = openPool(database.url, { max: 2, statementTimeoutMs: 120_000 });
  try {
    const agents = await addAgents(pool, agentCount);
    const markets = await addMarkets(pool, marketCount);
    const next = orderMaker({ host: new URL(presage.url).host, agents, markets });
    const arena = { database, url: presage.url, pid: presage.pid, pool, next };
    await (folder ? profile(arena, connections, seconds) : compare(arena, rounds, seconds));
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
  if (!folder) return;
  console.log(`\n${summarizeProfile(folder)}`);
  rmSync(folder, { recursive: true });
}
