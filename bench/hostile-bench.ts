// npm run bench hostile -- [SECONDS]: honest traffic alone and beside attackers, in alternating rounds, and the memory of
// the service. With `--cold` the service meets its first attacker during the measurement.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openPool } from '../src/database/pool.js';
import { addAgents, addMarkets, startBenchDatabase } from './support/arena.js';
import { median } from './support/compare.js';
import { percentile } from './support/http-load.js';
import { orderMaker } from './support/order-maker.js';
import { startPresage } from './support/processes.js';
import { type SteadyResult, steadyLoad } from './support/steady-load.js';

const ordersPerSecond = 100;
const readsPerSecond = 200;
const agentCount = 900;
const marketCount = 200;
/** Honest clients use this many addresses, each within its reads per minute. */
const readerAddresses = 40;
const wantedRatio = 3;
const wantedMemory = 1.2;
const calmSeconds = 20;
const warmSeconds = 15;
const warmTimes = 4;
const coldOption = '--cold';
/** The speed of a shared host changes within minutes, so a round is compared with the one before it. */
const rounds = 5;

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Collects garbage when it gets the signal. */
const collector = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2", () => gc());'];
const collectMs = 2_000;

/**
 * The memory before and after a collection. V8 collects late if there is room, so only the latter is what the service
 * retains.
 */
async function memoryOf(pid: number): Promise<{ readonly resident: number; readonly retained: number }> {
  const resident = residentMegabytes(pid);
  process.kill(pid, 'SIGUSR2');
  await new Promise(done => setTimeout(done, collectMs));
  return { resident, retained: residentMegabytes(pid) };
}

function readMaker(host: string, markets: readonly { readonly slug: string }[]): () => string {
  let count = 0;
  const paths = (slug: string) => [
    `/api/events/${slug}`,
    `/api/events/${slug}/snapshot`,
    `/api/events/${slug}/orderbook/snapshot`,
    '/api/events?limit=20',
  ];
  return () => {
    count += 1;
    const path = paths(markets[count % markets.length].slug)[count % 4];
    return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: 198.51.100.${count % readerAddresses}\r\n\r\n`;
  };
}

interface Traffic {
  readonly orders: SteadyResult;
  readonly reads: SteadyResult;
}

const kinds = ['orders', 'reads'] as const;

function show(name: string, traffic: Traffic): void {
  for (const kind of kinds) {
    const { latenciesMs, statuses, failures } = traffic[kind];
    const [p50, p99] = [0.5, 0.99].map(share => percentile(latenciesMs, share).toFixed(1));
    const seen = [...statuses].map(([status, count]) => `${status} × ${count}`).join(', ');
    console.log(`${name.padEnd(18)} ${kind.padEnd(7)} p50 ${p50} ms  p99 ${p99} ms  ${seen}; ${failures} failures`);
  }
}

/** Starting a process takes a core for a while, which is not part of an attack: they wait until they may begin. */
async function startAttackers(url: string, slugs: readonly string[]) {
  const file = fileURLToPath(new URL('./support/attackers.js', import.meta.url));
  const child = spawn(process.execPath, [file, url, JSON.stringify(slugs)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  await once(child.stdout, 'data');
  return {
    begin: () => child.stdin.write('begin\n'),
    stop: () =>
      new Promise<string>(done => {
        child.once('close', () => done(output.trim().split('\n').at(-1) ?? ''));
        child.kill('SIGTERM');
      }),
  };
}

export async function run(args: string[] = []): Promise<void> {
  const isCold = args.includes(coldOption);
  const [length = '300'] = args.filter(arg => arg !== coldOption);
  const seconds = Number(length);
  if (!Number.isFinite(seconds) || seconds < 5) throw new Error(`seconds must be a number from 5 (got ${length})`);
  const database = await startBenchDatabase();
  const settings = {
    DATABASE_URL: database.url,
    PRESAGE_TRUST_PROXY: '127.0.0.1',
    PRESAGE_ADDRESS_READS_PER_MINUTE: '1200',
  };
  const presage = await startPresage(settings, collector);
  const pool = openPool(database.url, { max: 2 });
  try {
    const agents = await addAgents(pool, agentCount);
    const markets = await addMarkets(pool, marketCount);
    const { host } = new URL(presage.url);
    const order = orderMaker({ host, agents, markets });
    const read = readMaker(host, markets);
    const slugs = markets.map(({ slug }) => slug);
    const traffic = async (length: number, times = 1): Promise<Traffic> => {
      const [orders, reads] = await Promise.all([
        steadyLoad({ url: presage.url, perSecond: ordersPerSecond * times, seconds: length, next: order }),
        steadyLoad({ url: presage.url, perSecond: readsPerSecond * times, seconds: length, next: read }),
      ]);
      return { orders, reads };
    };
    // The young generation grows with the allocation rate, up to its limit, which it reaches before memory is measured.
    await traffic(warmSeconds, warmTimes);
    // V8 discards code that it has optimized for honest requests only. A public service meets the others every day.
    if (!isCold) {
      const visitors = await startAttackers(presage.url, slugs);
      visitors.begin();
      await traffic(warmSeconds);
      await visitors.stop();
    }
    const before = await memoryOf(presage.pid);
    const results: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const attackers = await startAttackers(presage.url, slugs);
      const alone = await traffic(seconds / rounds);
      show('alone', alone);
      attackers.begin();
      const beside = await traffic(seconds / rounds);
      console.log(`attackers saw ${await attackers.stop()}`);
      show('beside attackers', beside);
      results.push({ alone, beside });
    }
    await traffic(calmSeconds);
    const after = await memoryOf(presage.pid);
    for (const name of ['resident', 'retained'] as const)
      console.log(`${name} memory ${before[name].toFixed(0)} → ${after[name].toFixed(0)} MB`);
    judge(results, after.retained / before.retained);
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}

interface Round {
  readonly alone: Traffic;
  readonly beside: Traffic;
}

function judge(results: readonly Round[], memoryRatio: number): void {
  const p99 = (traffic: Traffic, kind: keyof Traffic) => percentile(traffic[kind].latenciesMs, 0.99);
  const ratios = kinds.map(kind => median(results.map(({ alone, beside }) => p99(beside, kind) / p99(alone, kind))));
  let [sent, accepted, failures] = [0, 0, 0];
  for (const { beside } of results) {
    for (const [kind, status] of [['orders', 201] as const, ['reads', 200] as const]) {
      sent += beside[kind].latenciesMs.length;
      accepted += beside[kind].statuses.get(status) ?? 0;
      failures += beside[kind].failures;
    }
  }
  const checks = {
    [`p99 of orders ${ratios[0].toFixed(2)} × alone, of reads ${ratios[1].toFixed(2)} × (medians, at most ${wantedRatio})`]:
      Math.max(...ratios) <= wantedRatio,
    [`${failures} failed connections, ${sent - accepted} of ${sent} refused (0)`]: failures === 0 && accepted === sent,
    [`retained memory after the attack ${memoryRatio.toFixed(2)} × before (at most ${wantedMemory})`]:
      memoryRatio <= wantedMemory,
  };
  for (const [text, reached] of Object.entries(checks)) console.log(`${reached ? 'reached' : 'MISSED '}  ${text}`);
  if (Object.values(checks).includes(false)) process.exitCode = 1;
}
