import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/server/package-root.js';
import { forbiddenArrows } from './tidy/arrows.js';
import { importCycles } from './tidy/cycles.js';
import { looseVersions, type Manifest, undeclaredPackages, unusedDependencies } from './tidy/dependencies.js';
import { missingMentions } from './tidy/doc-paths.js';
import { impureCode } from './tidy/impure.js';
import { isCode } from './tidy/kinds.js';
import { readModule } from './tidy/modules.js';
import { defaultExports, wrongNames } from './tidy/names.js';
import { readProject } from './tidy/project-files.js';
import { tooLong } from './tidy/sizes.js';
import { publishedPaths, unusedExports } from './tidy/unused-exports.js';
import { resolvedAddresses, unwantedWording } from './tidy/wording.js';

const project = readProject(packageRoot);
const paths = new Set(project.paths);
const modules = project.files.filter(({ path }) => isCode(path)).map(readModule);
const textOf = (path: string): string => project.files.find(file => file.path === path)!.text;
const manifest = JSON.parse(textOf('package.json')) as Manifest & { scripts: Record<string, string> };

function expectNone(problems: readonly string[]): void {
  expect(problems, `\n${problems.join('\n')}\n`).toHaveLength(0);
}

describe('the project is tidy', () => {
  it('finds the files to look at', () => {
    expect(modules.length).toBeGreaterThan(100);
    expect(modules.map(({ path }) => path)).toContain('src/server/main.ts');
    expect(project.files.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'package-lock.json']));
  });

  it('rooms import only what their row of the table allows', () => expectNone(forbiddenArrows(modules, paths)));
  it('imports never go in a circle', () => expectNone(importCycles(modules, paths)));
  it('domain and operations know no clock, no chance and no outside', () => expectNone(impureCode(modules)));
  it('functions and files are short', () => expectNone(tooLong(modules)));
  it('every export is imported somewhere', () => {
    expectNone(unusedExports(modules, paths, publishedPaths(textOf('package.json'))));
  });
  it('files are named in kebab-case and say what they hold', () => expectNone(wrongNames(project.paths)));
  it('exports have names', () => expectNone(defaultExports(modules)));
  it('documents mention only what exists', () => {
    const { dependencies, devDependencies, scripts } = manifest;
    const packages = Object.keys({ ...dependencies, ...devDependencies });
    expectNone(missingMentions(project.files, { paths, scripts: Object.keys(scripts), packages }));
  });
  it('no file names a machine or a registry', () => expectNone(unwantedWording(project.files)));
  it('the lock file fits every registry', () => expectNone(resolvedAddresses(textOf('package-lock.json'))));
  it('versions are pinned', () => expectNone(looseVersions(manifest)));
  it('every dependency has a use', () => expectNone(unusedDependencies(manifest, modules)));
  it('every imported package is a dependency', () => expectNone(undeclaredPackages(manifest, modules)));
});
