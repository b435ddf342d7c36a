import { pick, type Random } from '../../../src/engine/testing/random-orders.js';

/**
 * Values that programs often mishandle: the limits of numbers, empty and huge texts, wrong types, names of prototype
 * members.
 */
const hostileValues: readonly unknown[] = [
  null,
  '',
  ' ',
  'null',
  0,
  -0,
  -1,
  0.1,
  1e-9,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  '1',
  'NaN',
  'Infinity',
  true,
  [],
  [[]],
  {},
  { $ref: '#' },
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202e\u0000\uffff',
  "'; drop table players; --",
  '../../etc/passwd',
  '%00',
  '%',
  '9'.repeat(400),
  'x'.repeat(5_000),
  '2026-02-30T25:61:00Z',
  '0000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  Array.from({ length: 1_000 }, (_, index) => index),
];

export function hostileValue(random: Random): unknown {
  return pick(random, hostileValues);
}

/** Replaces, removes, adds or duplicates one part of a JSON value. */
export function mutateValue(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) return mutateList(random, value);
  if (value === null || typeof value !== 'object' || random() < 0.1) return hostileValue(random);
  const members = Object.entries(value);
  if (members.length === 0 || random() < 0.15) return { ...value, [pick(random, unknownNames)]: hostileValue(random) };
  const [name, member] = pick(random, members);
  if (random() < 0.2) return Object.fromEntries(members.filter(([other]) => other !== name));
  return { ...value, [name]: random() < 0.4 ? mutateValue(random, member) : hostileValue(random) };
}

const unknownNames = ['unknown', '__proto__', 'constructor', 'toString', 'limitPriceBPS', ''];

function mutateList(random: Random, list: readonly unknown[]): unknown {
  if (list.length === 0 || random() < 0.3) return [...list, hostileValue(random)];
  const at = Math.floor(random() * list.length);
  if (random() < 0.3) return Array.from({ length: 300 }, () => list[at]);
  return list.map((item, index) => (index === at ? mutateValue(random, item) : item));
}

/** A JSON text nested this deep; built as text because serializers give up earlier. */
export function nestedText(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}
