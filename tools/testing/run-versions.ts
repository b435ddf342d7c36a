// npm run test:versions [-- --fast] [-- --only=24,26] [-- src/people]: the suite on every supported version of Node.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { listPaths } from '../tidy/project-files.js';

const supported = ['20', '24', '26'];
const binaries = join(packageRoot, 'node_modules', '.cache', 'presage', 'node');

/** Without npm's own variables, which would make the inner npm run with this Node. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name !== 'NODE' && !/^npm_/i.test(name)),
);

/** The package `node` installs this one with a script, which npm may be configured not to run. */
function binaryPackage(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `${platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${process.arch}`;
}

/** Returns the path of a Node of this major version, downloaded unless it is the running one. */
function nodeOf(major: string): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const [name, folder] = [binaryPackage(), join(binaries, major)];
  const home = join(folder, 'node_modules', name);
  if (!existsSync(join(home, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    const options = [
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const { status } = spawnSync('npm', ['install', ...options, `${name}@${major}`], {
      cwd: folder,
      env: environment,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm could not install ${name}@${major}`);
  }
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { bin: { node: string } };
  return join(home, bin.node);
}

/**
 * Tests a copy of the project, uncommitted changes included, with separate packages: native modules and caches of
 * different versions must not mix. The copy of a failed run remains for inspection.
 */
function testWith(major: string, script: string, paths: readonly string[]): { passed: boolean; line: string } {
  const node = nodeOf(major);
  const folder = mkdtempSync(join(tmpdir(), `presage-node-${major}-`));
  for (const path of listPaths(packageRoot)) cpSync(join(packageRoot, path), join(folder, path));
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\n── Node ${version} in ${folder} ──`);
  const start = Date.now();
  const { status } = spawnSync('npm', ['run', script, '--', ...paths], {
    cwd: folder,
    env: { ...environment, PATH: [dirname(node), process.env.PATH].join(delimiter) },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const passed = status === 0;
  if (passed) rmSync(folder, { recursive: true, force: true });
  const seconds = Math.round((Date.now() - start) / 1000);
  return { passed, line: `Node ${version}: ${passed ? 'passed' : `FAILED, see ${folder}`} (${seconds} s)` };
}

const args = process.argv.slice(2);
const only = args
  .find(arg => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const unknown = only?.filter(major => !supported.includes(major)) ?? [];
if (unknown.length > 0) {
  console.error(`--only must list versions among ${supported.join(', ')} (got ${unknown.join(', ')})`);
  process.exit(2);
}
const script = args.includes('--fast') ? 'test:fast' : 'test';
const paths = args.filter(arg => arg !== '--fast' && !arg.startsWith('--only='));
const results = (only ?? supported).map(major => testWith(major, script, paths));
console.log(`\n── npm run ${script} on ${results.length} versions of Node ──`);
for (const { line } of results) console.log(line);
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
