import { describe, expect, it } from 'vitest';
import { isRefusal } from '../kernel/refusal.js';
import {
  decideTransition,
  type MarketStatus,
  type MarketVerb,
  marketStatuses,
  statusAt,
  transitions,
} from './lifecycle.js';

const verbs = Object.keys(transitions) as MarketVerb[];
const times = { opensAt: 100, endsAt: 200 };

/** Every transition while the clock does nothing; all others are rejected. */
const allowed = new Set([
  'scheduled void',
  'active pause',
  'paused resume',
  'active close',
  'paused close',
  'closed reopen',
  'active resolve',
  'paused resolve',
  'closed resolve',
  'active void',
  'paused void',
  'closed void',
  'resolved correct',
  'void correct',
]);

/** A time at which the stored status is current. */
function momentOf(status: MarketStatus): number {
  return status === 'scheduled' ? 50 : 150;
}

describe('transitions of a market', () => {
  it.each(marketStatuses.flatMap(status => verbs.map(verb => [status, verb] as const)))('%s: %s', (status, verb) => {
    const moved = decideTransition({ status, ...times }, { verb, endsAt: 900 }, momentOf(status));
    if (allowed.has(`${status} ${verb}`)) expect(moved).toMatchObject({ from: status, to: transitions[verb].to[0] });
    else expect(moved).toMatchObject({ code: 'INVALID_TRANSITION', extra: { status } });
  });

  it.each([
    ['scheduled', 'resume', 'void'],
    ['active', 'resume', 'pause, close, resolve, void'],
    ['paused', 'pause', 'resume, close, resolve, void'],
    ['closed', 'pause', 'reopen, resolve, void'],
    ['resolved', 'resolve', 'correct'],
    ['void', 'open', 'correct'],
  ] as const)('of a market that is %s are listed if %s is rejected', (status, verb, possible) => {
    const moved = decideTransition({ status, ...times }, { verb }, momentOf(status));
    const message = `The market is ${status}, so it does not support ${verb}. Allowed: ${possible}.`;
    expect(moved).toMatchObject({ code: 'INVALID_TRANSITION', message });
  });

  it('that are listed are those of the status by the clock', () => {
    const moved = decideTransition({ status: 'active', ...times }, { verb: 'pause' }, 250);
    expect(moved).toMatchObject({
      message: expect.stringContaining('The market is closed, so it does not support pause.'),
    });
    expect(moved).toMatchObject({ message: expect.stringContaining('Allowed: reopen, resolve, void.') });
  });

  it('that end trading cancel the orders', () => {
    const cancels = (status: MarketStatus, verb: MarketVerb) => {
      const moved = decideTransition({ status, ...times }, { verb, endsAt: 900 }, momentOf(status));
      return isRefusal(moved) ? moved.code : moved.cancelOrders;
    };
    expect(cancels('active', 'pause')).toBe(false);
    expect(cancels('paused', 'resume')).toBe(false);
    expect(cancels('active', 'close')).toBe(true);
    expect(cancels('paused', 'resolve')).toBe(true);
    expect(cancels('closed', 'resolve')).toBe(false);
    expect(cancels('closed', 'reopen')).toBe(false);
  });

  it('need a new end to reopen', () => {
    const closed = { status: 'closed', ...times } as const;
    expect(decideTransition(closed, { verb: 'reopen', endsAt: 300 }, 250)).toMatchObject({ to: 'active', endsAt: 300 });
    expect(decideTransition(closed, { verb: 'reopen', endsAt: 250 }, 250)).toMatchObject({ field: 'endsAt' });
    expect(decideTransition(closed, { verb: 'reopen' }, 250)).toMatchObject({ field: 'endsAt' });
  });

  it('of a correction lead to its target', () => {
    const resolved = { status: 'resolved', ...times } as const;
    expect(decideTransition(resolved, { verb: 'correct', to: 'void' }, 250)).toMatchObject({
      to: 'void',
      settles: true,
    });
    expect(decideTransition(resolved, { verb: 'correct', to: 'active' }, 250)).toMatchObject({
      code: 'INVALID_PAYLOAD',
    });
  });
});

describe('the clock', () => {
  it('opens and closes before a job stores it', () => {
    expect(statusAt({ status: 'scheduled', ...times }, 99)).toBe('scheduled');
    expect(statusAt({ status: 'scheduled', ...times }, 100)).toBe('active');
    expect(statusAt({ status: 'scheduled', ...times }, 200)).toBe('closed');
    expect(statusAt({ status: 'paused', ...times }, 199)).toBe('paused');
    expect(statusAt({ status: 'paused', ...times }, 200)).toBe('closed');
    expect(statusAt({ status: 'void', ...times }, 50)).toBe('void');
  });

  it('is stored by the verbs of its transitions', () => {
    const moved = (status: MarketStatus, verb: MarketVerb, now: number) =>
      decideTransition({ status, ...times }, { verb, endsAt: 900 }, now);
    expect(moved('scheduled', 'open', 100)).toMatchObject({ to: 'active', cancelOrders: false, closedAt: null });
    expect(moved('active', 'close', 250)).toMatchObject({ to: 'closed', cancelOrders: true, closedAt: 200 });
    expect(moved('scheduled', 'close', 250)).toMatchObject({ to: 'closed', closedAt: 200 });
    expect(moved('scheduled', 'open', 99)).toMatchObject({ code: 'INVALID_TRANSITION' });
    expect(moved('active', 'pause', 250)).toMatchObject({ code: 'INVALID_TRANSITION', extra: { status: 'closed' } });
    expect(moved('active', 'reopen', 250)).toMatchObject({ to: 'active', cancelOrders: true, closedAt: null });
    expect(moved('active', 'resolve', 250)).toMatchObject({ to: 'resolved', cancelOrders: true, closedAt: 200 });
  });
});
