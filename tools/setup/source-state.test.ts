import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';

let folder: string;
const file = () => join(folder, 'a.ts');
const module = pathToFileURL(join(packageRoot, 'tools', 'setup', 'source-state.mjs')).href;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'presage-sources-'));
  writeFileSync(file(), 'export const a = 1;\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a new process says of the build in the folder; `then` runs afterwards. */
function isBuilt(then = ''): boolean {
  const [source, target] = [file(), folder].map(path => JSON.stringify(path));
  const code = `
    import { sourceState } from ${JSON.stringify(module)};
    const sources = sourceState([${source}]);
    console.log(sources.isBuiltIn(${target}));
    ${then === 'record' ? `sources.recordIn(${target});` : ''}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim() === 'true';
}

it('recognizes a build until the contents of a source change', () => {
  expect(isBuilt('record')).toBe(false);
  expect(isBuilt()).toBe(true);
  utimesSync(file(), new Date(0), new Date(0));
  expect(isBuilt()).toBe(true);
  writeFileSync(file(), 'export const a = 2;\n');
  expect(isBuilt()).toBe(false);
  expect(isBuilt('record')).toBe(false);
  expect(isBuilt()).toBe(true);
});
