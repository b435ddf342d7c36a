import { maxValidCredits, type ScenarioId } from './scenarios.js';
import {
  after,
  attemptsIn,
  type Case,
  effectsOf,
  failed,
  isAccepted,
  type Judge,
  looksUp,
  lookUpOf,
  namesOf,
  newIds,
  notTried,
  ordersOf,
  passed,
  sameIdAdvice,
  seconds,
  type TraceEntry,
  toleranceMs,
  type Verdict,
  waiting,
} from './trace.js';

// Judges the back-offs of a client between failures of the service, one series per intended order.

/** Minimum mean total of the back-offs of one intended order. */
const minTotalMs = 500;
/**
 * If the longest back-off is at most this many times the shortest, they count as constant, with or without slight
 * jitter.
 */
const alike = 1.6;
/** The same for a single series, which is similar by chance more often than all of them. */
const alikeAlone = 1.1;
/**
 * Ten back-offs do not show reliably whether they grow: with decorrelated jitter, or full jitter that soon reaches its
 * cap, the later ones are less than 0.46 times as long as the early ones in 1 of 10,000 runs. Only a clear decrease
 * fails a client.
 */
const shrunk = 0.4;
const early = 2;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

function areWithin(factor: number, pauses: readonly number[]): boolean {
  return Math.max(...pauses) <= factor * Math.min(...pauses);
}

/**
 * Two series without jitter differ only by noise of the network and the clocks, which is some milliseconds regardless
 * of their length; two series with jitter differ by a large part of it. The difference of each pair is measured in
 * square roots of its length: 8 ms of 500, 23 ms of 4,000. An outlier in a long back-off then weighs little, and a short
 * one that repeats by chance proves little. Lengths below a tenth of a second count as a tenth. One outlier of any size,
 * such as the first request to a cold service, is ignored if all others agree closely.
 *
 * This detects any fixed schedule (exponential, linear, a table or a cap), and latency cancels out because it is in both
 * series. Of simulated clients with full, equal or decorrelated jitter from 100 ms on, fewer than 1 in 10,000 fail; of
 * the SDK's own, fewer than 1 in 1,000,000. The worst is equal jitter from 100 ms on, with 4 in 100,000.
 */
const sameWithin = 0.37;
const sameWithinButOne = 0.13;
const shortestLengthMs = 100;

function isRepeated(first: readonly number[], second: readonly number[]): boolean {
  // Every back-off includes latency, which the client does not choose; it is at most the shortest of them.
  const latency = Math.min(...first, ...second);
  const differences = first.map((pause, index) => {
    const other = second[index];
    return Math.abs(pause - other) / Math.sqrt(Math.max(pause - latency, other - latency, shortestLengthMs));
  });
  differences.sort((a, b) => a - b);
  return mean(differences) <= sameWithin || mean(differences.slice(0, -1)) <= sameWithinButOne;
}

/**
 * A client whose schedule continues from order to order never repeats a back-off but still has no jitter: each step
 * from one back-off to the next is the previous step times a constant, which is 1 for constant increments. Steps
 * contain no latency. The remainder is measured as above, for one back-off; clients without jitter leave 0.05, and of
 * honest ones the worst, equal jitter from 100 ms on, leaves less than the bound in fewer than 1 of 100,000 runs.
 */
const followsWithin = 0.12;
const slowestGrowth = 0.9;
const fastestGrowth = 4;

function followsOneRule(series: readonly (readonly number[])[]): boolean {
  const steps = series.flatMap(pauses =>
    pauses.slice(2).map((pause, index) => ({
      before: pauses[index + 1] - pauses[index],
      next: pause - pauses[index + 1],
      length: Math.max(pause, shortestLengthMs),
    })),
  );
  const product = sum(steps.map(({ before, next, length }) => (before * next) / length));
  const growth = product / sum(steps.map(({ before, length }) => before ** 2 / length));
  if (!(growth >= slowestGrowth && growth <= fastestGrowth)) return false;
  // Three back-offs contribute to each remainder, with these weights.
  const spread = Math.hypot(1, 1 + growth, growth);
  const remainders = steps.map(
    ({ before, next, length }) => Math.abs(next - growth * before) / spread / Math.sqrt(length),
  );
  return mean(remainders) <= followsWithin;
}

/**
 * Describes what is wrong with back-offs that should grow and be jittered; null if nothing. All series have the same
 * length.
 */
export function backOffProblem(series: readonly (readonly number[])[]): string | null {
  const total = sum(series.map(sum)) / series.length;
  if (total < minTotalMs) return `the delays of an order add up to only ${seconds(total)}, which hammers the service`;
  if (areWithin(alike, series.flat())) {
    return `the delays are uniform: the longest is at most ${alike} times as long as the shortest`;
  }
  if (series.some(pauses => areWithin(alikeAlone, pauses))) {
    return `the delays of one order are uniform: the longest is at most ${alikeAlone} times as long as the shortest`;
  }
  const before = mean(series.flatMap(pauses => pauses.slice(0, early)));
  const later = mean(series.flatMap(pauses => pauses.slice(early)));
  if (later <= shrunk * before)
    return `the delays shrink: the later ones are ${(later / before).toFixed(2)} times as long as the first ${early} of an order`;
  const [first, second] = series;
  if (!second) return null;
  if (isRepeated(first, second)) return 'the delays of the second order repeat those of the first: they have no jitter';
  if (!followsOneRule(series)) return null;
  return 'each delay follows from the previous one in both orders: they have no jitter';
}

// Judges how a client handles a response that is late, lost, unknown or a rejection.

/** Returns when the client got its response. */
export function respondedAt(entry: TraceEntry): number {
  return entry.endedAt ?? entry.at;
}

/** Describes the orders sent before the Retry-After of the previous rejection had passed. */
export function earlyReturns(orders: readonly TraceEntry[]): string[] {
  return orders.flatMap((order, index) => {
    const next = orders[index + 1];
    if (!next || order.retryAfterSeconds === null) return [];
    const waited = next.at - respondedAt(order);
    if (waited >= order.retryAfterSeconds * 1000 - toleranceMs) return [];
    return [
      `${next.clientId} was retried ${seconds(waited)} after ${order.status} ${order.code}, although Retry-After was ${order.retryAfterSeconds} s`,
    ];
  });
}

export const judgeRateLimited: Judge = state => {
  const orders = ordersOf(state.trace, 'rate-limited');
  const [first] = orders;
  if (!first) return notTried;
  const early = earlyReturns(orders);
  if (early.length > 0) return failed(early, 'Wait for the seconds in Retry-After before you retry the order.');
  const several = newIds(orders);
  if (several) return failed([several.evidence], sameIdAdvice);
  const limited = `${first.clientId} received 429 with Retry-After ${first.retryAfterSeconds}`;
  const accepted = orders.find(isAccepted);
  if (!accepted) return waiting(state, [limited], 'the order was never retried', 'Retry 429 after Retry-After.');
  if (accepted.clientId !== first.clientId) {
    return failed([limited, `${accepted.clientId}, a new id, was accepted instead`], sameIdAdvice);
  }
  const last = orders[orders.indexOf(accepted) - 1] ?? first;
  return passed(limited, `retried after ${seconds(accepted.at - respondedAt(last))} with the same id and accepted`);
};

export const judgeReplyLost: Judge = state => {
  const orders = ordersOf(state.trace, 'reply-lost');
  const [first] = orders;
  if (!first) return notTried;
  const several = newIds(orders);
  if (several) return failed([several.evidence], sameIdAdvice);
  const losses = orders.filter(order => order.fault === 'reply-lost');
  const lost = losses[0];
  if (!lost) return waiting(state, [`${first.clientId} was rejected`], 'no order was accepted', 'Send a valid order.');
  const evidence = `the response to ${lost.clientId} was lost after the commit, ${losses.length} time(s)`;
  const learned = orders.find(order => order.number > lost.number && order.status === 200);
  if (learned) return passed(evidence, 'retried with the same id and received the stored result: 1 effect');
  const lookUp = state.trace.find(looksUp(lost));
  if (lookUp) return passed(evidence, `${lookUpOf(lost, lookUp)}: 1 effect`);
  const missing = 'the client never looked it up, so it does not know the result';
  return waiting(state, [evidence], missing, 'After a lost response, retry the order with the same clientOrderId.');
};

function judgeUnknown(scenario: ScenarioId & ('unknown-placed' | 'unknown-not-placed'), state: Case): Verdict {
  const orders = ordersOf(state.trace, scenario);
  const [first] = orders;
  if (!first) return notTried;
  const doubtful = orders.find(order => order.fault === scenario);
  if (!doubtful)
    return waiting(state, [`${first.clientId} was rejected`], 'no order was accepted', 'Send a valid order.');
  const evidence = `${doubtful.clientId} received ${doubtful.status} ${doubtful.code}`;
  const later = orders.filter(after(doubtful));
  const looked = state.trace.find(looksUp(doubtful));
  const blind = later.find(order => !looked || order.number < looked.number);
  const several = newIds(orders);
  if (blind) {
    const lines = several ? [several.evidence] : [];
    const hasty = `${blind.clientId} was sent before any lookup`;
    return failed(
      [evidence, hasty, ...lines],
      'After an unknown outcome look the order up by its clientOrderId first.',
    );
  }
  // If the order with the unknown outcome was finally rejected, it can't arrive later, and another order may replace
  // it.
  const attempts = attemptsIn(orders).filter(order => order === doubtful || after(doubtful)(order));
  const other = attempts.find(({ clientId }) => clientId !== attempts[0].clientId);
  if (other) {
    const effects = effectsOf(orders);
    const renamed = `${other.clientId} was sent for the same order as ${attempts[0].clientId}: ${effects} effect(s)`;
    return failed([evidence, renamed], `${sameIdAdvice} The first attempt may still arrive after the lookup.`);
  }
  if (!looked) {
    return waiting(state, [evidence], 'it was never looked up', 'Look the order up by its clientOrderId.');
  }
  const lookUpText = `${lookUpOf(doubtful, looked)} before another order was sent`;
  if (scenario === 'unknown-placed') return passed(evidence, lookUpText, '1 effect');
  const placed = later.find(isAccepted);
  if (!placed) {
    return waiting(
      state,
      [evidence, lookUpText],
      later.length === 0 ? 'it was not found, and was never retried' : 'no order was accepted after that',
      'Retry with the same id.',
    );
  }
  if (placed.clientId !== doubtful.clientId) {
    const corrected = `${doubtful.clientId} was rejected as invalid, and ${placed.clientId} was placed instead: 1 effect`;
    return passed(evidence, lookUpText, corrected);
  }
  return passed(evidence, lookUpText, 'not found, so retried with the same id: 1 effect');
}

export const judgeUnknownPlaced: Judge = state => judgeUnknown('unknown-placed', state);
export const judgeUnknownNotPlaced: Judge = state => judgeUnknown('unknown-not-placed', state);

const backOffAdvice =
  'Double the upper bound of the delay with each failure and wait a random part of it (exponential back-off with full jitter).';

/** An intended order ends when it is accepted; later orders with its id are replays. */
function wishesIn(orders: readonly TraceEntry[]): TraceEntry[][] {
  const wishes: TraceEntry[][] = [];
  const done = new Set<string | null>();
  let isOpen = false;
  for (const order of orders) {
    if (done.has(order.clientId)) continue;
    if (isOpen) wishes.at(-1)?.push(order);
    else wishes.push([order]);
    isOpen = !isAccepted(order);
    if (!isOpen) done.add(order.clientId);
  }
  return wishes;
}

/** Returns the back-offs from each failure to the next attempt of the same intended order. */
function pausesIn(wish: readonly TraceEntry[]): number[] {
  return wish.flatMap(failure => {
    const next = failure.fault === 'server-error' ? wish.find(after(failure)) : undefined;
    return next ? [next.at - respondedAt(failure)] : [];
  });
}

export const judgeServerErrors: Judge = state => {
  const { failures, failingWishes } = state.plan;
  const wishes = wishesIn(ordersOf(state.trace, 'server-errors'));
  if (wishes.length === 0) return notTried;
  for (const wish of wishes) {
    const several = newIds(wish);
    if (several) return failed([several.evidence], sameIdAdvice);
  }
  const series = wishes.map(pausesIn);
  const evidence = wishes.slice(0, failingWishes).map((wish, index) => {
    const met = wish.filter(order => order.fault === 'server-error').length;
    const pauses = series[index].length === 0 ? '' : `, pauses: ${series[index].map(seconds).join(', ')}`;
    return `${namesOf([wish[0].clientId])} received 500 ${met} time(s)${pauses}`;
  });
  const whole = series.filter(pauses => pauses.length === failures);
  const problem = whole.length > 0 ? backOffProblem(whole) : null;
  // One series alone is not enough to fail a client whose run is still open.
  if (problem && (state.closed || whole.length >= failingWishes)) return failed([...evidence, problem], backOffAdvice);
  const accepted = wishes.filter(wish => wish.some(isAccepted));
  if (accepted.length > failingWishes) {
    const many = `${accepted.length} orders were placed instead of ${failingWishes}`;
    return failed([...evidence, many], 'Place the second order only after the first is accepted, and then stop.');
  }
  if (wishes.slice(0, failingWishes).length > accepted.length) {
    const missing = 'the client gave up before the service recovered';
    return waiting(state, evidence, missing, `Retry at least ${failures} times.`);
  }
  if (wishes.length < failingWishes) {
    const missing = 'no second order followed, so the jitter of the delays can’t be determined';
    return waiting(state, evidence, missing, 'Buy a second time when the first order is accepted, as the task says.');
  }
  return passed(...evidence, 'each was eventually accepted under its own id');
};

/** Rejected for its content, so a retry would be rejected again. */
function isRefusedAsWrong({ status }: TraceEntry): boolean {
  return status === 400 || status === 402 || status === 422;
}

export const judgeInvalidOrder: Judge = state => {
  const orders = ordersOf(state.trace, 'invalid-order');
  const refused = orders.filter(order => order.fault === 'invalid-order');
  const [first] = refused;
  if (!first) {
    if (orders.length === 0) return notTried;
    const evidence = ['no order was rejected for its amount'];
    return waiting(state, evidence, 'the rejection never occurred', 'Buy 5 credits first, as the task says.');
  }
  const evidence = `${first.clientId} was rejected with 400 INVALID_PAYLOAD: amountCredits`;
  const advice = 'Do not retry a 400: correct the field that the error names, or give up.';
  for (const order of orders.filter(isRefusedAsWrong)) {
    const again = orders.filter(other => after(order)(other) && other.bodyDigest === order.bodyDigest);
    if (again.length === 0) continue;
    const amount = order.amountCredits === null ? '' : ` of ${order.amountCredits} credits`;
    return failed([evidence, `the order${amount} was rejected and sent ${again.length} more time(s)`], advice);
  }
  // The rejection stated the maximum, so exceeding it again is the same mistake, regardless of other changes.
  const uncorrected = orders.find(order => after(first)(order) && (order.amountCredits ?? 0) > maxValidCredits);
  if (uncorrected) {
    const still = `${uncorrected.clientId} requested ${uncorrected.amountCredits} credits after that`;
    return failed([evidence, still], advice);
  }
  const corrected = orders.find(order => order.number > first.number && isAccepted(order));
  if (corrected) return passed(evidence, `corrected to ${corrected.amountCredits} credits and accepted`);
  if (state.closed) return passed(evidence, 'given up');
  return { verdict: 'in-progress', evidence: [evidence], advice: null };
};
