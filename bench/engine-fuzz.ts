/**
 * npm run fuzz:engine -- [--orders 1000000] [--markets 10000] [--seed N] Places random orders in random markets and
 * checks every rule of the engine after each; the seed reproduces a run exactly.
 */
import { parseArgs } from 'node:util';
import { checkBooks, placeChecked } from '../src/engine/testing/check-desk.js';
import { cancel, type Desk, endow, grant, openDesk } from '../src/engine/testing/memory-desk.js';
import {
  pick,
  type Random,
  randomAsk,
  randomMarket,
  seededRandom,
  spread,
} from '../src/engine/testing/random-orders.js';
import { isRefusal } from '../src/kernel/refusal.js';

interface Tally {
  orders: number;
  trades: number;
  refused: number;
  touched: number;
  worstSteps: number;
  worstMillis: number;
  worstShare: number;
  broken: number;
}

const { values } = parseArgs({
  options: {
    orders: { type: 'string' },
    markets: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const orders = Number(values.orders ?? 1_000_000);
const markets = Math.max(1, Number(values.markets ?? orders / 100));
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
const players = ['ada', 'bob', 'cyd', 'dan', 'eve'];

function fuzzMarket(random: Random, count: number, tally: Tally): void {
  const desk = openDesk(randomMarket(random));
  const wealth = spread(random, 100, 3e8);
  for (const player of players) {
    grant(desk, player, spread(random, 1, wealth));
    if (random() < 0.5) endow(desk, player, spread(random, 0.01, wealth));
  }
  for (let done = 0; done < count; done += 1) {
    fuzzOrder(random, desk, tally);
    if (random() < 0.1) cancelOne(random, desk);
    if (random() < 0.3) desk.now += 1;
    if (done % 25 === 0) checkBooks(desk);
  }
  checkBooks(desk);
}

function fuzzOrder(random: Random, desk: Desk, tally: Tally): void {
  const player = pick(random, players);
  const ask = randomAsk(random, desk, player);
  const start = performance.now();
  const placed = placeChecked(desk, player, ask);
  tally.worstMillis = Math.max(tally.worstMillis, performance.now() - start);
  tally.orders += 1;
  if (isRefusal(placed)) tally.refused += 1;
  else {
    tally.trades += placed.fills.length;
    tally.touched += placed.resting.length;
    tally.worstSteps = Math.max(tally.worstSteps, placed.walkSteps);
    const most = 3 * (desk.book.shares.length + placed.resting.length);
    if (placed.order.cancelReason !== 'fok') tally.worstShare = Math.max(tally.worstShare, placed.walkSteps / most);
  }
}

function cancelOne(random: Random, desk: Desk): void {
  const open = [...desk.book.resting.byId.values()];
  if (open.length === 0) return;
  const order = pick(random, open);
  cancel(desk, order.playerId, order.id);
}

function main(): void {
  console.log(`fuzz: ${orders} orders over ${markets} markets, seed ${seed}`);
  const tally: Tally = {
    orders: 0,
    trades: 0,
    refused: 0,
    touched: 0,
    worstSteps: 0,
    worstMillis: 0,
    worstShare: 0,
    broken: 0,
  };
  const start = performance.now();
  const each = Math.ceil(orders / markets);
  let told = start;
  for (let market = 0; market < markets; market += 1) {
    if (values.only !== undefined && market !== Number(values.only)) continue;
    try {
      // Every market has its own seed, so that --only can reproduce a failing one.
      fuzzMarket(seededRandom(seed + market * 0x9e3779b1), each, tally);
    } catch (error) {
      tally.broken += 1;
      console.log(`market ${market}: ${error instanceof Error ? error.message : error}`);
      if (values.only !== undefined) console.log(error);
    }
    if (performance.now() - told > 10_000) {
      told = performance.now();
      console.log(`${market + 1} markets, ${tally.orders} orders, ${Math.round((told - start) / 1000)} s`);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${tally.orders} orders in ${seconds.toFixed(1)} s (${tally.refused} refused, ${tally.trades} trades, ` +
      `${tally.touched} resting orders touched); ${tally.broken} markets with a broken rule; no order hung: ` +
      `worst ${tally.worstSteps} walk steps, ${(tally.worstShare * 100).toFixed(0)} % of the allowed number at most, ` +
      `worst ${tally.worstMillis.toFixed(1)} ms for a preview, an order and all checks; seed ${seed}`,
  );
  process.exitCode = tally.broken > 0 ? 1 : 0;
}

main();
