import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { looseVersions, type Manifest, undeclaredPackages } from './dependencies.js';
import { missingMentions } from './doc-paths.js';
import { impureCode } from './impure.js';
import { isCode } from './kinds.js';
import { readModule } from './modules.js';
import { defaultExports, wrongNames } from './names.js';
import { readProject } from './project-files.js';
import { tooLong } from './sizes.js';
import { sharedTables } from './table-writers.js';
import { unwantedPhrases } from './voice.js';
import { resolvedAddresses, unwantedWording } from './wording.js';

const project = readProject(packageRoot);
const paths = new Set(project.paths);
const modules = project.files.filter(({ path }) => isCode(path)).map(readModule);
const textOf = (path: string): string => project.files.find(file => file.path === path)!.text;
const manifest = JSON.parse(textOf('package.json')) as Manifest & { scripts: Record<string, string> };

function expectNone(problems: readonly string[]): void {
  expect(problems, `\n${problems.join('\n')}\n`).toHaveLength(0);
}

describe('the structure of the project', () => {
  it('finds the files to check', () => {
    expect(modules.length).toBeGreaterThan(100);
    expect(modules.map(({ path }) => path)).toContain('src/main.ts');
    expect(project.files.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'package-lock.json']));
  });

  it('rules use no clock, randomness or I/O', () => expectNone(impureCode(modules)));
  it('functions are short', () => expectNone(tooLong(modules)));
  it('one feature writes a table', () => expectNone(sharedTables(project.files)));
  it('file names are kebab-case and specific', () => expectNone(wrongNames(project.paths)));
  it('exports have names', () => expectNone(defaultExports(modules)));
  it('documents mention only paths and scripts that exist', () => {
    const { dependencies, devDependencies, scripts } = manifest;
    const packages = Object.keys({ ...dependencies, ...devDependencies });
    expectNone(missingMentions(project.files, { paths, scripts: Object.keys(scripts), packages }));
  });
  it('no file contains a machine path or a registry', () => expectNone(unwantedWording(project.files)));
  it('texts avoid the phrases that the voice guide rejects', () => expectNone(unwantedPhrases(project.files)));
  it('the lock file contains no registry addresses', () => expectNone(resolvedAddresses(textOf('package-lock.json'))));
  it('versions are pinned', () => expectNone(looseVersions(manifest)));
  it('every imported package is a dependency', () => expectNone(undeclaredPackages(manifest, modules)));
});
