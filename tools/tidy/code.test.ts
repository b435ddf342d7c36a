import { describe, expect, it } from 'vitest';
import { impureCode } from './impure.js';
import { readModule } from './modules.js';
import { defaultExports, wrongNames } from './names.js';
import { maxFunctionLines, tooLong } from './sizes.js';

const moduleOf = (path: string, text: string) => [readModule({ path, text })];

describe('clock, randomness and I/O', () => {
  const found = (text: string, path = 'src/events/rules/d.ts') => impureCode(moduleOf(path, text));

  it.each([
    'Date.now()',
    'const clock = Date.now',
    'new Date()',
    'new Date',
    'Date()',
    'Math.random()',
    `Math['random']()`,
    'const { random } = Math',
    'const { now: clock } = Date',
    'process.env.HOME',
    'const { env } = process',
    `process['pid']`,
    `fetch('x')`,
    'globalThis.fetch',
    'performance.now()',
    'crypto.randomUUID()',
    'function deep() { return () => [Date.now()] }',
  ])('%s is reported', text => {
    expect(found(text)).toHaveLength(1);
    expect(found(text, 'src/engine/o.ts')).toHaveLength(1);
  });

  it.each([
    'new Date(ms)',
    'Date.parse(text)',
    'Math.floor(x)',
    'clock.now()',
    'store.fetch(id)',
    'order.process.start()',
    'const { floor } = Math',
    '// Date.now() and Math.random()',
    `const text = 'new Date()'`,
  ])('%s is fine', text => {
    expect(found(text)).toEqual([]);
  });

  it('ignores tests and other layers', () => {
    expect(found('Date.now()', 'src/events/rules/d.test.ts')).toEqual([]);
    expect(found('Date.now()', 'src/events/s.ts')).toEqual([]);
  });

  it('reports the location', () => {
    const text = '\n\nconst at = Date.now();';
    expect(found(text)).toEqual([
      'src/events/rules/d.ts:3: Date.now is not allowed here; take its value as an argument',
    ]);
  });
});

describe('sizes', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `  x(${index});`).join('\n');
  /** This many lines, including the first and the last. */
  const longest = (open: string, close: string, all: number) => `${open}\n${lines(all - 2)}\n${close}\n`;
  const found = (text: string, path = 'src/api/a.ts') => tooLong(moduleOf(path, text));

  it.each([
    ['function f() {', '}', 'f'],
    ['const g = () => {', '};', 'g'],
    ['const h = async function () {', '};', 'h'],
    ['class A { constructor() {', '} }', 'constructor'],
    ['class A { m() {', '} }', 'm'],
    ['const o = { get p() {', '} };', 'p'],
    [`describe('orders', () => {`, '});', `describe('orders')`],
    [`it.each([1])('adds', () => {`, '});', `it.each('adds')`],
  ])('%s … may not be too long', (open, close, name) => {
    expect(found(longest(open, close, maxFunctionLines))).toEqual([]);
    expect(found(longest(open, close, maxFunctionLines + 1))).toEqual([
      `src/api/a.ts:1: ${name} has 71 lines; 70 are allowed`,
    ]);
  });

  it('does not count the comment above a function', () => {
    expect(found(`/**\n * Why.\n */\n${longest('function f() {', '}', maxFunctionLines)}`)).toEqual([]);
  });

  it.each(['src/a.ts', 'web/a.tsx', 'tools/a.mjs', 'tools/a.cjs', 'test/a.test.ts', 'examples/a.ts'])(
    'applies to %s',
    path => {
      expect(found(longest('function f() {', '}', maxFunctionLines + 1), path)).toHaveLength(1);
    },
  );

  it('ignores generated code', () => {
    expect(found(longest('function f() {', '}', maxFunctionLines + 1), 'client/generated/types.ts')).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    'src/api/placeOrder.ts',
    'src/api/PlaceOrder.tsx',
    'src/api/place_order.test.ts',
    'src/someLayer/a.ts',
    'docs/Guide.md',
    'src/store/migrations/000001_start.sql',
    'src/api/utils.ts',
    'src/api/utils.test.ts',
    'web/index.tsx',
  ])('%s is reported', path => {
    expect(wrongNames([path])).toHaveLength(1);
  });

  it.each([
    'src/api/place-order.test.ts',
    'src/store/migrations/000001-start.sql',
    'vitest.config.ts',
    'README.md',
    'client/README.md',
    'web/index.html',
    'web/vite-env.d.ts',
    'client/generated/someTypes.gen.ts',
  ])('%s is fine', path => {
    expect(wrongNames([path])).toEqual([]);
  });

  it.each(['export default 1', 'export default function f() {}', 'const a = 1; export { a as default }'])(
    '%s is reported',
    text => {
      expect(defaultExports(moduleOf('src/a.ts', text))).toHaveLength(1);
      expect(defaultExports(moduleOf('test/support/global-setup.ts', text))).toEqual([]);
      expect(defaultExports(moduleOf('web/vite.config.ts', text))).toEqual([]);
    },
  );
});
