import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { findViolations } from './find-violations.js';
import { featureNames, importRules } from './import-rules.js';

const names = featureNames(readFileSync(join(packageRoot, 'src', 'features.ts'), 'utf8'));

it('src/features.ts lists every folder of src once', () => {
  const folders = readdirSync(join(packageRoot, 'src'), { withFileTypes: true }).filter(entry => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...names].sort());
});

it('docs/architecture.md lists the features in the same order', () => {
  const text = readFileSync(join(packageRoot, 'docs', 'architecture.md'), 'utf8');
  const rows = text.split('\n').filter(line => /^\| `[a-z-]+`( ·|\s\|)/.test(line) && !line.startsWith('| `rules'));
  const listed = rows.flatMap(line => [...line.split('|')[1].matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
  expect(listed.filter(name => names.includes(name))).toEqual([...names]);
});

it('imports go only to earlier features, rules are pure, and no imports form a cycle', async () => {
  const { violations, files } = await findViolations(
    packageRoot,
    ['src', 'client', 'cli', 'examples'],
    importRules(names),
  );
  expect(files).toBeGreaterThan(500);
  expect(violations, `\n${violations.join('\n')}\n`).toEqual([]);
}, 240_000);

describe('a planted violation fails', () => {
  let root = '';
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  async function violationsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
    root = mkdtempSync(join(tmpdir(), 'presage-structure-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const folders = [...new Set(Object.keys(files).map(path => path.split('/')[0]))];
    return (await findViolations(root, folders, importRules(['kernel', 'http', 'events', 'scoring']))).violations;
  }
  const text = 'export const value = 1;\n';
  const importing = (path: string) => `import { value } from '${path}';\nexport const copy = value;\n`;

  it.each([
    ['a later feature', 'src/http/a.ts', '../scoring/b.js', 'src/scoring/b.ts', 'http-imports-earlier-features'],
    [
      'a type of a later feature',
      'src/http/a.ts',
      '../scoring/b.js',
      'src/scoring/b.ts',
      'http-imports-earlier-features',
    ],
    ['an unlisted folder', 'src/scoring/a.ts', '../stray/b.js', 'src/stray/b.ts', 'features-are-listed'],
    ['the composition', 'src/http/a.ts', '../compose.js', 'src/compose.ts', 'features-know-no-composition'],
    ['a use case from rules', 'src/events/rules/a.ts', '../b.js', 'src/events/b.ts', 'rules-are-pure'],
    ['a test helper', 'src/events/a.ts', '../../test/b.js', 'test/b.ts', 'the-product-imports-no-tests-or-tools'],
    ['the web app', 'src/events/a.ts', '../../web/b.js', 'web/b.ts', 'the-service-stands-alone'],
  ])('%s', async (what, from, specifier, to, rule) => {
    const type = what.startsWith('a type');
    const body = type
      ? `import type { Value } from '${specifier}';\nexport type Copy = Value;\n`
      : importing(specifier);
    const violations = await violationsOf({ [from]: body, [to]: type ? 'export type Value = 1;\n' : text });
    expect(violations).toContain(`${rule}: ${from} → ${to}`);
  });

  it('Node from rules, and a cycle', async () => {
    const violations = await violationsOf({
      'src/kernel/a.ts': `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
      'src/events/a.ts': `import { b } from './b.js';\nexport const a = () => b;\n`,
      'src/events/b.ts': `import { a } from './a.js';\nexport const b = () => a;\n`,
    });
    expect(violations.map(line => line.split(':')[0])).toEqual(['no-cycle', 'rules-are-pure']);
  });

  it('and allowed imports pass', async () => {
    const allowed = { 'src/scoring/a.ts': importing('../http/b.js'), 'src/http/b.ts': text };
    expect(await violationsOf(allowed)).toEqual([]);
  });
});
