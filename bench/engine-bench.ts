/** npm run bench engine: the cost of a decision, by number of outcomes and of resting orders. */

import { decidePlaceOrder, type OrderCommand, type PlaceOrderState } from '../src/engine/place-order.js';
import { logPrices } from '../src/engine/prices.js';
import {
  commandOf,
  type Desk,
  endow,
  grant,
  mustPlace,
  openDesk,
  stateFor,
} from '../src/engine/testing/memory-desk.js';
import { walkOrder } from '../src/engine/walk.js';
import { isRefusal } from '../src/kernel/refusal.js';

const outcomeCounts = [2, 5, 10, 30, 100];
const restingCounts = [0, 10, 1_000];

/** Half of the orders are counters of outcome 0, half companions on the others; none is at the price. */
function deskWith(outcomes: number, resting: number): Desk {
  const desk = openDesk({ outcomes, liquidityCredits: 1_000 });
  grant(desk, 'ada', 1e8);
  for (let k = 0; k < resting; k += 1) {
    const player = `maker ${k >> 5}`;
    if (k % 32 === 0) {
      grant(desk, player, 10_000);
      endow(desk, player, 1_000);
    }
    const outcome = k % 2 === 0 ? 0 : 1 + (((k - 1) / 2) % (outcomes - 1));
    const price = Math.exp(logPrices(desk.book.shares, desk.book.liquidity)[outcome]) * 10_000;
    if (k % 2 === 0) {
      const limitBps = Math.min(9_900, Math.ceil(price) + 2 + (k % 1_000));
      mustPlace(desk, player, { outcome, side: 'sell', shares: 1, limitBps });
    } else {
      const limitBps = Math.max(1, Math.floor(price * (0.98 - (k % 50) / 100)));
      mustPlace(desk, player, { outcome, side: 'buy', credits: 0.05, limitBps });
    }
  }
  return desk;
}

/** The median of many rounds, which is robust against other load on the machine. */
function microseconds(work: () => unknown, budgetMs: number): number {
  for (let warm = 0; warm < 2_000 && warm * 50 < budgetMs * 50; warm += 1) work();
  const rounds: number[] = [];
  const end = performance.now() + budgetMs;
  while (performance.now() < end || rounds.length < 5) {
    const start = performance.now();
    let times = 0;
    do {
      work();
      times += 1;
    } while (performance.now() - start < 2);
    rounds.push(((performance.now() - start) * 1_000) / times);
  }
  return rounds.sort((a, b) => a - b)[rounds.length >> 1];
}

function preparedAsk(desk: Desk, credits: number): { state: PlaceOrderState; command: OrderCommand } {
  const command = commandOf(desk, { outcome: 0, side: 'buy', credits, limitBps: 9_990, timeInForce: 'IOC' });
  return { state: stateFor(desk, 'ada', 0), command };
}

function row(outcomes: number, resting: number, budgetMs: number): string {
  const desk = deskWith(outcomes, resting);
  const small = preparedAsk(desk, 1);
  const sweep = preparedAsk(desk, 1e7);
  const swept = decidePlaceOrder(sweep.state, sweep.command, desk.now);
  if (isRefusal(swept)) throw new Error(swept.message);
  const preview = microseconds(() => decidePlaceOrder(small.state, small.command, desk.now), budgetMs);
  const whole = microseconds(() => decidePlaceOrder(sweep.state, sweep.command, desk.now), budgetMs);
  const request = { ...sweep.command, book: desk.book, playerId: 'ada', now: desk.now };
  const walk = microseconds(() => walkOrder(request), budgetMs);
  const cells = [
    outcomes,
    resting,
    preview.toFixed(1),
    whole.toFixed(1),
    walk.toFixed(1),
    swept.resting.length,
    swept.walkSteps,
  ];
  return cells.map(cell => String(cell).padStart(9)).join(' ');
}

export async function run(args: string[]): Promise<void> {
  const budgetMs = args.includes('--quick') ? 50 : 400;
  console.log('µs, medians. preview: 1 credit at the price; sweep: a preview that meets every resting order;');
  console.log('walk: the walk of the sweep alone, before rounding and effects.');
  console.log(
    ['outcomes', 'resting', 'preview', 'sweep', 'walk', 'met', 'steps'].map(head => head.padStart(9)).join(' '),
  );
  for (const outcomes of outcomeCounts) {
    for (const resting of restingCounts) console.log(row(outcomes, resting, budgetMs));
  }
}
