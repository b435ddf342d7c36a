import { describe, expect, it } from 'vitest';
import { backOffProblem } from './judge-retries.js';
import { scenarioOf } from './scenarios.js';

/** A seeded random source (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const attempts = [0, 1, 2, 3, 4];
const noJitter = 'they have no jitter';

describe('delays', () => {
  it.each([
    ['full jitter', [120, 310, 90, 1400, 2600], [20, 470, 800, 300, 3100], null],
    ['jitter around doubling', [230, 560, 900, 2200, 3900], [270, 450, 1080, 1900, 4200], null],
    ['no delay', [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], 'hammers'],
    ['tiny steps', [10, 20, 45, 70, 160], [15, 12, 60, 75, 140], 'hammers'],
    ['always a second', [1000, 1004, 998, 1001, 1003], [1002, 1001, 1003, 1000, 999], 'uniform'],
    ['about a second', [900, 1100, 1000, 1200, 950], [1050, 1000, 920, 1180, 1010], 'uniform'],
    ['a cap that is never left again', [250, 600, 900, 2100, 4000], [8000, 8004, 8001, 8003, 8002], 'uniform'],
    ['shorter and shorter', [2000, 1000, 600, 300, 100], [1900, 1100, 500, 350, 90], 'the delays shrink'],
  ])('with %s', (_, first, second, problem) => {
    if (problem === null) expect(backOffProblem([first, second])).toBeNull();
    else expect(backOffProblem([first, second])).toContain(problem);
  });
});

describe('the published rule on delays', () => {
  it('promises no more than the judge checks', () => {
    const neither = [900, 1500, 600, 1400, 800];
    expect(backOffProblem([neither, [1300, 700, 1100, 500, 1480]])).toBeNull();
    expect(scenarioOf('server-errors').passCondition).toContain('do not clearly shrink');
    expect(scenarioOf('server-errors').passCondition).not.toContain('grow');
  });
});

describe('delays without jitter', () => {
  const capped = (pause: number, cap: number) => Math.min(cap, pause);
  const schedules: readonly [string, (attempt: number) => number][] = [
    ['doubling from 100 ms', attempt => 100 * 2 ** attempt],
    ['doubling from 250 ms', attempt => 250 * 2 ** attempt],
    ['doubling from 1 s', attempt => 1000 * 2 ** attempt],
    ['growing by half', attempt => 400 * 1.5 ** attempt],
    ['at once, then doubling', attempt => (attempt === 0 ? 0 : 200 * 2 ** attempt)],
    ['adding 200 ms', attempt => 200 * (attempt + 1)],
    ['adding a second', attempt => 1000 * (attempt + 1)],
    ['doubling up to 1 s', attempt => capped(250 * 2 ** attempt, 1000)],
    ['tripling up to 2 s', attempt => capped(100 * 3 ** attempt, 2000)],
    ['squares', attempt => 150 * (attempt + 1) ** 2],
    ['a table', attempt => [200, 200, 500, 500, 3000][attempt]],
  ];

  // Round-trip times vary, and neither clocks nor networks are exact.
  it.each([2, 40, 180])('are detected at %i ms of latency', latency => {
    const chance = chanceFrom(latency);
    for (const [name, pauseOf] of schedules) {
      for (let round = 0; round < 200; round += 1) {
        const measured = () => attempts.map(attempt => Math.round(pauseOf(attempt) + latency + 6 * chance()));
        expect(backOffProblem([measured(), measured()]), name).not.toBeNull();
      }
      const exact = attempts.map(attempt => pauseOf(attempt) + latency);
      if (latency === 2) expect(backOffProblem([exact, exact]), name).toContain(noJitter);
    }
  });

  const rules: readonly [string, (count: number) => number][] = [
    ['adding 150 ms', count => 150 * (count + 1)],
    ['adding a second', count => 1000 * (count + 1)],
    ['growing by half', count => 200 * 1.5 ** count],
    ['growing by a third', count => 300 * 1.33 ** count],
    ['doubling', count => 100 * 2 ** count],
  ];

  // The accepted order may or may not count as an attempt.
  it.each([
    [2, 0],
    [180, 0],
    [2, 1],
  ])('are detected if they continue from order to order, at %i ms, %i omitted', (latency, skipped) => {
    const chance = chanceFrom(latency + skipped);
    for (const [name, pauseOf] of rules) {
      let found = 0;
      for (let round = 0; round < 200; round += 1) {
        const measured = (from: number) =>
          attempts.map(attempt => Math.round(pauseOf(from + attempt) + latency + 6 * chance()));
        const problem = backOffProblem([measured(0), measured(attempts.length + skipped)]);
        if (problem?.includes(noJitter)) found += 1;
      }
      expect(found / 200, name).toBeGreaterThan(0.95);
    }
  });

  it('are detected despite an outlier', () => {
    const doubling = [254, 503, 1006, 2004, 4003];
    expect(backOffProblem([doubling, [257, 505, 1003, 2041, 4005]])).toContain(noJitter);
    expect(backOffProblem([doubling, [354, 505, 1003, 2004, 4005]])).toContain(noJitter);
    expect(backOffProblem([doubling, [354, 705, 1003, 2004, 4005]])).toBeNull();
  });
});

describe('an honest client', () => {
  const chance = chanceFrom(2026);
  const grown = (base: number, cap: number, attempt: number) => Math.min(cap, base * 2 ** attempt);
  const full = (base: number, cap: number) => () => attempts.map(attempt => chance() * grown(base, cap, attempt));
  const equal = (base: number, cap: number) => () =>
    attempts.map(attempt => (grown(base, cap, attempt) * (1 + chance())) / 2);
  const decorrelated = (base: number, cap: number) => () => {
    let pause = base;
    return attempts.map(() => {
      pause = Math.min(cap, base + chance() * (3 * pause - base));
      return pause;
    });
  };
  // The higher the rate, the more rounds are needed to distinguish it from 1 in 10,000.
  const many = 150_000;
  const some = 30_000;

  it.each([
    ['the full jitter of the SDK', full(250, 8_000), 4, some],
    ['full jitter from 100 ms to 1 s', full(100, 1_000), 4, some],
    ['full jitter from 1 s', full(1_000, 30_000), 60, some],
    ['equal jitter from 100 ms', equal(100, 10_000), 4, many],
    ['equal jitter from 100 ms to 800 ms', equal(100, 800), 150, many],
    ['equal jitter from 500 ms to 5 s', equal(500, 5_000), 60, some],
    ['decorrelated jitter from 100 ms', decorrelated(100, 10_000), 4, some],
    ['decorrelated jitter from 250 ms', decorrelated(250, 8_000), 60, some],
  ])('with %s fails less than once in 10,000 runs', { timeout: 60_000 }, (...honest) => {
    const [, draw, latency, rounds] = honest;
    const measured = () => draw().map(pause => pause + latency + 4 * chance());
    let unlucky = 0;
    for (let round = 0; round < rounds; round += 1) {
      const problem = backOffProblem([measured(), measured()]) ?? '';
      if (problem.includes(noJitter) || problem.includes('shrink')) unlucky += 1;
    }
    expect(unlucky / rounds).toBeLessThan(1 / 10_000);
  });

  it('of the SDK fails less than once in 10,000 runs', { timeout: 60_000 }, () => {
    const draw = full(250, 8_000);
    let unlucky = 0;
    for (let round = 0; round < many; round += 1) if (backOffProblem([draw(), draw()]) !== null) unlucky += 1;
    expect(unlucky / many).toBeLessThan(1 / 10_000);
  });
});
