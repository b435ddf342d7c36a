import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../kernel/refusal.js';
import { type Microcredits, microcredits } from '../kernel/units.js';
import { decideCloseOrders } from './cancel-order.js';
import {
  applyTransfers,
  assertBooksBalance,
  availableOf,
  balanceOf,
  marketAccount,
  type Transfer,
  treasury,
} from './ledger.js';
import { type Answer, decideResolve, type Resolution } from './resolution.js';
import { type Holding, returnRest, type SettledHolding, settleChunk, wholePlayers } from './settle-chunk.js';
import { type Desk, grant, mustPlace, openDesk, place, save } from './testing/memory-desk.js';
import { type Debts, postRepaying } from './testing/post-repaying.js';
import { askOf, deskOf, players, scenarios } from './testing/scenario-arbitrary.js';

const why = { source: 'the register', note: '', effectiveCloseAt: null };

function resolve(desk: Desk, verb: 'resolve' | 'void' | 'correct', answer: Answer, current: Resolution | null = null) {
  const market = { ...desk.market, outcomes: desk.book.shares.length, closedAt: null };
  const resolved = decideResolve({ market, current }, verb, { answer, ...why }, desk.now);
  if (isRefusal(resolved)) throw new Error(resolved.message);
  desk.market = { ...desk.market, status: resolved.transition.to };
  if (resolved.transition.cancelOrders) save(desk, decideCloseOrders(desk, desk.now));
  return resolved.resolution;
}

/** In the order of players and outcomes, as the store pages through them. */
function holdingsOf(desk: Desk): Holding[] {
  return [...desk.positions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { shares, cost, realizedProfit }]) => {
      const [playerId, outcome] = key.split('/');
      const holding = { playerId, outcome: Number(outcome), shares, cost, realizedProfit };
      return { ...holding, paid: microcredits(0), settledVersion: 0 };
    });
}

function free(desk: Desk, playerId: string): Microcredits {
  return microcredits(Number(balanceOf(desk.balances, availableOf(playerId))));
}

const debtsOf = new WeakMap<Desk, Debts>();

function owedBy(desk: Desk, playerId: string): number {
  return debtsOf.get(desk)?.get(playerId) ?? 0;
}

function post(desk: Desk, transfers: readonly Transfer[]): void {
  const debts: Debts = debtsOf.get(desk) ?? new Map();
  debtsOf.set(desk, debts);
  postRepaying(desk.balances, debts, transfers);
}

/** Pays out in chunks of `size` players, every chunk twice, as after a crash between its commit and its response. */
function settleAll(desk: Desk, resolution: Resolution, holdings: Holding[], size = 500): SettledHolding[] {
  const { marketId } = desk.book;
  const balance = () => microcredits(Number(balanceOf(desk.balances, marketAccount(marketId))));
  const settled: SettledHolding[] = [];
  const ids = [...new Set(holdings.map(({ playerId }) => playerId))];
  for (let from = 0; from < ids.length; from += size) {
    const chunk = holdings.filter(({ playerId }) => ids.slice(from, from + size).includes(playerId));
    const purses = new Map(chunk.map(({ playerId }) => [playerId, free(desk, playerId) - owedBy(desk, playerId)]));
    const state = { marketId, marketBalance: balance(), resolution, free: purses, practice: false };
    const first = settleChunk({ ...state, holdings: chunk });
    post(desk, first.transfers);
    const again = settleChunk({ ...state, marketBalance: balance(), holdings: first.holdings });
    if (first.marketBalance !== balance() || again.transfers.length > 0 || again.marketBalance !== balance()) {
      throw new Error('a chunk was paid twice, or its balance is wrong');
    }
    settled.push(...first.holdings);
  }
  applyTransfers(desk.balances, returnRest(marketId, resolution, balance()));
  assertBooksBalance(desk.balances);
  return settled;
}

function tradedDesk(): Desk {
  const desk = openDesk({ outcomes: 3, liquidityCredits: 1_000 });
  for (const player of ['ada', 'bob', 'cyd']) grant(desk, player, 1_000);
  mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: 400, limitBps: 9_000 });
  mustPlace(desk, 'bob', { outcome: 1, side: 'buy', credits: 300, limitBps: 9_000 });
  mustPlace(desk, 'cyd', { outcome: 2, side: 'buy', credits: 1_000, limitBps: 3_000 });
  return desk;
}

describe('a resolution', () => {
  it('pays every winning share one credit and returns the rest to the treasury', () => {
    const desk = tradedDesk();
    const shares = desk.positions.get('ada/0')?.shares ?? 0;
    const resolution = resolve(desk, 'resolve', { winningOutcome: 0 });
    expect(resolution).toMatchObject({ version: 1, kind: 'outcome', payoutBps: [10_000, 0, 0], corrects: null });
    const settled = settleAll(desk, resolution, holdingsOf(desk));
    expect(settled.find(({ playerId }) => playerId === 'ada')?.paid).toBe(shares);
    expect(free(desk, 'ada')).toBeGreaterThan(1_000e6);
    expect(balanceOf(desk.balances, marketAccount(desk.book.marketId))).toBe(0n);
  });

  it('can be split, each share rounded down', () => {
    const desk = tradedDesk();
    const resolution = resolve(desk, 'resolve', { payoutBps: [3_333, 3_333, 3_334] });
    expect(resolution.kind).toBe('split');
    for (const { shares, paid, outcome } of settleAll(desk, resolution, holdingsOf(desk), 2)) {
      expect(paid).toBe(Math.floor((shares * [3_333, 3_333, 3_334][outcome]) / 10_000));
    }
  });

  it('is rejected if its payouts are invalid', () => {
    const market = { status: 'active', opensAt: 0, endsAt: 9, outcomes: 2, closedAt: null } as const;
    const field = (answer: Answer, effectiveCloseAt: number | null = null) =>
      decideResolve({ market, current: null }, 'resolve', { ...why, answer, effectiveCloseAt }, 5);
    expect(field({ winningOutcome: 2 })).toMatchObject({ field: 'winningOutcomeIndex' });
    expect(field({ payoutBps: [10_000] })).toMatchObject({ field: 'payoutBps' });
    expect(field({ payoutBps: [5_000, 5_001] })).toMatchObject({ field: 'payoutBps' });
    expect(field({ void: true })).toMatchObject({ field: 'void' });
    expect(field({ winningOutcome: 1 }, 6)).toMatchObject({ field: 'effectiveCloseAt' });
    expect(field({ winningOutcome: 1 }, 3)).toMatchObject({ resolution: { effectiveCloseAt: 3 } });
    expect(field({ payoutBps: [0, 10_000] })).toMatchObject({ resolution: { kind: 'outcome', winningOutcome: 1 } });
  });
});

/** One player buys, another pumps the price, and the first sells with a gain. */
function pumpedDesk(): Desk {
  const desk = openDesk({ outcomes: 3, liquidityCredits: 1_000 });
  for (const player of ['ada', 'bob', 'cyd']) grant(desk, player, 1_000);
  mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: 200, limitBps: 9_900 });
  mustPlace(desk, 'bob', { outcome: 0, side: 'buy', credits: 900, limitBps: 9_900 });
  mustPlace(desk, 'cyd', { outcome: 2, side: 'buy', credits: 500, limitBps: 1_000 });
  mustPlace(desk, 'ada', { outcome: 0, side: 'sell', amount: desk.positions.get('ada/0')?.shares, limitBps: 1 });
  return desk;
}

describe('a void', () => {
  it('refunds every player’s net cost, and the treasury’s funding', () => {
    const desk = pumpedDesk();
    expect(free(desk, 'ada')).toBeGreaterThan(1_000e6);
    settleAll(desk, resolve(desk, 'void', { void: true }), holdingsOf(desk), 1);
    for (const player of ['ada', 'bob', 'cyd']) expect(free(desk, player)).toBe(1_000e6);
    expect(balanceOf(desk.balances, treasury)).toBe(0n);
  });

  it('turns a spent gain into a debt, and pays the others in full', () => {
    const desk = pumpedDesk();
    const gain = free(desk, 'ada') - 1_000e6;
    spend(desk, 'ada', 10e6);
    settleAll(desk, resolve(desk, 'void', { void: true }), holdingsOf(desk));
    expect([free(desk, 'ada'), owedBy(desk, 'ada')]).toEqual([0, gain - 10e6]);
    expect(free(desk, 'bob')).toBe(1_000e6);
  });
});

describe('a correction', () => {
  it('collects what is available, pays what is due and turns the rest into a debt', () => {
    const desk = tradedDesk();
    const first = resolve(desk, 'resolve', { winningOutcome: 0 });
    const settled = settleAll(desk, first, holdingsOf(desk));
    const won = settled.find(({ playerId }) => playerId === 'ada')?.paid ?? 0;
    const other = openDesk({ outcomes: 2, liquidityCredits: 100, marketId: 'evt_other' });
    for (const [key, balance] of other.balances) desk.balances.set(key, (desk.balances.get(key) ?? 0n) + balance);
    const spent = free(desk, 'ada') - won + 100e6;
    applyTransfers(desk.balances, [
      {
        kind: 'trade',
        reference: 'x',
        from: availableOf('ada'),
        to: marketAccount('evt_other'),
        amount: microcredits(spent),
      },
    ]);
    const second = resolve(desk, 'correct', { winningOutcome: 1 }, first);
    expect(second).toMatchObject({ version: 2, corrects: 1 });
    const corrected = settleAll(desk, second, settled, 1);
    const ada = corrected.find(({ playerId }) => playerId === 'ada');
    expect(ada).toMatchObject({ change: -(won - 100e6), missing: 100e6, paid: 0 });
    expect([free(desk, 'ada'), owedBy(desk, 'ada')]).toEqual([0, 100e6]);
    expect(corrected.find(({ playerId }) => playerId === 'bob')?.paid).toBe(desk.positions.get('bob/1')?.shares);
    const third = resolve(desk, 'correct', { winningOutcome: 0 }, second);
    const back = settleAll(desk, third, corrected);
    expect(back.find(({ playerId }) => playerId === 'ada')?.paid).toBe(won);
    expect([free(desk, 'ada'), owedBy(desk, 'ada')]).toEqual([won - 100e6, 0]);
  });
});

/** One player holds 200 of outcome 0 and 500 of outcome 1, and others bet on 2. */
function hedgedDesk() {
  const desk = openDesk({ outcomes: 3, liquidityCredits: 1_000 });
  for (const player of ['ada', 'bob']) grant(desk, player, 1_000);
  mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: 200, limitBps: 9_900 });
  mustPlace(desk, 'ada', { outcome: 1, side: 'buy', credits: 500, limitBps: 9_900 });
  mustPlace(desk, 'bob', { outcome: 2, side: 'buy', credits: 300, limitBps: 9_900 });
  return desk;
}

/** Moves all credits of a player except `rest` into another market. */
function spend(desk: Desk, playerId: string, rest = 0): void {
  const amount = microcredits(free(desk, playerId) - rest);
  if (amount <= 0) return;
  const [from, to] = [availableOf(playerId), marketAccount('evt_other')];
  applyTransfers(desk.balances, [{ kind: 'trade', reference: 'x', from, to, amount }]);
}

describe('a correction for holders of several outcomes', () => {
  it.each([
    [0, 1],
    [1, 0],
  ])('from %i to %i pays the difference if it is a gain, and owes it if it is a loss', (before, after) => {
    const desk = hedgedDesk();
    const first = resolve(desk, 'resolve', { winningOutcome: before });
    const settled = settleAll(desk, first, holdingsOf(desk));
    spend(desk, 'ada');
    const second = resolve(desk, 'correct', { winningOutcome: after }, first);
    const corrected = settleAll(desk, second, settled).filter(({ playerId }) => playerId === 'ada');
    const [was, is] = [before, after].map(outcome => desk.positions.get(`ada/${outcome}`)?.shares ?? 0);
    expect(free(desk, 'ada')).toBe(Math.max(0, is - was));
    expect(corrected.reduce((sum, { missing }) => sum + missing, 0)).toBe(Math.max(0, was - is));
    expect(owedBy(desk, 'ada')).toBe(Math.max(0, was - is));
    // From the player's point of view, the balance is never negative.
    let balance = 0;
    for (const { change } of corrected) {
      balance += change;
      expect(balance).toBeGreaterThanOrEqual(0);
    }
  });

  it('to a void refunds all others', () => {
    const desk = hedgedDesk();
    const first = resolve(desk, 'resolve', { winningOutcome: 1 });
    const settled = settleAll(desk, first, holdingsOf(desk));
    spend(desk, 'ada');
    settleAll(desk, resolve(desk, 'correct', { void: true }, first), settled);
    expect(free(desk, 'bob')).toBe(1_000e6);
    expect(free(desk, 'ada')).toBe(0);
  });
});

describe('a page of holdings', () => {
  const page = ['a', 'a', 'b', 'b'].map(playerId => ({ playerId })) as Holding[];
  it('omits the last player if there may be more of them', () => {
    expect(wholePlayers(page, 5)).toEqual(page);
    expect(wholePlayers(page, 4)).toEqual(page.slice(0, 2));
    expect(wholePlayers([], 4)).toEqual([]);
    expect(() => wholePlayers(page.slice(0, 2), 2)).toThrow('a alone');
  });
});

describe('any history of trades', () => {
  it('is settled in full, corrected and voided with balanced books', () => {
    const property = fc.property(scenarios(8), fc.nat(5), fc.nat(5), fc.nat(200), (scenario, winner, other, rest) => {
      const desk = deskOf(scenario);
      for (const move of scenario.moves) {
        const order = askOf(desk, move);
        if (order) place(desk, order.player, order.ask);
      }
      const first = resolve(desk, 'resolve', { winningOutcome: winner % scenario.outcomes });
      let holdings: Holding[] = settleAll(desk, first, holdingsOf(desk), 3);
      const due = ({ outcome, shares }: Holding) => (outcome === first.winningOutcome ? shares : 0);
      expect(holdings.every(holding => holding.paid === due(holding))).toBe(true);
      for (const player of players.slice(1)) spend(desk, player, rest * 1e6);
      const before = new Map(players.map(player => [player, free(desk, player)]));
      const second = resolve(desk, 'correct', { winningOutcome: other % scenario.outcomes }, first);
      const paid = (playerId: string) =>
        holdings.reduce((sum, holding) => sum + (holding.playerId === playerId ? holding.paid : 0), 0);
      const paidBefore = new Map(players.map(player => [player, paid(player)]));
      holdings = settleAll(desk, second, holdings, 2);
      for (const player of players) {
        const owed = holdings.filter(
          ({ playerId, outcome }) => playerId === player && outcome === second.winningOutcome,
        );
        const net = owed.reduce((sum, { shares }) => sum + shares, 0) - (paidBefore.get(player) ?? 0);
        expect(free(desk, player) - owedBy(desk, player)).toBe((before.get(player) ?? 0) + net);
        expect(free(desk, player) === 0 || owedBy(desk, player) === 0).toBe(true);
      }
      settleAll(desk, resolve(desk, 'correct', { void: true }, second), holdings, 1);
      expect(balanceOf(desk.balances, marketAccount(desk.book.marketId))).toBe(0n);
      expect(players.every(player => free(desk, player) >= 0)).toBe(true);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
