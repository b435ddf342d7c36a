import { describe, expect, it } from 'vitest';
import { looseVersions, undeclaredPackages, unusedDependencies } from './dependencies.js';
import { type Module, readModule, resolveLink } from './modules.js';
import { publishedPaths, unusedExports } from './unused-exports.js';

type Sample = Readonly<Record<string, string>>;

function modulesOf(sample: Sample): [Module[], Set<string>] {
  return [Object.entries(sample).map(([path, text]) => readModule({ path, text })), new Set(Object.keys(sample))];
}

const linksOf = (text: string, path = 'a.ts') => readModule({ path, text }).links;

describe('reading imports', () => {
  it.each([
    [`import { a, type B as C } from './x.js'`, ['a', 'B'], false],
    [`import type { B } from './x.js'`, ['B'], true],
    [`import { type B } from './x.js'`, ['B'], true],
    [`import d, { a } from './x.js'`, ['default', 'a'], false],
    [`import * as x from './x.js'`, 'all', false],
    [`import './x.js'`, [], false],
    [`export { a as b } from './x.js'`, ['a'], false],
    [`export type { A } from './x.js'`, ['A'], true],
    [`export * from './x.js'`, 'all', false],
    [`const { a, b: c } = await import('./x.js')`, ['a', 'b'], false],
    [`const { a, ...rest } = await import('./x.js')`, 'all', false],
    [`const y = (await import('./x.js')).a`, ['a'], false],
    [`import('./x.js').then(x => x.a())`, 'all', false],
    [`let y: import('./x.js').A.B`, ['A'], true],
    [`const y = require('./x.js')`, 'all', false],
  ])('%s', (text, names, typeOnly) => {
    expect(linksOf(text)).toEqual([{ specifier: './x.js', names, typeOnly }]);
  });

  it('does not mistake text for an import', () => {
    expect(linksOf('const a = "import { b } from \'./x.js\'"; import(somewhere); // import "c"')).toEqual([]);
  });

  it.each([
    ['./x.js', { kind: 'file', path: 'src/api/x.ts' }],
    ['../y', { kind: 'file', path: 'src/y.tsx' }],
    ['../pages.css?inline', { kind: 'file', path: 'src/pages.css' }],
    ['./z.js', { kind: 'missing' }],
    ['fs', { kind: 'builtin', name: 'fs' }],
    ['node:fs/promises', { kind: 'builtin', name: 'node:fs/promises' }],
    ['typebox/compile', { kind: 'package', name: 'typebox' }],
    ['@a/b/c', { kind: 'package', name: '@a/b' }],
  ])('%s resolves correctly', (specifier, target) => {
    const paths = new Set(['src/api/x.ts', 'src/y.tsx', 'src/pages.css']);
    expect(resolveLink('src/api/a.ts', specifier, paths)).toEqual(target);
  });
});

describe('unused exports', () => {
  const unused = (sample: Sample, published: string[] = []) => unusedExports(...modulesOf(sample), published);

  it('reports every kind of declaration that only its own file uses', () => {
    const text = `
      export const one = 1, { two, three: [four] } = one;
      export function five() {}
      export class Six {}
      export interface Seven {}
      export type Eight = Seven;
      export enum Nine {}
      const ten = 10;
      export { ten as eleven };
      export { twelve } from './y.js';
      five();`;
    const found = unused({ 'src/api/x.ts': text, 'src/api/y.ts': 'export const twelve = 12' });
    const names = ['one', 'two', 'four', 'five', 'Six', 'Eight', 'Nine', 'eleven', 'twelve'];
    expect(found.map(line => /: (\w+) is not/.exec(line)?.[1])).toEqual(names);
    expect(found[0]).toBe('src/api/x.ts:2: one is not imported anywhere; remove the export or the code');
  });

  it.each([
    `import { a } from '../src/x.js'`,
    `import type { a } from '../src/x.js'`,
    `import * as x from '../src/x.js'`,
    `export { a as b } from '../src/x.js'`,
    `const { a } = await import('../src/x.js')`,
  ])('counts %s', text => {
    expect(unused({ 'src/x.ts': 'export const a = 1', 'test/x.test.ts': text })).toEqual([]);
  });

  it('does not count another name as a use', () => {
    const sample = {
      'src/x.ts': 'export const a = 1; export const b = 2',
      'web/w.ts': `import { b } from '../src/x.js'`,
    };
    expect(unused(sample)).toEqual([expect.stringContaining('a is not imported')]);
  });

  it('recognizes entry points and published files', () => {
    expect(unused({ 'bench/http-bench.ts': 'export const run = 1; export const walk = 2' })).toEqual([
      expect.stringContaining('walk is not imported'),
    ]);
    expect(unused({ 'src/main.ts': 'export const x = 1', 'client/k.ts': 'export type K = 1' })).toHaveLength(1);
    expect(unused({ 'client/k.ts': 'export type K = 1' }, ['client/k.ts'])).toEqual([]);
    const published = { bin: { presage: './dist/cli/main.js' }, exports: { '.': { types: './client/k.d.ts' } } };
    expect(publishedPaths(JSON.stringify(published))).toEqual(['cli/main.ts', 'client/k.ts']);
  });
});

describe('dependencies', () => {
  const uses = (text: string, path = 'src/x.ts') => [readModule({ path, text })];

  it.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.2.3', 'file:../x'])('%s is not exact', version => {
    expect(looseVersions({ dependencies: { a: version } })).toHaveLength(1);
    expect(looseVersions({ devDependencies: { a: version } })).toHaveLength(1);
    expect(looseVersions({ overrides: { a: version } })).toHaveLength(1);
  });

  it('accepts exact versions', () => {
    expect(looseVersions({ dependencies: { a: '1.2.3' }, devDependencies: { b: '18.4.0-beta.17' } })).toEqual([]);
  });

  it('reports an unused dependency and an unused exception', () => {
    const manifest = { dependencies: { a: '1.0.0', b: '1.0.0', c: '1.0.0' } };
    expect(unusedDependencies(manifest, uses(`import 'a/deep'`), { b: 'why', d: 'gone' })).toEqual([
      'package.json: c is not imported anywhere',
      'tools/tidy/dependencies.ts: the exception for d is unused; remove it',
    ]);
    expect(unusedDependencies(manifest, uses(`import 'a'; import 'b'; import 'c'`), { b: 'why' })).toHaveLength(1);
  });

  it('allows types only with their package', () => {
    const types = { '@types/node': '1.0.0', '@types/a': '1.0.0', '@types/b': '1.0.0', '@types/x__y': '1.0.0' };
    const manifest = { dependencies: { a: '1.0.0' }, devDependencies: types };
    expect(unusedDependencies(manifest, uses(`import 'a'`), {})).toEqual([
      'package.json: @types/b is not imported anywhere',
      'package.json: @types/x__y is not imported anywhere',
    ]);
  });

  it('reports a package that is not declared, or declared only for development', () => {
    const manifest = { dependencies: { a: '1.0.0' }, devDependencies: { b: '1.0.0' } };
    expect(undeclaredPackages(manifest, uses(`import 'a'; import 'b'; import type { B } from 'b'`))).toEqual([
      'src/x.ts → b: not allowed because dependencies does not list it',
    ]);
    expect(undeclaredPackages(manifest, uses(`import 'b'`, 'src/x.test.ts'))).toEqual([]);
    expect(undeclaredPackages(manifest, uses(`import '@/c'`, 'web/x.ts'))).toHaveLength(1);
  });
});
