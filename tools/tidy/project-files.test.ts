import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listPaths, readProject, withoutGitVariables } from './project-files.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'presage-tidy-'));
  const texts = { 'a.ts': 'a', 'src/b.ts': 'b', 'picture.png': '\0', '.gitignore': 'dist/\n*.log\n' };
  const ignored = { 'dist/c.js': 'c', 'src/d.log': 'd' };
  for (const [path, text] of Object.entries({ ...texts, ...ignored })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const all = ['.gitignore', 'a.ts', 'picture.png', 'src/b.ts'];

it('finds the files of a copy without history', () => {
  expect(listPaths(root)).toEqual(all);
});

const hasGit = spawnSync('git', ['--version']).status === 0;

it.runIf(hasGit)('uses git, and omits deleted files', () => {
  const env = withoutGitVariables(process.env);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env });
  git('init', '--quiet');
  git('add', 'a.ts', '.gitignore');
  expect(listPaths(root)).toEqual(all);
  rmSync(join(root, 'a.ts'));
  expect(listPaths(root)).toEqual(all.filter(path => path !== 'a.ts'));
});

it('scans the folders if git fails', () => {
  mkdirSync(join(root, '.git'));
  expect(listPaths(root)).toEqual(all);
});

it('reads text and skips images', () => {
  const { paths, files } = readProject(root);
  expect(paths).toEqual(all);
  expect(files.map(({ path }) => path)).toEqual(all.filter(path => path !== 'picture.png'));
  expect(files.find(({ path }) => path === 'src/b.ts')?.text).toBe('b');
});

it('ignores the repository of a git hook', () => {
  expect(withoutGitVariables({ GIT_DIR: '.git', GIT_INDEX_FILE: 'x', PATH: 'p' })).toEqual({ PATH: 'p' });
});
