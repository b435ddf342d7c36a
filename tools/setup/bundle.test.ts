import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';

const folder = join(packageRoot, 'dist', 'server');
const files = readdirSync(folder).filter(name => name.endsWith('.js'));

/** A module that prints the URL of every module that is loaded after it. */
const hooks = `export const load = (url, context, next) => (console.error(url), next(url, context));`;
const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const trace = asUrl(`import { register } from 'node:module'; register(${JSON.stringify(asUrl(hooks))});`);

it('bundles the service into a few files', () => {
  expect(files).toContain('main.js');
  expect(files.length).toBeLessThan(15);
});

it('loads only packages of few modules from node_modules', () => {
  const texts = files.map(file => readFileSync(join(folder, file), 'utf8'));
  const imported = texts.flatMap(text =>
    [...text.matchAll(/^import .*?["']([^"'\n]+)["'];$/gm)].map(([, name]) => name),
  );
  const packages = new Set(imported.filter(name => !/^(\.|node:)/.test(name)));
  expect(packages).toContain('find-my-way');
  expect([...packages].filter(name => /^(typebox|zod|@simplewebauthn|@modelcontextprotocol)\b/.test(name))).toEqual([]);
});

it('runs the bundle', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'main.js'), '--version'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

it('bundles the command into a few files and runs them', () => {
  const command = join(packageRoot, 'dist', 'command');
  const names = readdirSync(command).filter(name => name.endsWith('.js'));
  expect(names).toEqual(expect.arrayContaining(['presage.js', 'interval-worker.js']));
  expect(names.length).toBeLessThan(6);
  // The launcher prefers the bundle: a module that it imports instead would come from dist/cli.
  const { stderr } = spawnSync(
    process.execPath,
    ['--import', trace, join(packageRoot, 'tools', 'presage.cjs'), '--version'],
    { encoding: 'utf8' },
  );
  expect(stderr).toContain('/dist/command/presage.js');
  expect(stderr).not.toContain('/dist/cli/');
});
