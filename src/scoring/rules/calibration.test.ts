import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../../kernel/statistics.js';
import { type CalibrationPoint, calibrationOf } from './calibration.js';
import { type EventScore, finalPoints, prepareEvent, scoreForecasts } from './score-forecasts.js';

const point = (probability: number, outcome: number): CalibrationPoint => ({ probability, outcome });

describe('calibration', () => {
  it('puts each edge into the bin that it starts, and 100 % into the last', () => {
    for (let tenth = 0; tenth <= 10; tenth += 1) {
      const { bins } = calibrationOf([point((tenth * 10) / 100, 1)]);
      expect(bins.findIndex(({ n }) => n === 1)).toBe(Math.min(9, tenth));
    }
    expect(calibrationOf([point(0.69999999, 0)]).bins[6].n).toBe(1);
    expect(
      calibrationOf([])
        .bins.map(({ from, to }) => [from, to])
        .at(3),
    ).toEqual([0.3, 0.4]);
  });

  it('reports the observed share of a bin', () => {
    const { bins, n, brier } = calibrationOf([point(0.7, 1), point(0.75, 1), point(0.74, 0), point(0.1, 0)]);
    expect(n).toBe(4);
    expect(brier).toBeCloseTo((0.09 + 0.0625 + 0.5476 + 0.01) / 4, 12);
    expect(bins[7].meanProbability).toBeCloseTo(0.73, 12);
    expect(bins[7].observed).toBeCloseTo(2 / 3, 12);
    expect(bins[0]).toMatchObject({ n: 0, meanProbability: null, observed: null, low: null, high: null });
    expect(calibrationOf([])).toMatchObject({ n: 0, brier: null, murphy: null });
  });

  it('uses the Wilson interval', () => {
    const { low, high } = wilsonInterval(0.3, 10);
    expect(low).toBeCloseTo(0.107791, 6);
    expect(high).toBeCloseTo(0.603222, 6);
    expect(wilsonInterval(0, 5).low).toBe(0);
    expect(wilsonInterval(1, 5).high).toBe(1);
  });

  it('has components that add up to the Brier score', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const outcome = fc.oneof(fc.constantFrom(0, 1), share);
    const points = fc.array(fc.record({ probability: share, outcome }), { minLength: 1, maxLength: 60 });
    const property = fc.property(points, list => {
      const { brier, murphy } = calibrationOf(list);
      const { reliability, resolution, uncertainty, withinBinVariance, withinBinCovariance } = murphy!;
      const sum = reliability - resolution + uncertainty + withinBinVariance - withinBinCovariance;
      expect(Math.abs(sum - brier!)).toBeLessThan(1e-13);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('is perfect for calibrated forecasts', () => {
    const list = Array.from({ length: 10 }, (_, k) => point(0.3, k < 3 ? 1 : 0));
    const { murphy } = calibrationOf(list);
    expect(murphy?.reliability).toBeCloseTo(0, 12);
    expect(murphy?.uncertainty).toBeCloseTo(0.21, 12);
    expect(murphy?.withinBinVariance).toBeCloseTo(0, 12);
  });
});

describe('the points of a score', () => {
  const life = { opensAtMs: 0, effectiveCloseAtMs: 10 };
  const say = (outcome: number, probability: number, atMs = 0) => ({ id: `${atMs}`, atMs, outcome, probability });

  const finalsOf = ({ questions }: EventScore) => questions.map(({ lastProbability }) => lastProbability);

  it('are one for two outcomes', () => {
    const payoutBps = [0, 10_000];
    const event = prepareEvent({ ...life, payoutBps, prices: [{ atMs: 0, pricesBps: [5_000, 5_000] }] });
    const score = scoreForecasts(event, [say(1, 30)])!;
    expect(finalPoints(finalsOf(score), payoutBps)).toEqual([point(0.7, 0)]);
  });

  it('are the player’s own final forecasts, for more', () => {
    const payoutBps = [0, 2_500, 7_500];
    const event = prepareEvent({ ...life, payoutBps, prices: [{ atMs: 0, pricesBps: [5_000, 3_000, 2_000] }] });
    const score = scoreForecasts(event, [say(1, 30), say(1, 40, 5), say(0, 10)])!;
    expect(finalPoints(finalsOf(score), payoutBps)).toEqual([point(0.1, 0), point(0.4, 0.25)]);
  });
});
