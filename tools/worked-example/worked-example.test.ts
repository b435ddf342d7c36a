import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { findViolations } from '../structure/find-violations.js';
import { featureNames, importRules } from '../structure/import-rules.js';
import { isCode } from '../tidy/kinds.js';
import { readProject } from '../tidy/project-files.js';
import { addFeature, copyProject, registry } from './add-feature.js';

/** A feature with a table touches this many hand-written files, and one line where features are registered. */
const maxFiles = 6;
const registrationLines = 1;

const isGenerated = (path: string) => /^(contract|client\/generated)\/|^docs\/(errors|third-party)\.md$/.test(path);
const isOfFeature = (path: string) => /^src\/leagues\/|\d{6}-leagues\.sql$/.test(path);

const execute = promisify(execFile);
/** Runs a program of the copy without the variables of the outer test run. */
const run = (...args: string[]) => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV)/.test(name)));
  return execute(process.execPath, args, { cwd: folder, env: { ...env, NO_COLOR: '1' } });
};

let folder: string;
let added: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'presage-worked-example-'));
  chmodSync(folder, 0o755);
  copyProject(folder);
  added = addFeature(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface TouchedFile {
  readonly path: string;
  /** Lines of this file that the project does not have. */
  readonly newLines: readonly string[];
}

/** Hand-written files of the copy that are new or changed. */
function touchedFiles(): TouchedFile[] {
  const before = new Map(readProject(packageRoot).files.map(({ path, text }) => [path, text]));
  return readProject(folder)
    .files.filter(({ path, text }) => !isGenerated(path) && before.get(path) !== text)
    .map(({ path, text }) => {
      const known = before.get(path)?.split('\n') ?? [];
      return { path, newLines: text.split('\n').filter(line => !known.includes(line)) };
    });
}

describe('adding an endpoint with a table', () => {
  it('passes the test of the feature, and the contract can be generated', async () => {
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const [tested] = await Promise.all([
      // The copies of each run have another path, so nothing would ever use what it keeps in node_modules.
      run(vitest, 'run', '--project', 'service', '--experimental.fsModuleCache=false', 'src/leagues'),
      run('tools/run.cjs', 'tools/contract/write.ts'),
    ]);
    expect(tested.stdout).toMatch(/^3 passed, 0 failed$/m);
    expect(readFileSync(join(folder, 'contract/openapi.json'), 'utf8')).toContain('"/api/leagues/{handle}"');
    expect(readFileSync(join(folder, 'contract/schema.sql'), 'utf8')).toContain('member_id');
  }, 240_000);

  it('is formatted and follows the rules of the project', async () => {
    await run(join('node_modules', '@biomejs/biome/bin/biome'), 'check', registry, ...added.filter(isCode));
    const rules = importRules(featureNames(readFileSync(join(folder, registry), 'utf8')));
    const { violations } = await findViolations(folder, ['src'], rules);
    expect(violations.filter(problem => problem.includes('leagues'))).toEqual([]);
  }, 120_000);

  it(`touches at most ${maxFiles} files, all named after the feature`, () => {
    expect(added.filter(path => !isOfFeature(path))).toEqual([]);
    expect(added.length).toBeLessThanOrEqual(maxFiles);
  });

  it('registers the feature with one line, not counting imports', () => {
    const registries = touchedFiles().filter(({ path }) => !added.includes(path));
    const lines = registries.flatMap(({ path, newLines }) => newLines.map(line => `${path}: ${line.trim()}`));
    const registered = lines.filter(line => !line.includes(': import '));
    expect(registered, registered.join('\n')).toHaveLength(registrationLines);
  });
});
