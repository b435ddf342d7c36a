import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayedPrices } from '../../engine/prices.js';
import { type MarketHistory, OwnerBenchmarks, type OwnerTrade, TradeLog } from './benchmarks.js';
import { scoreEvent } from './score-event.js';
import { type PreparedEvent, type ResolvedEvent, runToEnd } from './score-forecasts.js';

const hour = 3_600_000;
const liquidity = 1_000_000_000;

interface Market {
  readonly openingShares?: readonly number[];
  readonly established?: readonly string[] | null;
  readonly payoutBps?: readonly number[];
  readonly lifeMs?: number;
}

/** One party's trade in hours, shares and credits. */
function trade(hours: number, owner: string, outcome: number, shares: number, credits = 200): OwnerTrade {
  return { atMs: hours * hour, sequence: 0, owner, outcome, shares: shares * 1e6, credits: credits * 1e6 };
}

/** The event and its history, with the prices that result from the trades. */
function market(trades: readonly OwnerTrade[], options: Market = {}) {
  const { openingShares = [0, 0], established = null, payoutBps = [10_000, 0], lifeMs = 10 * hour } = options;
  const log = new TradeLog();
  const held = [...openingShares];
  const prices = [{ atMs: 0, pricesBps: displayedPrices(held, liquidity) as number[] }];
  trades.forEach((one, index) => {
    log.add({ ...one, sequence: 2 + index });
    held[one.outcome] += one.shares;
    prices.push({ atMs: one.atMs, pricesBps: displayedPrices(held, liquidity) });
  });
  const event: ResolvedEvent = { opensAtMs: 0, effectiveCloseAtMs: lifeMs, payoutBps, prices };
  const history = { liquidity, openingShares, trades: log, established: established && new Set(established) };
  return { event, history };
}

/** The scores of a player with this forecast from the start. */
function scoreOf({ event, history }: ReturnType<typeof market>, owner: string, probability: number, hours = 0) {
  const changes = [{ id: 'fct_1', atMs: hours * hour, outcome: 0, probability }];
  const benchmarksOf = (prepared: PreparedEvent) => new OwnerBenchmarks(prepared, history as MarketHistory);
  const { scores, baselines } = runToEnd(scoreEvent(event, [{ player: 'me', owner, changes }], benchmarksOf));
  return { ...scores[0].score, baselines };
}

const crowd = ['a', 'b', 'c', 'd', 'e'];
/** Five owners who buy the answer at the start, in equal amounts. */
const honest = crowd.map(owner => trade(0, owner, 0, 200));

describe('the benchmark of edge', () => {
  it('is the price of the market for an owner who did not trade', () => {
    const { benchmarkBrier, marketBrier, edge, brier, baselines } = scoreOf(market(honest), 'me', 60);
    expect(benchmarkBrier).toBe(marketBrier);
    expect(edge).toBe((benchmarkBrier as number) - brier);
    expect(baselines).toMatchObject({ benchmark: baselines.market, crowd: { benchmarkBrier: marketBrier } });
  });

  it('excludes the shares of the player’s owner', () => {
    const pushed = [...honest, trade(0, 'me', 1, 3_000)];
    const { benchmarkBrier, marketBrier } = scoreOf(market(pushed), 'me', 100);
    expect(marketBrier).toBeGreaterThan(0.7);
    expect(benchmarkBrier).toBe(scoreOf(market(honest), 'me', 100).marketBrier);
  });

  it('follows shares that an owner sells later', () => {
    const trades = [...honest, trade(0, 'me', 1, 3_000), trade(5, 'me', 1, -3_000), trade(6, 'a', 1, 500)];
    const without = [...honest, trade(6, 'a', 1, 500)];
    expect(scoreOf(market(trades), 'me', 100).benchmarkBrier).toBe(scoreOf(market(without), 'me', 100).marketBrier);
  });

  it('takes the better of the market price and the price of the established owners', () => {
    const pumps = ['v', 'w', 'x', 'y', 'z'].map(owner => trade(1, owner, 1, 1_000));
    const young = scoreOf(market([...honest, ...pumps]), 'me', 100);
    const mature = scoreOf(market([...honest, ...pumps], { established: crowd }), 'me', 100);
    expect(young.edge).toBeGreaterThan(0.8);
    expect(mature.edge).toBe(scoreOf(market(honest), 'me', 100).edge);
    // Accounts that push towards the answer leave less to gain.
    const helped = crowd.map(owner => trade(1, `${owner}2`, 0, 1_000));
    const { edge } = scoreOf(market([...honest, ...helped], { established: crowd }), 'me', 100);
    expect(edge).toBeLessThan(mature.edge as number);
  });
});

describe('an event counts for edge', () => {
  it('with five outside owners who traded 100 credits each', () => {
    expect(scoreOf(market(honest), 'me', 60).edge).not.toBeNull();
    expect(scoreOf(market(honest.slice(1)), 'me', 60).edge).toBeNull();
    expect(scoreOf(market(honest), 'a', 60).edge).toBeNull();
    const little = [...honest.slice(1), trade(0, 'a', 0, 150, 99.999999)];
    expect(scoreOf(market(little), 'me', 60).edge).toBeNull();
    expect(scoreOf(market([...little, trade(1, 'a', 0, -1, 0.000001)]), 'me', 60).edge).not.toBeNull();
  });

  it('if none of them traded more than all others together', () => {
    const large = (credits: number) => market([...honest, trade(1, 'a', 0, 100, credits)]);
    expect(scoreOf(large(600), 'me', 60).edge).not.toBeNull();
    expect(scoreOf(large(601), 'me', 60).edge).toBeNull();
    // If the largest trader is the player, the others count.
    const own = market([...honest, trade(1, 'me', 0, 100, 50_000)]);
    expect(scoreOf(own, 'me', 60).edge).not.toBeNull();
    expect(scoreOf(own, 'other', 60).edge).toBeNull();
  });

  it('with established owners only, once the arena has enough of them', () => {
    expect(scoreOf(market(honest, { established: crowd }), 'me', 60).edge).not.toBeNull();
    expect(scoreOf(market(honest, { established: crowd.slice(1) }), 'me', 60).edge).toBeNull();
  });

  it('by trades before the effective close', () => {
    const late = [...honest.slice(1), trade(10, 'a', 0, 200)];
    expect(scoreOf(market(late), 'me', 60).edge).toBeNull();
  });

  it('does not affect brier, marketBrier and coverage', () => {
    const { brier, marketBrier, coverage, benchmarkBrier } = scoreOf(market([]), 'me', 60, 5);
    expect({ brier, marketBrier, coverage, benchmarkBrier }).toEqual({
      brier: 0.16,
      marketBrier: 0.25,
      coverage: 0.5,
      benchmarkBrier: null,
    });
  });
});

/** The literal definition in docs/scoring.md: every interval is looked up separately. */
function naiveBenchmark({ event, history }: ReturnType<typeof market>, trades: readonly OwnerTrade[], owner: string) {
  const { payoutBps, effectiveCloseAtMs: end } = event;
  const pricesAt = (ms: number, counts: (owner: string) => boolean) => {
    const held = [...history.openingShares];
    for (const one of trades) if (one.atMs <= ms && counts(one.owner)) held[one.outcome] += one.shares;
    return displayedPrices(held, liquidity);
  };
  const cuts = [...new Set([0, ...trades.map(({ atMs }) => atMs), end])].filter(ms => ms <= end).sort((a, b) => a - b);
  let sum = 0;
  for (let index = 0; index + 1 < cuts.length; index += 1) {
    const rest = pricesAt(cuts[index], other => other !== owner);
    const chosen = pricesAt(
      cuts[index],
      other => other !== owner && (history.established === null || history.established.has(other)),
    );
    for (const [outcome, payout] of payoutBps.entries()) {
      const errors = [rest, chosen].map(prices => ((prices[outcome] - payout) / 10_000) ** 2);
      sum += Math.min(...errors) * (cuts[index + 1] - cuts[index]);
    }
  }
  return sum / end / payoutBps.length;
}

describe('every benchmark', () => {
  it('equals one computed step by step', () => {
    const owners = ['me', ...crowd, 'f', 'g'];
    const someTrade = fc.record({
      hours: fc.integer({ min: 0, max: 12 }),
      owner: fc.constantFrom(...owners),
      outcome: fc.integer({ min: 0, max: 2 }),
      shares: fc.oneof(fc.integer({ min: -900, max: 900 }), fc.constantFrom(-1_000_000, 1_000_000, 3_000_000)),
    });
    const options = fc.record({
      established: fc.option(fc.constant(['me', ...crowd])),
      openingShares: fc.tuple(fc.nat(2e9), fc.nat(2e9), fc.nat(2e9)),
      winner: fc.nat({ max: 2 }),
    });
    const property = fc.property(fc.array(someTrade, { maxLength: 25 }), options, (some, { winner, ...rest }) => {
      const payoutBps = [0, 1, 2].map(outcome => (outcome === winner ? 10_000 : 0));
      const trades = [...crowd.map(owner => trade(0, owner, 0, 1, 10_000)), ...some.map(toTrade)].sort(
        (a, b) => a.atMs - b.atMs,
      );
      const made = market(trades, { ...rest, payoutBps });
      for (const owner of ['me', 'stranger']) {
        const { benchmarkBrier } = scoreOf(made, owner, 50);
        // One basis point of tolerance for different rounding.
        expect(Math.abs((benchmarkBrier as number) - naiveBenchmark(made, trades, owner))).toBeLessThan(2e-4);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });
});

function toTrade({
  hours,
  owner,
  outcome,
  shares,
}: Record<'hours' | 'outcome' | 'shares', number> & { owner: string }) {
  return trade(hours, owner, outcome, shares, 10);
}
