import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/server/package-root.js';

const folder = join(packageRoot, 'dist', 'server');
const files = readdirSync(folder).filter(name => name.endsWith('.js'));

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
  expect(packages).toContain('fastify');
  expect([...packages].filter(name => /^(typebox|zod|@simplewebauthn|@modelcontextprotocol)\b/.test(name))).toEqual([]);
});

it('runs the bundle', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'main.js'), '--version'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});
