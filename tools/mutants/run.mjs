#!/usr/bin/env node
/**
 * Plants faults one at a time and records which tests catch them.
 *
 *   node tools/mutants/run.mjs <repo> <mutants.json> <output.json> [--only id,id] [--redo id,id] [--check]
 *     [--tests-by-name map.json] [--bail n] [--minutes n]
 *
 * --check    only looks each fault up in the sources and its tests in the repository; runs and changes nothing.
 * --redo     runs these again although the output has them.
 * --tests-by-name  {"path or base name of a listed test": ["path in this tree", …]}, for tests that were merged or renamed.
 * --bail     stops a run after this many failing tests (default 5: enough to say that a fault is caught).
 * --minutes  limit of one run of vitest (default 12); beyond it the run is ended and counts as "timeout".
 *
 * Each fault: {id, old, new, tests, broader?, caughtBy?, …}. The script finds the single source file (.ts or .sql under src/,
 * no test) that contains `old`, as it is or with other whitespace, replaces it, runs `tests`, and, if none of them fails,
 * once also `broader`. A listed test that has moved is found by its base name (the path with the most folders in common),
 * or else by the titles in `caughtBy`. The output is written after each fault: a second start skips those that it has.
 * The source is restored after each run, on exit and on SIGINT or SIGTERM; a file left by a killed run (SIGKILL) is
 * restored at the next start from <output>.planted.json.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';

const args = process.argv.slice(2);
const positional = [];
const options = {};
for (let at = 0; at < args.length; at += 1) {
  if (args[at] === '--check') options.check = true;
  else if (args[at].startsWith('--')) {
    options[args[at].slice(2)] = args[at + 1];
    at += 1;
  } else positional.push(args[at]);
}
if (positional.length !== 3) {
  console.error('usage: tools/mutants/run.mjs <repo> <mutants.json> <output.json> [--only ids] [--redo ids] [--check]');
  process.exit(2);
}
const repo = resolve(positional[0]);
const output = resolve(positional[2]);
const plantedNote = `${output}.planted.json`;
const mutations = JSON.parse(readFileSync(positional[1], 'utf8'));
const given = options['tests-by-name'] ? JSON.parse(readFileSync(options['tests-by-name'], 'utf8')) : {};
const bail = Number(options.bail ?? 5);
const maxMs = Number(options.minutes ?? 12) * 60_000;
const listOf = text => new Set((text ?? '').split(',').filter(Boolean));
const [only, redo] = [listOf(options.only), listOf(options.redo)];

function walk(dir, into = []) {
  if (!existsSync(dir)) return into;
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'dist-web'].includes(entry.name) || entry.name.startsWith('.')) continue;
    const path = join(dir, entry.name);
    if (entry.isDirectory()) walk(path, into);
    else into.push(path);
  }
  return into;
}
const isTest = path => /\.test\.tsx?$/.test(path);

// ---------------------------------------------------------------- planting
let planted = null;
function restore() {
  if (!planted) return;
  writeFileSync(planted.path, planted.text);
  planted = null;
  rmSync(plantedNote, { force: true });
}
let child = null;
function endChild() {
  if (!child || child.exitCode !== null) return;
  // Its own process group: vitest, its workers and their database.
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {}
  endDatabases(child.pid);
}
/** The database of a run has a separate process group and would go on; its folder has the number of the run. */
function endDatabases(pid) {
  for (const file of walk(`/dev/shm/presage-run-${pid}`).filter(path => basename(path) === 'postmaster.pid')) {
    try {
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGINT');
    } catch {}
  }
}
process.on('exit', () => {
  endChild();
  restore();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
process.on('uncaughtException', error => {
  console.error(error);
  process.exit(1);
});
if (existsSync(plantedNote)) {
  planted = JSON.parse(readFileSync(plantedNote, 'utf8'));
  console.log(`restoring ${planted.path} of an interrupted run`);
  restore();
}

/** The only place where the text occurs, with any whitespace where it has some; or why there is none. */
function locate(old) {
  const sources = walk(join(repo, 'src')).filter(path => /\.(ts|tsx|sql)$/.test(path) && !isTest(path));
  const exact = [];
  for (const path of sources) {
    const text = readFileSync(path, 'utf8');
    for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1))
      exact.push({ path, at, length: old.length });
  }
  if (exact.length === 1) return { place: exact[0] };
  if (exact.length > 1)
    return { problem: `found ${exact.length} times: ${exact.map(each => relative(repo, each.path))}` };
  const escaped = old
    .trim()
    .split(/\s+/)
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const loose = new RegExp(escaped.join('\\s+'), 'g');
  const found = [];
  for (const path of sources) {
    for (const match of readFileSync(path, 'utf8').matchAll(loose))
      found.push({ path, at: match.index, length: match[0].length });
  }
  if (found.length === 1) return { place: found[0] };
  return {
    problem:
      found.length === 0 ? 'not found' : `found ${found.length} times: ${found.map(each => relative(repo, each.path))}`,
  };
}

function plant({ path, at, length }, replacement) {
  const text = readFileSync(path, 'utf8');
  writeFileSync(plantedNote, JSON.stringify({ path, text }));
  planted = { path, text };
  writeFileSync(path, text.slice(0, at) + replacement + text.slice(at + length));
}

// ---------------------------------------------------------------- tests
const allTests = ['src', 'client', 'cli', 'test', 'tools', 'bench', 'web', 'docs', 'examples']
  .flatMap(folder => walk(join(repo, folder)))
  .filter(isTest)
  .map(path => relative(repo, path));
const commonFolders = (a, b) => {
  const of = new Set(a.split('/').slice(0, -1));
  return b
    .split('/')
    .slice(0, -1)
    .filter(part => of.has(part)).length;
};
function findTest(listed, titles) {
  const mapped = given[listed] ?? given[basename(listed)];
  if (mapped) return mapped;
  if (allTests.includes(listed)) return [listed];
  const same = allTests.filter(path => basename(path) === basename(listed));
  if (same.length > 0) {
    const most = Math.max(...same.map(path => commonFolders(listed, path)));
    return same.filter(path => commonFolders(listed, path) === most);
  }
  const own = titles.filter(({ file }) => file === listed).map(({ title }) => title);
  return own.length === 0
    ? []
    : allTests.filter(path => own.some(title => readFileSync(join(repo, path), 'utf8').includes(title)));
}
function testsOf(mutation, member) {
  const missing = [];
  const titles = (mutation.caughtBy ?? []).map(({ file, test, title }) => ({ file, title: title ?? test }));
  const files = (mutation[member] ?? []).flatMap(listed => {
    const found = findTest(listed, titles);
    if (found.length === 0) missing.push(listed);
    return found;
  });
  return { files: [...new Set(files)], missing };
}

function runVitest(files) {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const report = join(folder, 'report.json');
  const command = [
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    ...files,
    '--maxWorkers=1',
    `--bail=${bail}`,
  ];
  command.push('--reporter=json', `--outputFile=${report}`);
  return new Promise(done => {
    let log = '';
    child = spawn('nice', ['-n', '10', ...command], { cwd: repo, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = data => {
      log = (log + data).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endChild();
    }, maxMs);
    child.on('close', code => {
      clearTimeout(timer);
      child = null;
      const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
      rmSync(folder, { recursive: true, force: true });
      done({ code, isLate, ...readReport(result, log, isLate, code) });
    });
  });
}
function readReport(result, log, isLate, code) {
  const failed = [];
  let passed = 0;
  for (const { name, status, message, assertionResults } of result?.testResults ?? []) {
    const file = relative(repo, name);
    const own = assertionResults.filter(each => each.status === 'failed');
    passed += assertionResults.filter(each => each.status === 'passed').length;
    for (const { fullName, title, failureMessages = [] } of own) {
      failed.push({
        file,
        test: fullName.trim(),
        title,
        message: (failureMessages[0] ?? '').split('\n')[0].slice(0, 300),
      });
    }
    if (status === 'failed' && own.length === 0 && message) {
      failed.push({ file, test: '(the file)', title: '', message: message.split('\n')[0].slice(0, 300) });
    }
  }
  if (isLate) failed.push({ file: '', test: '(timeout)', title: '', message: 'the run did not end' });
  else if (code !== 0 && failed.length === 0) {
    failed.push({ file: '', test: '(the run)', title: '', message: `exit code ${code}: ${log.slice(-600)}` });
  }
  return { failed, passed };
}

// ---------------------------------------------------------------- the list
const results = existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : [];
function record(result) {
  const at = results.findIndex(({ id }) => id === result.id);
  if (at >= 0) results[at] = result;
  else results.push(result);
  writeFileSync(output, `${JSON.stringify(results, null, 2)}\n`);
}

async function runOne(mutation) {
  const { id } = mutation;
  const { place, problem } = locate(mutation.old);
  if (problem) return { id, state: 'not found', problem, caught: null, caughtBy: [] };
  const head = { id, file: relative(repo, place.path), startedAt: new Date().toISOString() };
  const began = Date.now();
  const first = testsOf(mutation, 'tests');
  const second = testsOf(mutation, 'broader');
  const missing = [...first.missing, ...second.missing];
  const tests = [];
  let failed = [];
  let passed = 0;
  try {
    plant(place, mutation.new);
    for (const files of [first.files, second.files.filter(file => !first.files.includes(file))]) {
      if (files.length === 0) continue;
      const run = await runVitest(files);
      tests.push(...files);
      failed = run.failed;
      passed += run.passed;
      if (failed.length > 0) break;
    }
  } finally {
    restore();
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  const broad = tests.length > first.files.length;
  return {
    ...head,
    state: 'ran',
    caught: failed.length > 0,
    caughtBy: failed,
    passed,
    broad,
    tests,
    missingTests: missing,
    seconds,
  };
}

for (const mutation of mutations) {
  const { id } = mutation;
  if (only.size > 0 && !only.has(id)) continue;
  if (options.check) {
    const { place, problem } = locate(mutation.old);
    const missing = ['tests', 'broader'].flatMap(member => testsOf(mutation, member).missing);
    console.log(
      `${id}: ${problem ?? relative(repo, place.path)}${missing.length > 0 ? `; tests not found: ${missing}` : ''}`,
    );
    continue;
  }
  if (!redo.has(id) && results.some(each => each.id === id && each.state === 'ran')) continue;
  const result = await runOne(mutation);
  record(result);
  const said = result.caughtBy
    .map(({ file, test }) => `${basename(file)}: ${test}`)
    .slice(0, 2)
    .join(' | ');
  console.log(
    `${id} ${result.state === 'ran' ? (result.caught ? 'CAUGHT' : 'NOT CAUGHT') : result.problem} ${result.seconds ?? ''}s ${said}`,
  );
}
