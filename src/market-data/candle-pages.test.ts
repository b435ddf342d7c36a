import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { trade, walkPages } from '../../test/support/play-actions.js';
import { type RebuiltCandle, rebuildCandles } from '../../test/support/rebuild-candles.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { seededSource } from '../kernel/random-source.js';

const minute = 60_000;
const opening = [6000, 4000];
const widths = { '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '4h': 14_400, '1d': 86_400 };

let service: TestService;
let market: { id: string; slug: string };
let opensAt: number;
/** Candles of every width but the narrowest have trades before and after this time, in different minutes. */
let amid: number;

beforeAll(async () => {
  service = await startTestService();
  const agents = await Promise.all(Array.from({ length: 3 }, () => service.anAgent()));
  const chance = seededSource('pages of candles');
  opensAt = service.clock.now();
  market = await aMarket(service.pool, opensAt, { prior: opening });
  for (let turn = 0; turn < 120; turn += 1) {
    // Trades are clustered, so that some candles have many parts and others none.
    service.clock.forward(Math.floor(chance.next() < 0.8 ? chance.next() * 4 * minute : chance.next() * 200 * minute));
    const outcomeIndex = Math.floor(chance.next() * 2);
    await trade(service, agents[turn % 3], market.slug, { outcomeIndex, amountCredits: 1 + (turn % 9) });
  }
  const rows = await service.pool<{ at: Date }[]>`
    select at from readable_fills where event_id = ${market.id} order by sequence`;
  const times = rows.map(row => row.at.getTime());
  const next = times.findIndex((at, index) => {
    const before = times[index - 1];
    return index > 60 && spanOf(at, 60) > before && spanOf(at, 300) <= before;
  });
  amid = spanOf(times[next], 60) - 1;
}, 120_000);
afterAll(() => stopBalanced(service));

const spanOf = (at: number, seconds: number) => Math.floor(at / (seconds * 1000)) * seconds * 1000;

/** By definition: every interval since the opening, with the last close where nothing was traded. */
function filled(traded: readonly RebuiltCandle[], seconds: number, price: number, until: number): RebuiltCandle[] {
  const byStart = new Map(traded.map(candle => [candle.start, candle]));
  const all: RebuiltCandle[] = [];
  let close = price;
  for (let at = spanOf(opensAt, seconds); at <= until; at += seconds * 1000) {
    const start = new Date(at).toISOString();
    const flat = { start, open: close, high: close, low: close, close, volumeCredits: 0, trades: 0 };
    all.push(byStart.get(start) ?? flat);
    close = all[all.length - 1].close;
  }
  return all;
}

interface Window {
  readonly from?: number;
  readonly to?: number;
}

async function expectPages(width: keyof typeof widths, fill: 'none' | 'previous', { from, to }: Window) {
  const seconds = widths[width];
  const now = service.clock.now();
  for (const outcome of [0, 1]) {
    const traded = await rebuildCandles(service.pool, market.id, outcome, seconds, opening[outcome]);
    const all = fill === 'none' ? traded : filled(traded, seconds, opening[outcome], now);
    const wanted = all.filter(({ start }) => {
      const at = Date.parse(start);
      return (from === undefined || at >= spanOf(from, seconds)) && (to === undefined || at < to);
    });
    const bounds = [from === undefined ? '' : `&from=${from / 1000}`, to === undefined ? '' : `&to=${to / 1000}`];
    // About seven pages, whose ends fall on different candles in each window; and pages of one candle where there are
    // few.
    for (const limit of wanted.length > 12 ? [Math.min(199, Math.ceil(wanted.length / 6.7))] : [1, 4]) {
      const query = `resolution=${width}&fill=${fill}&outcomeIndex=${outcome}&limit=${limit}${bounds.join('')}`;
      const served = await walkPages<RebuiltCandle>(service, `/api/markets/${market.slug}/candles?${query}`, 'candles');
      served.sort((a, b) => (a.start < b.start ? -1 : 1));
      expect(served, query).toEqual(wanted);
    }
  }
}

describe('pages of candles match the recorded trades', () => {
  for (const width of Object.keys(widths) as (keyof typeof widths)[]) {
    for (const fill of ['none', 'previous'] as const) {
      it(`${width}, fill=${fill}`, { timeout: 120_000 }, async () => {
        expect(amid).toBeGreaterThan(opensAt);
        await expectPages(width, fill, {});
        await expectPages(width, fill, { to: amid });
        await expectPages(width, fill, { from: amid - 300 * minute, to: amid });
        await expectPages(width, fill, { from: amid });
        await expectPages(width, fill, { to: spanOf(amid, widths[width]) });
      });
    }
  }
});
