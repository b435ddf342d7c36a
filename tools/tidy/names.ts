import { posix } from 'node:path';
import { exportsOf } from './exports.js';
import { isCode, isConfig, isGenerated, topFolders } from './kinds.js';
import type { Module } from './modules.js';

const named = /\.([cm]?[jt]sx?|sql|md|css)$/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
/** Names that describe no content and so attract unrelated code. */
const empty = ['utils', 'index'];

function wrongName(path: string): string[] {
  const parts = path.split('/');
  const name = parts.at(-1)!;
  if (name === 'README.md') return [];
  const odd = parts.find(part => !kebab.test(part));
  if (odd !== undefined) return [`${path}: ${odd} is not kebab-case`];
  const says = posix.basename(name).split('.')[0];
  return isCode(path) && empty.includes(says) ? [`${path}: ${says} does not describe the content of the file`] : [];
}

export function wrongNames(paths: readonly string[]): string[] {
  return paths
    .filter(path => named.test(path) && path.includes('/') && topFolders.includes(path.split('/')[0]))
    .filter(path => !isGenerated(path))
    .flatMap(wrongName);
}

/** Files that vitest loads by path for their default export. */
const loadedByVitest = ['test/support/global-setup.ts', 'tools/testing/closing-line.ts'];

/** Configuration files need a default export; every other export has one name everywhere. */
export function defaultExports(modules: readonly Module[]): string[] {
  return modules
    .filter(({ path }) => !isConfig(path) && !isGenerated(path) && !loadedByVitest.includes(path))
    .flatMap(module =>
      exportsOf(module)
        .filter(({ name }) => name === 'default')
        .map(({ line }) => `${module.path}:${line}: a default export; give it a name`),
    );
}
