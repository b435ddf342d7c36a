import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';

const folder = mkdtempSync(join(tmpdir(), 'presage-replace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = 40;
/** Replaces the target many times with a folder whose files all contain the number of the process and of the round. */
const writer = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { replaceFolder } from '${pathToFileURL(join(packageRoot, 'tools/setup/replace-folder.mjs')).href}';
const [folder, name] = process.argv.slice(1);
for (let round = 0; round < 60; round += 1) {
  const fresh = folder + '/fresh.' + name;
  mkdirSync(fresh);
  for (let file = 0; file < ${files}; file += 1) writeFileSync(fresh + '/' + file, name + ' ' + round);
  replaceFolder(fresh, folder + '/target');
}`;

describe('replaceFolder', () => {
  it('lets concurrent processes replace one folder, each as a whole', { timeout: 60_000 }, async () => {
    const run = (name: string) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', writer, folder, name]);
    await Promise.all(['a', 'b', 'c', 'd'].map(run));
    expect(readdirSync(folder)).toEqual(['target']);
    const names = readdirSync(join(folder, 'target'));
    expect(names).toHaveLength(files);
    expect(new Set(names.map(name => readFileSync(join(folder, 'target', name), 'utf8'))).size).toBe(1);
  });
});
