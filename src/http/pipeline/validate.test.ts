import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.js';
import { requestBounds } from '../limits.js';
import { closed } from '../schema.js';
import { parseBody } from './read-input.js';
import { compileCheck, createBoundsCheck } from './validate.js';

const Leg = closed({
  slug: Type.String({ minLength: 3, maxLength: 80, pattern: '^[a-z0-9-]+$' }),
  weight: Type.Number(),
});
const Body = closed({
  slugs: Type.Optional(Type.Array(Type.String({ minLength: 3, maxLength: 80 }), { maxItems: 200 })),
  legs: Type.Optional(Type.Array(Leg, { minItems: 1, maxItems: 20 })),
  note: Type.Optional(Type.String({ maxLength: 20, pattern: '^[a-z]+$' })),
});
const check = compileCheck(Body, 'body');
const checkBounds = createBoundsCheck(Body);

function refusal(value: unknown, checkValue = check): ApiError {
  try {
    checkValue(value);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the value was accepted');
}

function cpuMs(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/**
 * CPU time of each in milliseconds: the fastest of several runs, because other work on the machine only adds to it. They take
 * turns, because the speed of the machine changes.
 */
function fastestMs(...works: readonly (() => void)[]): number[] {
  const rounds = Array.from({ length: 100 }, () => works.map(cpuMs));
  return works.map((_work, index) => Math.min(...rounds.map(times => times[index])));
}

function refuse(bytes: Buffer): void {
  expect(() => check(parseBody(bytes, checkBounds))).toThrow(ApiError);
}

/** A body that fills the limit of the service with one repeated item. */
function fullBody(member: string, item: string): Buffer {
  const count = Math.floor((requestBounds.bodyBytes - 32) / (item.length + 1));
  return Buffer.from(`{"${member}":[${Array(count).fill(item).join(',')}]}`);
}

describe('a text of the wrong form', () => {
  const Forms = closed({
    id: Type.Optional(Type.String({ pattern: '^ord_[0-9a-z]{26}$' })),
    title: Type.Optional(Type.String({ pattern: '^\\S(.*\\S)?$' })),
    reason: Type.Optional(Type.String({ pattern: '\\S' })),
    legs: Type.Optional(Type.Array(Leg)),
  });
  it.each([
    [{ id: 'nope' }, 'id must be ord_ and 26 letters and digits (got nope)'],
    [{ id: 'x'.repeat(61) }, 'id must be ord_ and 26 letters and digits'],
    [{ title: ' Rain' }, 'title must be one line without leading or trailing spaces (got " Rain")'],
    [{ reason: '  ' }, 'reason must not be blank'],
    [{ legs: [{ slug: 'No spaces', weight: 1 }] }, 'legs[0].slug has an invalid format (got No spaces)'],
  ])('%j is named with the value', (value, message) => {
    expect(refusal(value, compileCheck(Forms, 'body')).message).toBe(message);
  });
});

describe('bounds', () => {
  it('of a list are checked before its items', () => {
    const error = refusal({ legs: Array(500).fill({ wrong: true }) });
    expect(error.message).toBe('legs must have at most 20 items (got 500)');
    expect(error.details.field).toBe('legs');
    expect(refusal({ slugs: Array(201).fill(7) }).message).toBe('slugs must have at most 200 items (got 201)');
  });

  it('of a text are checked before its pattern', () => {
    expect(refusal({ note: 'A'.repeat(60_000) }).message).toBe('note must have at most 20 characters');
  });

  it('hold within the items of a list', () => {
    const error = refusal({
      legs: [
        { slug: 'rain', weight: 1 },
        { slug: 'a', weight: 1 },
      ],
    });
    expect(error.message).toBe('legs[1].slug must have at least 3 characters');
  });
});

describe('the cost of a rejection', () => {
  it.each([
    ['items of the wrong type', fullBody('slugs', '1')],
    ['empty texts', fullBody('slugs', '""')],
    ['objects without their members', fullBody('legs', '{}')],
    ['unknown members', Buffer.from(`{${Array.from({ length: 4_700 }, (_, at) => `"m${at}":${at}`).join(',')}}`)],
    ['nested lists', fullBody('legs', '[[[[[[]]]]]]')],
  ])('is at most twice that of parsing for 64 KiB of %s', (_what, bytes) => {
    const [parsing, refusing] = fastestMs(
      () => JSON.parse(bytes.toString()),
      () => refuse(bytes),
    );
    expect(refusing).toBeLessThan(2 * parsing + 0.4);
  });
});
