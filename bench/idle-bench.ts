// npm run bench idle: the CPU time of an arena that serves no requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../src/database/pool.js';
import { addAgents, addMarkets, startBenchDatabase } from './support/arena.js';
import { cpuSeconds } from './support/cpu-time.js';
import { startPresage } from './support/processes.js';

/** A minute after the start V8 compacts the heap once, and the server writes the pages of the migrations to disk. */
const warmUpSeconds = 100;
/** One round of practice events, which open and are resolved every two minutes. */
const usualSeconds = 120;
const wantedPercent = 0.3;

export async function run([given]: string[]): Promise<void> {
  const seconds = Number(given ?? usualSeconds);
  const database = await startBenchDatabase();
  const presage = await startPresage({ DATABASE_URL: database.url, PRESAGE_PRACTICE: 'on' });
  try {
    const pool = openPool(database.url, { max: 1 });
    await addAgents(pool, 100);
    await addMarkets(pool, 50);
    await pool.end();
    await sleep(warmUpSeconds * 1000);
    const used = () => [cpuSeconds(presage.pid, 'alone') ?? 0, cpuSeconds(database.pid, 'with children') ?? 0];
    const before = used();
    await sleep(seconds * 1000);
    const [service, server] = used().map((now, at) => ((now - before[at]) / seconds) * 100);
    const isReached = service + server <= wantedPercent;
    console.log(`service ${service.toFixed(2)} %, database ${server.toFixed(2)} % of a core over ${seconds} s`);
    console.log(`wanted at most ${wantedPercent} % together: ${isReached ? 'reached' : 'MISSED'}`);
    if (!isReached) process.exitCode = 1;
  } finally {
    await presage.stop();
    await database.stop();
  }
}
