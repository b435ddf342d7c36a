// npm run bench orders: durable orders over HTTP beside pgbench's TPC-B on the same server, taking turns.
import { spawnSync } from 'node:child_process';
import { openPool } from '../src/store/sql/pool.js';
import { addAgents, addMarkets, type BenchDatabase, startBenchDatabase } from './support/arena.js';
import { median } from './support/compare.js';
import { cpuSeconds } from './support/cpu-time.js';
import { load, percentile } from './support/http-load.js';
import { orderMaker } from './support/order-maker.js';
import { startPresage } from './support/processes.js';

const agentCount = 6000;
const marketCount = 200;
const rounds = 3;
const seconds = 6;
const wanted = 1.5;
const wantedMs = 200;

function pgbench(database: BenchDatabase, args: string[]): string | null {
  const result = spawnSync(
    'pgbench',
    ['-h', '127.0.0.1', '-p', String(database.port), '-U', 'presage', ...args, 'yardstick'],
    {
      encoding: 'utf8',
      env: { ...process.env, PGPASSWORD: database.password },
    },
  );
  return result.error ? null : result.stdout + result.stderr;
}

function yardstick(database: BenchDatabase): number | null {
  const text = pgbench(database, ['-c', '32', '-j', '1', '-T', String(seconds)]);
  const rate = /tps = ([\d.]+)/.exec(text ?? '')?.[1];
  return rate === undefined ? null : Number(rate);
}

/** Seconds of processor time so far of everybody who shares the machine. */
function usedBy(service: number, database: number): Record<string, number | null> {
  return {
    service: cpuSeconds(service, 'alone'),
    database: cpuSeconds(database, 'with children'),
    generator: cpuSeconds(process.pid, 'alone'),
  };
}

export async function run(): Promise<void> {
  const database = await startBenchDatabase();
  const presage = await startPresage({ DATABASE_URL: database.url });
  const pool = openPool(database.url, { max: 2 });
  try {
    const agents = await addAgents(pool, agentCount);
    const markets = await addMarkets(pool, marketCount);
    await pool.unsafe('create database yardstick');
    const hasPgbench = pgbench(database, ['-i', '-q', '-s', '50']) !== null;
    if (!hasPgbench) console.log('pgbench is not installed: no yardstick');
    const next = orderMaker({ host: new URL(presage.url).host, agents, markets });
    await load({ url: presage.url, connections: 64, seconds: 3, next });
    const rates: Record<string, number[]> = { pgbench: [], 64: [], 256: [] };
    let slowest = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const base = hasPgbench ? yardstick(database) : null;
      if (base !== null) {
        rates.pgbench.push(base);
        console.log(
          `round ${round}  pgbench TPC-B -c 32      ${Math.round(base).toString().padStart(6)} transactions/s`,
        );
      }
      for (const connections of [64, 256]) {
        const before = usedBy(presage.pid, database.pid);
        const result = await load({ url: presage.url, connections, seconds, next });
        const after = usedBy(presage.pid, database.pid);
        const placed = result.statuses.get(201) ?? 0;
        const used = Object.keys(after).map(name => {
          return `${name} ${Math.round((((after[name] ?? 0) - (before[name] ?? 0)) / placed) * 1e6)}`;
        });
        if (placed !== result.latenciesMs.length) throw new Error(`replies: ${JSON.stringify([...result.statuses])}`);
        const rate = placed / result.seconds;
        rates[connections].push(rate);
        const [p50, p99] = [0.5, 0.99].map(share => percentile(result.latenciesMs, share));
        if (connections === 256) slowest = Math.max(slowest, p99);
        console.log(
          `round ${round}  orders, ${String(connections).padStart(3)} connections  ${Math.round(rate).toString().padStart(6)} orders/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  µs of processor: ${used.join(', ')}`,
        );
      }
    }
    console.log('');
    for (const connections of [64, 256]) {
      const ratio = hasPgbench ? `, ${(median(rates[connections]) / median(rates.pgbench)).toFixed(2)} of pgbench` : '';
      console.log(`${connections} connections: ${Math.round(median(rates[connections]))} orders/s${ratio}`);
    }
    const reached = !hasPgbench || median(rates[256]) / median(rates.pgbench) >= wanted;
    if (hasPgbench) console.log(`wanted at least ${wanted} at 256 connections: ${reached ? 'reached' : 'MISSED'}`);
    const soon = slowest < wantedMs;
    console.log(
      `wanted p99 under ${wantedMs} ms in every round: ${slowest.toFixed(0)} ms, ${soon ? 'reached' : 'MISSED'}`,
    );
    if (!reached || !soon) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}
