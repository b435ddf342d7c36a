// npm run bench live: the throughput of polled reads relative to bare Fastify sending the same bytes, with and without
// trading.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '../src/database/pool.js';
import { addAgents, addMarkets, startBenchDatabase } from './support/arena.js';
import { compare, median } from './support/compare.js';
import { cpuSeconds } from './support/cpu-time.js';
import { load, percentile } from './support/http-load.js';
import { startBare, startPresage } from './support/processes.js';

const wanted = { snapshot: 0.8, unchanged: 0.9, bookP99Ms: 20 };
const marketCount = 200;
const restingOrders = 10_000;
const openOrdersPerAgent = 100;
const tradesPerMarket = 5;

interface Arena {
  readonly url: string;
  /** Of the service process. */
  readonly pid: number;
  readonly agents: readonly { readonly key: string }[];
  readonly markets: readonly { readonly slug: string }[];
}

interface Order {
  readonly key: string;
  readonly slug: string;
  readonly amountCredits: number;
  readonly limitPriceBps: number;
  readonly outcomeIndex: number;
}

let made = 0;

function orderText(url: string, { key, slug, ...rest }: Order): string {
  made += 1;
  const body = JSON.stringify({ eventSlug: slug, side: 'buy', clientOrderId: `live-${made}`, ...rest });
  const head = ['POST /api/play/v1/orders HTTP/1.1', `host: ${new URL(url).host}`, `authorization: Bearer ${key}`];
  return [...head, 'content-type: application/json', `content-length: ${body.length}`, '', body].join('\r\n');
}

/** Sends a list of orders over some connections. */
async function placeAll(url: string, orders: readonly Order[]): Promise<void> {
  let sent = 0;
  const result = await load({
    url,
    connections: 32,
    seconds: 600,
    next: () => orderText(url, orders[sent++]),
    more: () => sent < orders.length,
  });
  if (result.statuses.get(201) !== orders.length) throw new Error(`orders: ${JSON.stringify([...result.statuses])}`);
}

function ratioLine(name: string, ratio: number, least: number): boolean {
  const reached = ratio >= least;
  console.log(
    `${name}: ${ratio.toFixed(2)} of bare fastify, wanted at least ${least}: ${reached ? 'reached' : 'MISSED'}`,
  );
  return reached;
}

/** One snapshot and its 304, compared with bare Fastify. */
async function benchSnapshot({ url, markets }: Arena, folder: string): Promise<boolean> {
  const snapshot = `${url}/api/events/${markets[0].slug}/snapshot`;
  const reply = await fetch(snapshot, { headers: { 'accept-encoding': 'identity' } });
  const bodyFile = join(folder, 'snapshot.json');
  const body = await reply.text();
  writeFileSync(bodyFile, body);
  const bare = await startBare(bodyFile);
  try {
    console.log(`\n${body.length} bytes a snapshot, 32 connections\n`);
    // The body changes every ten seconds, so a fixed ETag would become stale; * matches any.
    const headers = { 'if-none-match': '*' };
    const { rates } = await compare([
      { name: 'bare fastify', url: bare.url, status: 200 },
      { name: 'snapshot', url: snapshot, status: 200 },
      { name: 'snapshot, 304', url: snapshot, headers, status: 304 },
    ]);
    const base = median(rates['bare fastify']);
    console.log('');
    const whole = ratioLine('snapshot', median(rates.snapshot) / base, wanted.snapshot);
    return ratioLine('snapshot, 304', median(rates['snapshot, 304']) / base, wanted.unchanged) && whole;
  } finally {
    await bare.stop();
  }
}

const getText = (url: string, path: string) => `GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`;

interface Reading {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** Reads one path, with concurrent trading if there are orders to send. */
async function reading({ url, pid }: Arena, text: string, connections: number, trade: (() => string) | null) {
  const seconds = 8;
  await load({ url, connections, seconds: 2, next: () => text });
  const before = cpuSeconds(pid, 'alone') ?? 0;
  const [reads, trades] = await Promise.all([
    load({ url, connections, seconds, next: () => text }),
    trade && load({ url, connections: 2, seconds, next: trade }),
  ]);
  if (reads.statuses.get(200) !== reads.latenciesMs.length) throw new Error(`replies: ${[...reads.statuses]}`);
  const [p50, p99] = [0.5, 0.99].map(share => percentile(reads.latenciesMs, share));
  const result: Reading = { rate: reads.latenciesMs.length / reads.seconds, p50, p99 };
  const used = Math.round((((cpuSeconds(pid, 'alone') ?? 0) - before) / reads.latenciesMs.length) * 1e6);
  const placed = trades ? `, ${Math.round((trades.statuses.get(201) ?? 0) / trades.seconds)} orders/s beside` : '';
  const line = `${Math.round(result.rate)} requests/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ${used} µs of processor a request${placed}`;
  return { ...result, line };
}

/** All markets in one request, without trading and while all of them trade. */
async function benchBulk(arena: Arena): Promise<void> {
  const { url, agents, markets } = arena;
  const text = getText(url, `/api/events/snapshots?limit=${marketCount}`);
  const { length } = await (await fetch(`${url}/api/events/snapshots?limit=${marketCount}`)).text();
  console.log(`\nbulk of ${marketCount} markets, ${length} bytes, 8 connections`);
  console.log(`  unchanged        ${(await reading(arena, text, 8, null)).line}`);
  let turn = 0;
  const trade = () => {
    turn += 1;
    const { slug } = markets[turn % markets.length];
    const { key } = agents[turn % agents.length];
    return orderText(url, { key, slug, amountCredits: 1, limitPriceBps: 9999, outcomeIndex: turn % 2 });
  };
  console.log(`  while traded     ${(await reading(arena, text, 8, trade)).line}`);
}

/** The book of a constantly traded market with many resting orders. */
async function benchBook(arena: Arena): Promise<boolean> {
  const { url, agents, markets } = arena;
  const { slug } = markets[0];
  const owners = agents.slice(0, restingOrders / openOrdersPerAgent);
  const resting = owners.flatMap(({ key }, owner) =>
    Array.from({ length: openOrdersPerAgent }, (_value, index) => ({
      key,
      slug,
      amountCredits: 1 + (index % 7),
      limitPriceBps: 500 + ((owner * openOrdersPerAgent + index) % 4_000),
      outcomeIndex: index % 2,
    })),
  );
  await placeAll(url, resting);
  const summary = (await (await fetch(`${url}/api/events/${slug}/orderbook/summary`)).json()) as { openOrders: number };
  console.log(`\norder book with ${summary.openOrders} resting orders, 16 connections`);
  const text = getText(url, `/api/clob/v2/orderbook?eventPubkey=${slug}&depth=20`);
  const still = await reading(arena, text, 16, null);
  console.log(`  unchanged        ${still.line}`);
  const traders = agents.slice(owners.length);
  let turn = 0;
  const trade = () => {
    turn += 1;
    const { key } = traders[turn % traders.length];
    return orderText(url, { key, slug, amountCredits: 1, limitPriceBps: 9999, outcomeIndex: turn % 2 });
  };
  const moving = await reading(arena, text, 16, trade);
  console.log(`  while traded     ${moving.line}`);
  const reached = summary.openOrders >= restingOrders && Math.max(still.p99, moving.p99) < wanted.bookP99Ms;
  console.log(`wanted p99 below ${wanted.bookP99Ms} ms: ${reached ? 'reached' : 'MISSED'}`);
  return reached;
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'presage-bench-'));
  const database = await startBenchDatabase();
  const presage = await startPresage({ DATABASE_URL: database.url });
  const pool = openPool(database.url, { max: 2 });
  try {
    const arena: Arena = {
      url: presage.url,
      pid: presage.pid,
      agents: await addAgents(pool, 1_000),
      markets: await addMarkets(pool, marketCount),
    };
    const trades = arena.markets.flatMap(({ slug }, market) =>
      Array.from({ length: tradesPerMarket }, (_value, index) => ({
        key: arena.agents[(market * tradesPerMarket + index) % arena.agents.length].key,
        slug,
        amountCredits: 2 + index,
        limitPriceBps: 9999,
        outcomeIndex: index % 2,
      })),
    );
    await placeAll(arena.url, trades);
    const snapshot = await benchSnapshot(arena, folder);
    await benchBulk(arena);
    const book = await benchBook(arena);
    if (!snapshot || !book) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
