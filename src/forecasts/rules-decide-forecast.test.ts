import { describe, expect, it } from 'vitest';
import type { MarketStatus } from '../engine/lifecycle.js';
import { isRefusal } from '../kernel/refusal.js';
import { decideForecast, decideWithdraw, type Forecast, type ForecastState } from './rules.js';

const now = 1_000_000;

function state(change: Partial<ForecastState> & { status?: MarketStatus; prices?: number[] } = {}): ForecastState {
  const { status = 'active', prices = [6000, 4000], ...rest } = change;
  const market = { status, opensAt: 0, endsAt: 2_000_000, sequence: 7, priceBps: prices };
  return { market, standing: new Map(), lastMoment: null, ...rest };
}

const command = (outcome: number, percent = 50, rationale: string | null = null) => ({ outcome, percent, rationale });

function taken(...args: Parameters<typeof decideForecast>): Forecast {
  const decision = decideForecast(...args);
  if (isRefusal(decision)) throw new Error(decision.message);
  return decision;
}

describe('a forecast', () => {
  it('is stamped with the price of its outcome and with the sequence', () => {
    expect(taken(state(), command(1, 33.33335), now)).toEqual({
      outcome: 1,
      question: 0,
      probabilityMicros: 333_334,
      marketPriceBps: 4000,
      marketSequence: 7,
      at: now,
      supersedes: null,
    });
  });

  it('replaces the one on either outcome if there are two', () => {
    const standing = new Map([[0, 'before']]);
    for (const outcome of [0, 1]) expect(taken(state({ standing }), command(outcome), now).supersedes).toBe('before');
  });

  it('replaces only the one on the same outcome if there are more', () => {
    const prices = [5000, 3000, 2000];
    const standing = new Map([[0, 'zero']]);
    expect(taken(state({ standing, prices }), command(0), now).supersedes).toBe('zero');
    expect(taken(state({ standing, prices }), command(1), now)).toMatchObject({ supersedes: null, question: 1 });
  });

  it('is strictly after the player’s last forecast on the event', () => {
    expect(taken(state({ lastMoment: now - 1 }), command(0), now).at).toBe(now);
    expect(taken(state({ lastMoment: now }), command(0), now).at).toBe(now + 1);
    expect(taken(state({ lastMoment: now + 50 }), command(0), now).at).toBe(now + 51);
  });

  it.each(['active', 'paused'] as const)('is accepted while the event is %s', status => {
    expect(isRefusal(decideForecast(state({ status }), command(0), now))).toBe(false);
  });

  it.each(['closed', 'resolved', 'void'] as const)('is rejected when the event is %s', status => {
    expect(decideForecast(state({ status }), command(0), now)).toMatchObject({
      code: 'MARKET_CLOSED',
      field: 'eventSlug',
      extra: { status },
    });
  });

  it('uses the clock instead of the stored status', () => {
    const before = state({ status: 'scheduled' });
    const market = { ...before.market!, opensAt: now + 1 };
    expect(decideForecast({ ...before, market }, command(0), now)).toMatchObject({ code: 'MARKET_CLOSED' });
    expect(isRefusal(decideForecast({ ...before, market }, command(0), now + 1))).toBe(false);
    expect(decideForecast(state({ status: 'paused' }), command(0), 2_000_000)).toMatchObject({ code: 'MARKET_CLOSED' });
  });
});

describe('a forecast with', () => {
  it.each([
    ['outcomeIndex', command(2)],
    ['outcomeIndex', command(-1)],
    ['outcomeIndex', command(0.5)],
    ['probability', command(0, 100.00001)],
    ['probability', command(0, Number.NaN)],
    ['rationale', command(0, 50, 'é'.repeat(4001))],
  ])('an invalid %s is rejected by name', (field, bad) => {
    expect(decideForecast(state(), bad, now)).toMatchObject({ code: 'INVALID_PAYLOAD', field });
  });

  it('a rationale of 4,000 characters is accepted, regardless of their encoding', () => {
    expect(isRefusal(decideForecast(state(), command(0, 50, '🌦'.repeat(4000)), now))).toBe(false);
    expect(isRefusal(decideForecast(state(), command(0, 50, '🌦'.repeat(4001)), now))).toBe(true);
  });

  it('no event is rejected', () => {
    expect(decideForecast(state({ market: null }), command(0), now)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('withdrawing', () => {
  it('ends the interval after it has started', () => {
    const open = { ended: false, marketStatus: 'active', lastMoment: now } as const;
    expect(decideWithdraw(open, now)).toBe(now + 1);
    expect(decideWithdraw({ ...open, marketStatus: 'closed' }, now + 9)).toBe(now + 9);
  });

  it('does not change a forecast that has ended or is scored', () => {
    const open = { ended: false, marketStatus: 'active', lastMoment: 1 } as const;
    expect(decideWithdraw({ ...open, ended: true }, now)).toBeNull();
    expect(decideWithdraw({ ...open, marketStatus: 'resolved' }, now)).toBeNull();
    expect(decideWithdraw({ ...open, marketStatus: 'void' }, now)).toBeNull();
  });
});
