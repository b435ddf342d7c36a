// npm run bench streams: thousands of subscribers of one market, compared with a bare fan-out of server-sent events.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../src/database/pool.js';
import { addAgents, addMarkets, startBenchDatabase } from './support/arena.js';
import { median } from './support/compare.js';
import { cpuSeconds } from './support/cpu-time.js';
import { percentile } from './support/http-load.js';
import { benchOperator, startBareSse, startPresage } from './support/processes.js';
import { member, openReaders } from './support/sse-readers.js';

const wanted = { tradesP99Ms: 300, bookP99Ms: 100, ofBare: 0.5 };
const tradeReaders = 2_000;
const bookReaders = 200;
const perSecond = 20;
const rounds = 3;
const roundSeconds = 6;
const stalledShare = 0.1;
/** The approximate size of a trade without its time and number. */
const fillerBytes = 380;

interface Arena {
  readonly url: string;
  readonly pid: number;
  readonly agents: readonly { readonly key: string }[];
}

let placed = 0;

async function placeOrder({ url, agents }: Arena, slug: string, outcomes: number): Promise<void> {
  placed += 1;
  const json = {
    eventSlug: slug,
    clientOrderId: `stream-${placed}`,
    outcomeIndex: placed % outcomes,
    side: 'buy',
    amountCredits: 2,
    limitPriceBps: 9999,
  };
  const response = await fetch(`${url}/api/play/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agents[placed % agents.length].key}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  if (response.status !== 201) throw new Error(`an order was answered with ${await response.text()}`);
  await response.arrayBuffer();
}

/** Trades at a constant rate until stopped. */
function tradeOn(arena: Arena, slug: string, outcomes = 2, rate = perSecond): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const order = placeOrder(arena, slug, outcomes).finally(() => running.delete(order));
    running.add(order);
  }, 1000 / rate);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

const rising = (latencies: readonly number[]) => [...latencies].sort((a, b) => a - b);
const p99Of = (latencies: readonly number[]) => percentile(rising(latencies), 0.99);

function shown(latencies: readonly number[]): string {
  const sorted = rising(latencies);
  return [0.5, 0.99].map(share => `${Math.round(percentile(sorted, share))} ms`).join(' / ');
}

interface Round {
  readonly latencies: readonly number[];
  /** Messages per second of the server's CPU time. */
  readonly rate: number;
}

/**
 * Sends one round of trades to all subscribers. Latencies start at the time of the trade, which is before its commit.
 */
async function tradesRound(pid: number, address: string, trade: (() => () => Promise<void>) | null): Promise<Round> {
  const latencies: number[] = [];
  let measuring = false;
  const readers = await openReaders(address, tradeReaders, (text, receivedAt) => {
    if (!measuring || !text.includes('event: trade')) return;
    latencies.push(receivedAt - Date.parse(member(text, 'at') ?? ''));
  });
  const stop = trade?.();
  await sleep(1_000);
  const before = cpuSeconds(pid, 'alone') ?? 0;
  measuring = true;
  await sleep(roundSeconds * 1000);
  measuring = false;
  const used = (cpuSeconds(pid, 'alone') ?? 0) - before;
  await stop?.();
  await readers.close();
  return { latencies, rate: latencies.length / used };
}

function tellRound(name: string, { latencies, rate }: Round): void {
  const rateText = `${Math.round(rate)} messages per second of processor`;
  console.log(`  ${name.padEnd(17)} ${rateText}  p50 / p99 ${shown(latencies)}`);
}

async function benchTrades(arena: Arena, slug: string): Promise<boolean> {
  const address = `${arena.url}/api/events/${slug}/stream`;
  const settled = residentBytes(arena.pid);
  const idle = await openReaders(address, tradeReaders, () => {});
  await sleep(1_500);
  const memory = (residentBytes(arena.pid) - settled) / tradeReaders;
  await idle.close();
  console.log(
    `${tradeReaders} readers of trades at ${perSecond}/s, ${Math.round(memory / 1024)} KiB for each of them\n`,
  );
  const bare = await startBareSse({ PER_SECOND: String(perSecond), FILLER_BYTES: String(fillerBytes) });
  const ours: Round[] = [];
  const theirs: Round[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      theirs.push(await tradesRound(bare.pid, `${bare.url}/`, null));
      ours.push(await tradesRound(arena.pid, address, () => tradeOn(arena, slug)));
      tellRound(`${round} bare node:http`, theirs[round - 1]);
      tellRound(`${round} presage`, ours[round - 1]);
    }
  } finally {
    await bare.stop();
  }
  const ratio = median(ours.map(({ rate }) => rate)) / median(theirs.map(({ rate }) => rate));
  const p99 = Math.max(...ours.map(({ latencies }) => p99Of(latencies)));
  const reached = ratio >= wanted.ofBare && p99 < wanted.tradesP99Ms;
  console.log(`\ntrades: ${ratio.toFixed(2)} of bare (wanted ${wanted.ofBare}), p99 ${Math.round(p99)} ms`);
  console.log(`wanted below ${wanted.tradesP99Ms} ms: ${reached ? 'reached' : 'MISSED'}`);
  return reached;
}

/** The latency of a delta is measured from its newest change and, for comparison, from every change in it. */
async function benchBook(arena: Arena, slug: string): Promise<boolean> {
  const times = new Map<number, number>();
  const deltas: { from: number; to: number; receivedAt: number }[] = [];
  const trades = await openReaders(`${arena.url}/api/events/${slug}/stream`, 1, text => {
    if (!text.includes('event: trade')) return;
    const data = JSON.parse(text.slice(text.indexOf('data: ') + 6)) as { trade: { sequence: number; at: string } };
    times.set(data.trade.sequence, Date.parse(data.trade.at));
  });
  const book = await openReaders(
    `${arena.url}/api/events/${slug}/orderbook/stream`,
    bookReaders,
    (text, receivedAt) => {
      if (!text.includes('event: delta')) return;
      deltas.push({ from: Number(member(text, 'previousSequence')), to: Number(member(text, 'sequence')), receivedAt });
    },
  );
  const stop = tradeOn(arena, slug);
  await sleep(roundSeconds * 1000);
  await stop();
  await sleep(500);
  await Promise.all([trades.close(), book.close()]);
  const newest: number[] = [];
  const every: number[] = [];
  for (const { from, to, receivedAt } of deltas) {
    for (let sequence = from + 1; sequence <= to; sequence += 1) {
      const at = times.get(sequence);
      if (at === undefined) continue;
      every.push(receivedAt - at);
      if (sequence === to) newest.push(receivedAt - at);
    }
  }
  const reached = newest.length > 0 && p99Of(newest) < wanted.bookP99Ms;
  console.log(`\n${bookReaders} readers of the book, ${deltas.length} deltas, p50 / p99`);
  console.log(`  of the newest change that a delta carries ${shown(newest)}`);
  console.log(`  of every change, with the wait for merging ${shown(every)}`);
  console.log(`wanted p99 below ${wanted.bookP99Ms} ms: ${reached ? 'reached' : 'MISSED'}`);
  return reached;
}

async function openStreams(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: benchOperator })).text();
  return Number(/^presage_streams_open (\d+)$/m.exec(text)?.[1]);
}

/** Deep books of several outcomes, so that a stalled client falls behind soon. */
async function benchStalled(arena: Arena, slug: string): Promise<boolean> {
  const count = 40;
  const stalled = count * stalledShare;
  const latencies: number[] = [];
  const address = `${arena.url}/api/events/${slug}/orderbook/stream?depth=200`;
  const readers = await openReaders(address, count, (text, receivedAt) => {
    if (text.includes('event: delta')) latencies.push(receivedAt - Date.parse(member(text, 'at') ?? ''));
  });
  for (const socket of readers.sockets.slice(0, stalled)) socket.pause();
  const stop = tradeOn(arena, slug, 4, 10);
  const began = performance.now();
  let open = count;
  while (open > count - stalled && performance.now() - began < 40_000) {
    await sleep(250);
    open = await openStreams(arena.url);
  }
  await stop();
  await readers.close();
  const reached = open === count - stalled;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\n${stalled} of ${count} readers take nothing: ${count - open} cut after ${seconds} s`);
  console.log(`  the others meanwhile, from being made to receipt, p50 / p99 ${shown(latencies)}`);
  console.log(`wanted all of the stalled and no other: ${reached ? 'reached' : 'MISSED'}`);
  return reached;
}

export async function run(): Promise<void> {
  const database = await startBenchDatabase();
  const presage = await startPresage({ DATABASE_URL: database.url, PRESAGE_STREAMS_PER_ADDRESS: '0' });
  const pool = openPool(database.url, { max: 2 });
  try {
    const arena: Arena = { url: presage.url, pid: presage.pid, agents: await addAgents(pool, 400) };
    const [{ slug }] = await addMarkets(pool, 1);
    const [deep] = await addMarkets(pool, 1, ['A', 'B', 'C', 'D']);
    const results = [
      await benchTrades(arena, slug),
      await benchBook(arena, slug),
      await benchStalled(arena, deep.slug),
    ];
    if (results.includes(false)) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}
