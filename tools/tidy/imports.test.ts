import { describe, expect, it } from 'vitest';
import { looseVersions, undeclaredPackages } from './dependencies.js';
import { readModule, resolveLink } from './modules.js';

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

  it('reports a package that is not declared, or declared only for development', () => {
    const manifest = { dependencies: { a: '1.0.0' }, devDependencies: { b: '1.0.0' } };
    expect(undeclaredPackages(manifest, uses(`import 'a'; import 'b'; import type { B } from 'b'`))).toEqual([
      'src/x.ts → b: not allowed because dependencies does not list it',
    ]);
    expect(undeclaredPackages(manifest, uses(`import 'b'`, 'src/x.test.ts'))).toEqual([]);
    expect(undeclaredPackages(manifest, uses(`import '@/c'`, 'web/x.ts'))).toHaveLength(1);
  });
});
