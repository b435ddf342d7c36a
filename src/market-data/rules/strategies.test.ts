import { describe, expect, it } from 'vitest';
import { fittingMarkets, type OutcomeFigures, type StrategyFigures, strategies } from './strategies.js';

const hour = 3_600_000;
const now = 500_000 * hour;

const yes: OutcomeFigures = { index: 0, priceBps: 6000, changeBps: 0, spreadBps: 2, depth: 40e6, beliefBps: null };
const no: OutcomeFigures = { ...yes, index: 1, priceBps: 4000 };

const market: StrategyFigures = {
  status: 'active',
  opensAt: now - 900 * hour,
  endsAt: now + 300 * hour,
  lastTradeAt: now - hour,
  volume: 500e6,
  outcomes: [yes, no],
};

function fitted(change: Partial<StrategyFigures>): Record<string, { outcome: number; buyLimitBps: number | null }> {
  const given = { ...market, ...change };
  return Object.fromEntries(
    strategies.flatMap(strategy =>
      fittingMarkets(strategy, [given], 10, now).fits.map(({ outcome, buyLimitBps }) => [
        strategy.id,
        { outcome, buyLimitBps },
      ]),
    ),
  );
}

describe('strategies', () => {
  it('fit the markets they are designed for', () => {
    expect(fitted({})).toEqual({
      'market-making': { outcome: 0, buyLimitBps: 5850 },
      'kelly-from-forecast': { outcome: 0, buyLimitBps: null },
    });
    expect(Object.keys(fitted({ lastTradeAt: now - 30 * hour, volume: 0 }))).toEqual([
      'fade-stale-prices',
      'kelly-from-forecast',
    ]);
    expect(Object.keys(fitted({ endsAt: now + 5 * hour }))).toEqual(['kelly-from-forecast', 'calendar']);
    expect(fitted({ status: 'paused' })).toEqual({});
  });

  it('ignore extreme prices and thin books', () => {
    const outcomes = [
      { ...yes, priceBps: 9950 },
      { ...no, priceBps: 50 },
    ];
    expect(fitted({ outcomes })).toEqual({});
    const running = [{ ...yes, changeBps: 1_500 }, no];
    expect(Object.keys(fitted({ outcomes: running }))).toEqual(['kelly-from-forecast']);
    expect(Object.keys(fitted({ outcomes: [yes, no].map(outcome => ({ ...outcome, depth: 1e6 })) }))).toEqual([
      'market-making',
    ]);
  });

  it('use the caller’s probabilities', () => {
    const believe = (beliefBps: number) => fitted({ outcomes: [yes, { ...no, beliefBps }] })['kelly-from-forecast'];
    expect(believe(4500)).toEqual({ outcome: 1, buyLimitBps: 4500 });
    expect(believe(4100)).toBeUndefined();
    expect(believe(3000)).toBeUndefined();
  });

  it('list the best first, up to the bound', () => {
    const [making] = strategies;
    const many = [3, 9, 5, 7].map(volume => ({ ...market, volume: volume * 100e6 }));
    const { fits: picked, total } = fittingMarkets(making, many, 3, now);
    expect(total).toBeGreaterThanOrEqual(picked.length);
    expect(picked.map(fit => fit.market.volume / 100e6)).toEqual([9, 7, 5]);
  });

  it('list every parameter once', () => {
    for (const { parameters } of strategies) {
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    }
  });
});
