import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketStatuses } from '../../engine/lifecycle.js';
import { type HealthFigures, healthWeights, judgeHealth } from './health.js';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_000 * day;

const best: HealthFigures = {
  status: 'active',
  opensAt: now - 30 * day,
  endsAt: now + 30 * day,
  closedAt: null,
  lastTradeAt: now - hour / 2,
  spreadBps: 2,
  bidDepth: 1_000e6,
  askDepth: 2_000e6,
  openOrders: 12,
  traders: 40,
};

const judge = (change: Partial<HealthFigures>, staleDays = 7) => judgeHealth({ ...best, ...change }, staleDays, now);

describe('the health of a market', () => {
  it('is the weighted sum of its components', () => {
    expect(Object.values(healthWeights).reduce((sum, weight) => sum + weight, 0)).toBe(100);
    expect(judge({})).toMatchObject({ score: 100, stale: false, resolutionOverdue: false, advice: { code: 'trade' } });
    expect(judge({ spreadBps: null }).score).toBe(80);
    expect(judge({ bidDepth: 1e6 }).score).toBe(75);
    expect(judge({ askDepth: 31_622_777 }).parts.depth).toBeCloseTo(0.5, 6);
    expect(judge({ openOrders: 5, traders: 10 }).score).toBe(88);
  });

  it('counts from the last trade, or from the opening', () => {
    expect(judge({ lastTradeAt: now - 7 * day + hour }).parts.recency).toBeCloseTo(hour / (7 * day - hour), 6);
    expect(judge({ lastTradeAt: null, opensAt: now - hour }).parts.recency).toBe(1);
    expect(judge({ lastTradeAt: now - 7 * day })).toMatchObject({ stale: true, advice: { code: 'quote-only' } });
    expect(judge({ lastTradeAt: now - 7 * day }, 8).stale).toBe(false);
  });

  it('gives advice', () => {
    expect(judge({ endsAt: now + hour / 2 }).advice.code).toBe('ending-soon');
    expect(judge({ bidDepth: 19e6 }).advice.code).toBe('trade-small');
    expect(judge({ status: 'paused' })).toMatchObject({ score: 50, advice: { code: 'wait' } });
    expect(judge({ status: 'scheduled', opensAt: now + day })).toMatchObject({ score: 0, advice: { code: 'wait' } });
    expect(judge({ status: 'closed', endsAt: now - hour }).advice.code).toBe('await-resolution');
    const overdue = judge({ status: 'closed', endsAt: now - 2 * day });
    expect(overdue).toMatchObject({ resolutionOverdue: true, stale: false, advice: { code: 'resolution-overdue' } });
    // A market closed early is overdue a day after its close, not after the planned end.
    expect(judge({ status: 'closed', closedAt: now - 2 * day }).resolutionOverdue).toBe(true);
    expect(judge({ status: 'closed', closedAt: now - hour, endsAt: now - 2 * day }).resolutionOverdue).toBe(false);
    expect(judge({ status: 'void' })).toMatchObject({ score: 0, advice: { code: 'leave' } });
  });

  it('is always within its bounds', () => {
    const figures = fc.record({
      status: fc.constantFrom(...marketStatuses),
      opensAt: fc.integer({ min: now - 400 * day, max: now + 400 * day }),
      endsAt: fc.integer({ min: now - 400 * day, max: now + 400 * day }),
      closedAt: fc.option(fc.integer({ min: now - 400 * day, max: now })),
      lastTradeAt: fc.option(fc.integer({ min: now - 400 * day, max: now })),
      spreadBps: fc.option(fc.integer({ min: 1, max: 9998 })),
      bidDepth: fc.nat(),
      askDepth: fc.nat(),
      openOrders: fc.nat(),
      traders: fc.nat(),
    });
    fc.assert(
      fc.property(figures, fc.integer({ min: 1, max: 90 }), (given, staleDays) => {
        const { score, parts, advice } = judgeHealth(given, staleDays, now);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        for (const part of Object.values(parts)) expect(part >= 0 && part <= 1).toBe(true);
        expect(advice.sentence).not.toBe('');
      }),
    );
  });
});
