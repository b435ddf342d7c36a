import { describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { Admission, priorityOf } from './admission.js';
import { Lane } from './lane.js';
import { LoopDelay } from './loop-delay.js';

function fill(lane: Lane, count: number, now: number): void {
  for (let index = 0; index < count; index += 1) lane.enter(now);
}

/** Serves `count` requests, one every `stepMs`, and replaces each with a new one. */
function serve(lane: Lane, count: number, stepMs: number, from: number): number {
  let now = from;
  for (let index = 0; index < count; index += 1) {
    now += stepMs;
    lane.leave(now, true);
    lane.enter(now);
  }
  return now;
}

describe('the expected wait', () => {
  it('is the requests in flight times the recent service time', () => {
    const lane = new Lane();
    fill(lane, 1000, 0);
    let now = serve(lane, 10_000, 0.5, 0);
    expect(lane.expectedWaitMs(now)).toBeCloseTo(500, -2);
    now = serve(lane, 2_000, 4, now);
    expect(lane.expectedWaitMs(now)).toBeGreaterThan(3_500);
    expect(lane.expectedWaitMs(now)).toBeLessThan(4_100);
  });

  it('does not mistake the low throughput of an idle lane for its capacity', () => {
    const lane = new Lane();
    let now = 0;
    for (let index = 0; index < 100; index += 1) {
      lane.enter(now);
      now += 100;
      lane.leave(now, true);
    }
    fill(lane, 300, now);
    expect(lane.expectedWaitMs(now + 10)).toBeLessThan(400);
  });

  it('counts a whole batch whose first completion ends the busy period', () => {
    const lane = new Lane();
    let now = 0;
    for (let batch = 0; batch < 200; batch += 1) {
      fill(lane, 64, now);
      now += 40;
      for (let index = 0; index < 64; index += 1) lane.leave(now, true);
    }
    fill(lane, 256, now);
    // 64 requests in 40 ms are 0.6 ms each.
    expect(lane.expectedWaitMs(now)).toBeGreaterThan(120);
    expect(lane.expectedWaitMs(now)).toBeLessThan(200);
  });

  it('grows while nothing completes, and falls as soon as requests complete again', () => {
    const lane = new Lane();
    fill(lane, 100, 0);
    expect(lane.expectedWaitMs(1_500)).toBeGreaterThanOrEqual(1_500);
    for (let index = 0; index < 90; index += 1) lane.leave(1_500, true);
    expect(lane.expectedWaitMs(1_500)).toBe(0);
  });

  it('counts only served requests, so that rejected ones do not make the lane look fast', () => {
    const lane = new Lane();
    fill(lane, 1000, 0);
    let now = 0;
    for (let index = 0; index < 5_000; index += 1) {
      now += 1;
      for (const wasServed of [true, false, false, false, false]) {
        lane.leave(now, wasServed);
        lane.enter(now);
      }
    }
    expect(lane.expectedWaitMs(now)).toBeCloseTo(1000, -2);
  });
});

describe('the delay of the event loop', () => {
  function run(delay: LoopDelay, clock: { now: number }, stepMs: number, steps: number, arrivals: number): void {
    for (let index = 0; index < steps; index += 1) {
      for (let arrival = 0; arrival < arrivals; arrival += 1) delay.countArrival();
      clock.now += stepMs;
      delay.tick();
    }
  }

  it('is measured while requests cause it, and ignores one pause', () => {
    const clock = { now: 0 };
    const delay = new LoopDelay(() => clock.now);
    run(delay, clock, 20, 50, 20);
    expect(delay.milliseconds()).toBe(0);
    run(delay, clock, 80, 1, 20);
    expect(delay.milliseconds()).toBeLessThan(20);
    run(delay, clock, 120, 30, 200);
    expect(delay.milliseconds()).toBeCloseTo(100, -1);
  });

  it('is measured only while requests arrive', async () => {
    const delay = new LoopDelay(() => performance.now());
    delay.start();
    expect(delay.isMeasuring).toBe(false);
    delay.countArrival();
    expect(delay.isMeasuring).toBe(true);
    await expect.poll(() => delay.isMeasuring).toBe(false);
    delay.countArrival();
    expect(delay.isMeasuring).toBe(true);
    delay.stop();
    expect(delay.isMeasuring).toBe(false);
  });

  it('is 0 when something other than requests blocks the loop', () => {
    const clock = { now: 0 };
    const delay = new LoopDelay(() => clock.now);
    run(delay, clock, 500, 20, 1);
    expect(delay.milliseconds()).toBe(0);
  });
});

describe('admission', () => {
  it('rejects reads while the event loop is late; writes and cancels depend on their own lanes only', () => {
    const delay = { ms: 0 };
    const loop = { start() {}, stop() {}, countArrival() {}, milliseconds: () => delay.ms };
    const clock = { now: 0 };
    const admission = new Admission(() => clock.now, loop);
    const [route] = probeRoutes;
    const kinds = [
      { ...route, bucket: 'reads', method: 'GET' },
      { ...route, bucket: 'orders', method: 'POST', effect: 'write' },
      { ...route, bucket: 'orders', method: 'DELETE', effect: 'write' },
    ] as const;
    expect(kinds.map(priorityOf)).toEqual(['reads', 'writes', 'cancels']);
    const gates = kinds.map(kind => admission.gateFor(kind));
    const refusedAt = (ms: number) => {
      delay.ms = ms;
      return gates.map(gate => gate?.overload() !== null);
    };
    expect(refusedAt(80)).toEqual([false, false, false]);
    expect(refusedAt(110)).toEqual([true, false, false]);
    expect(refusedAt(5_000)).toEqual([true, false, false]);
    delay.ms = 0;
    for (const gate of gates) for (let index = 0; index < 64; index += 1) gate?.enter();
    // Nothing completes meanwhile, so the lanes' waits grow with time.
    const refusedAfter = (ms: number) => {
      clock.now = ms;
      return gates.map(gate => gate?.overload() !== null);
    };
    expect([400, 600, 1_100, 5_100].map(refusedAfter)).toEqual([
      [false, false, false],
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });
});
