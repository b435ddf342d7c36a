/** The two charts of docs/engine.md, drawn from the engine's decisions in the worked example. */
import { openBook } from '../../src/engine/market-book.js';
import { type BookLevel, orderBook } from '../../src/engine/order-book.js';
import { preview } from '../../src/engine/testing/memory-desk.js';
import { beforeDan, dansOrder, no, stagesOfDan, yes } from '../../src/engine/testing/worked-example.js';
import { isRefusal } from '../../src/kernel/refusal.js';
import { drawChart } from './chart.js';

const blue = '#2563eb';
const orange = '#ea580c';
const green = '#16a34a';

/** The price after an order of every size up to the one in the example. */
export function drawPricePath(): string {
  const { desk } = beforeDan();
  const paths: [number, number][][] = [[], []];
  for (let credits = 1; credits <= (dansOrder.credits ?? 0); credits += 1) {
    const placed = preview(desk, 'dan', { ...dansOrder, credits });
    if (isRefusal(placed)) throw new Error(placed.message);
    for (const outcome of [yes, no]) paths[outcome].push([credits, Math.exp(placed.logPrices[outcome]) * 100]);
  }
  let paid = 0;
  const ends = stagesOfDan().map(({ maker, counters, price, end }) => {
    paid += maker.credits + counters.credits;
    const words: Record<string, string> = {
      counters: 'the counter order is used up',
      pin: 'No reaches 40: pinned',
      'companion-used-up': 'the companion is used up',
      limit: 'the limit',
    };
    return { at: [paid, price * 100] as const, text: words[end] };
  });
  return drawChart({
    title: 'Price path of a buy of Yes with a limit of 65',
    across: { name: 'credits offered', from: 0, to: 500, ticks: [0, 100, 200, 300, 400, 500] },
    up: { name: 'price in percent', from: 30, to: 75, ticks: [30, 40, 50, 60, 70] },
    lines: [
      { points: paths[yes], colour: blue, label: 'Yes' },
      { points: paths[no], colour: orange, label: 'No' },
    ],
    notes: ends,
  });
}

/** Shares on offer up to each price, with the maker alone and with the resting orders. */
export function drawDepth(): string {
  const { desk } = beforeDan();
  const { asks, bids } = orderBook(desk.book, yes, 60, desk.now);
  const alone = orderBook(openBook(desk.book), yes, 60, desk.now);
  return drawChart({
    title: 'Depth of Yes before the order of the example',
    across: { name: 'price in percent', from: 45, to: 65, ticks: [45, 50, 55, 60, 65] },
    up: { name: 'shares up to this price', from: 0, to: 800, ticks: [0, 200, 400, 600, 800] },
    lines: [
      { points: cumulated(asks), colour: orange, label: 'asks: maker and resting orders' },
      { points: cumulated(bids), colour: green, label: 'bids' },
      { points: cumulated(alone.asks), colour: blue, label: 'asks of the maker alone' },
    ],
    notes: [],
  });
}

function cumulated(levels: readonly BookLevel[]): [number, number][] {
  let shares = 0;
  const points: [number, number][] = [];
  for (const level of levels) {
    const price = level.priceBps / 100;
    if (price < 45 || price > 65) break;
    points.push([price, shares]);
    shares += level.shares / 1e6;
    points.push([price, shares]);
  }
  return points;
}
