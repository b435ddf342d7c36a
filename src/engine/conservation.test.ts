import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertBooksBalance, availableOf, balanceOf, marketAccount, reservedOf, treasury } from './ledger.js';
import { MemoryArena } from './testing/memory-arena.js';

const players = ['ada', 'bob', 'cyd'];
const events = ['evt_a', 'evt_b', 'evt_void', 'evt_c', 'evt_d'];
const outcomes = 3;

/** A step of a history. Amounts are fractions of the player's balance, or credits. */
type Step =
  | {
      readonly kind: 'order';
      readonly event: number;
      readonly player: number;
      readonly outcome: number;
      readonly side: 'buy' | 'sell';
      readonly amount: number;
      readonly limitBps: number;
    }
  | { readonly kind: 'cancel'; readonly event: number; readonly player: number; readonly index: number }
  | { readonly kind: 'grant'; readonly player: number; readonly credits: number }
  | { readonly kind: 'resolve'; readonly event: number; readonly answer: number };

const order = fc.record({
  kind: fc.constant('order' as const),
  event: fc.nat(events.length - 1),
  player: fc.nat(players.length - 1),
  outcome: fc.nat(outcomes - 1),
  side: fc.constantFrom('buy' as const, 'buy' as const, 'sell' as const),
  amount: fc.constantFrom(0.05, 0.3, 0.7, 1),
  limitBps: fc.constantFrom(1, 500, 2_000, 4_000, 6_000, 9_000, 9_900, 9_900, 9_900),
});
const others = fc.oneof(
  fc.record({
    kind: fc.constant('cancel' as const),
    event: fc.nat(events.length - 1),
    player: fc.nat(players.length - 1),
    index: fc.nat(1),
  }),
  fc.record({
    kind: fc.constant('grant' as const),
    player: fc.nat(players.length - 1),
    credits: fc.integer({ min: 1, max: 500 }),
  }),
);
/** Answers 0 to 2 are winners, 3 is a split, 4 is a void. */
const resolve = fc.record({
  kind: fc.constant('resolve' as const),
  // One event usually stays open, so that winnings of the others can be spent or reserved there.
  event: fc.constantFrom(0, 0, 0, 1, 2, 2, 2, 3, 4),
  answer: fc.nat(4),
});

function answerOf(answer: number) {
  if (answer < outcomes) return { winningOutcome: answer };
  return answer === outcomes ? { payoutBps: [5_000, 3_000, 2_000] } : ({ void: true } as const);
}

function arenaOf(wealth: number, maxCollected?: number): MemoryArena {
  const arena = new MemoryArena(players, maxCollected);
  for (const eventId of events) arena.addMarket(eventId, outcomes, 300);
  for (const player of players) arena.grant(player, wealth);
  return arena;
}

/** Runs a step unless the event has ended or the same answer is in force. */
function run(arena: MemoryArena, step: Step, amountOf: (free: number, part: number) => number): void {
  if (step.kind === 'grant') {
    arena.grant(players[step.player], step.credits);
    return;
  }
  const eventId = events[step.event];
  const { desk, resolution } = arena.market(eventId);
  if (step.kind === 'resolve') {
    const answer = answerOf(step.answer);
    const kind = 'void' in answer ? 'void' : 'winningOutcome' in answer ? `outcome ${answer.winningOutcome}` : 'split';
    const inForce =
      resolution && (resolution.kind === 'outcome' ? `outcome ${resolution.winningOutcome}` : resolution.kind);
    if (kind !== inForce) arena.resolve(eventId, answer);
    return;
  }
  const player = players[step.player];
  if (resolution) return;
  if (step.kind === 'cancel') arena.cancel(eventId, player, step.index);
  else {
    const { side, outcome, limitBps, amount } = step;
    const position = desk.positions.get(`${player}/${outcome}`);
    const has = side === 'buy' ? arena.free(player) : (position?.shares ?? 0) - (position?.reservedShares ?? 0);
    arena.place(eventId, player, { side, outcome, limitBps, amount: Math.floor(amountOf(has, amount)) });
  }
}

const part = (free: number, share: number) => free * share;
const reserved = (arena: MemoryArena, player: string) => Number(balanceOf(arena.balances, reservedOf(player)));

/** A player's balance minus debts. */
const worth = (arena: MemoryArena, player: string) => arena.free(player) + reserved(arena, player) - arena.owed(player);

function checkDebts(arena: MemoryArena): void {
  for (const player of players) {
    if (arena.owed(player) === 0) continue;
    expect(arena.free(player), `${player} owes ${arena.owed(player)}`).toBe(0);
    expect(arena.openBuys(player)).toEqual([]);
  }
}

/** Wins an event, spends or reserves the winnings in another one, and is then corrected. */
const dodges = fc
  .record({
    event: fc.constantFrom(0, 2, 3, 4),
    player: fc.nat(players.length - 1),
    outcome: fc.nat(outcomes - 1),
    limitBps: fc.constantFrom(1, 9_900),
    share: fc.constantFrom(0.5, 0.9, 1),
    answer: fc.nat(4),
  })
  .map(({ event, player, outcome, limitBps, share, answer }): Step[] => {
    const buy = { kind: 'order', player, outcome, side: 'buy' } as const;
    return [
      { ...buy, event, amount: 0.8, limitBps: 9_900 },
      { kind: 'resolve', event, answer: outcome },
      { ...buy, event: 1, amount: share, limitBps },
      { kind: 'resolve', event, answer },
    ];
  });
const single = fc.oneof(
  { weight: 9, arbitrary: order },
  { weight: 3, arbitrary: others },
  { arbitrary: resolve, weight: 2 },
);
const histories = fc
  .array(fc.oneof({ weight: 8, arbitrary: single.map((step): Step[] => [step]) }, { weight: 1, arbitrary: dodges }), {
    minLength: 5,
    maxLength: 25,
    size: 'max',
  })
  .map(parts => parts.flat());

describe('a history of orders, cancels, grants, resolutions, voids and corrections', () => {
  it('balances after every step, and debts are repaid before any credits are available', () => {
    const seen = { advance: 0, repayment: 0, collected: 0 };
    let runs = 0;
    const property = fc.property(histories, fc.constantFrom(1, 500), (steps, maxCollected) => {
      runs += 1;
      const arena = arenaOf(1_000, maxCollected);
      for (const step of steps) {
        run(arena, step, part);
        assertBooksBalance(arena.balances);
        checkDebts(arena);
      }
      for (const { transfer } of arena.postings)
        if (transfer.kind === 'advance' || transfer.kind === 'repayment') seen[transfer.kind] += 1;
      seen.collected += arena.collected;
    });
    fc.assert(property, { numRuns: 600 });
    // The generated histories cover the cases of interest; a quick run of the tests ends early.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(runs / 60);
  });

  it('with an event voided leaves every balance minus debts as without the postings of the event', () => {
    const property = fc.property(histories, steps => {
      const arena = arenaOf(1_000);
      for (const step of steps) run(arena, step, part);
      const { resolution } = arena.market('evt_void');
      if (resolution?.kind !== 'void') arena.resolve('evt_void', { void: true });
      for (const player of players) {
        let without = 0;
        for (const { eventId, transfer } of arena.postings) {
          // A debt remains until it is repaid, regardless of the event that caused it.
          if (eventId === 'evt_void' || transfer.kind === 'advance' || transfer.kind === 'repayment') continue;
          if (transfer.to.type === 'player' && transfer.to.playerId === player) without += transfer.amount;
          if (transfer.from.type === 'player' && transfer.from.playerId === player) without -= transfer.amount;
        }
        expect(worth(arena, player)).toBe(without);
      }
      checkDebts(arena);
    });
    fc.assert(property, { numRuns: 600 });
  });

  it('with an event voided equals the history without it if everyone can pay, and returns its funding', () => {
    const small = (has: number, share: number) => Math.min(has, share * 20e6);
    const property = fc.property(histories, steps => {
      const kept = steps.filter(step => step.kind !== 'resolve' || events[step.event] !== 'evt_void');
      const [arena, without] = [arenaOf(100_000), arenaOf(100_000)];
      for (const step of kept) run(arena, step, small);
      for (const step of kept) {
        if (!('event' in step) || events[step.event] !== 'evt_void') run(without, step, small);
      }
      const before = balanceOf(arena.balances, treasury);
      const account = balanceOf(arena.balances, marketAccount('evt_void'));
      const nets = players.map(player => worth(without, player) - worth(arena, player));
      arena.resolve('evt_void', { void: true });
      for (const player of players) {
        expect(arena.owed(player)).toBe(0);
        expect(balanceOf(arena.balances, availableOf(player))).toBe(balanceOf(without.balances, availableOf(player)));
        expect(reserved(arena, player)).toBe(reserved(without, player));
      }
      const returned = balanceOf(arena.balances, treasury) - before;
      const funding = Math.ceil(300e6 * Math.log(outcomes));
      expect(Number(returned)).toBe(funding);
      expect(Number(account) - funding).toBe(nets.reduce((sum, net) => sum + net, 0));
    });
    fc.assert(property, { numRuns: 400 });
  });
});
