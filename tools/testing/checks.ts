import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

export interface Check {
  readonly name: string;
  /** The path of a script inside node_modules. */
  readonly program: string;
  readonly args: readonly string[];
}

export const formatAndLint: Check = {
  name: 'format and lint',
  program: '@biomejs/biome/bin/biome',
  args: ['ci', '--colors=off'],
};

/**
 * The native compiler needs a third of the time; `typescript` stays for tools that use its API. It caches its
 * results, so that only the first run checks the whole project.
 */
const cache = join('node_modules', '.cache', 'presage');

/** On one thread: other checks run at the same time, and its threads would take two thirds more CPU time. */
function typesOf(name: string, project: string): Check {
  const file = join(cache, `${name.replaceAll(' ', '-')}.tsbuildinfo`);
  const args = ['-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', file];
  return { name, program: 'typescript-native/bin/tsc', args };
}

/**
 * Checks the project as one program, the web app with the types of browsers, and the rules again without Node's types, which
 * it must not use.
 */
export const types: readonly Check[] = [
  typesOf('types', 'tsconfig.json'),
  typesOf('types of the web app', 'web/tsconfig.json'),
  typesOf('types of the rules', 'src/tsconfig.rules.json'),
];

export const contractIsValid: Check = {
  name: 'the contract is a valid OpenAPI document',
  program: '@redocly/cli/bin/cli.js',
  args: ['lint', 'contract/openapi.json'],
};

/** Unused files, exports and dependencies. */
export const unusedCode: Check = {
  name: 'unused code',
  program: 'knip/bin/knip.js',
  args: ['--no-progress', '--include', 'files,dependencies,unlisted,exports'],
};

export interface CheckResult {
  readonly passed: boolean;
  readonly output: string;
}

export function runCheck({ program, args }: Check): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(packageRoot, 'node_modules', program), ...args], {
      cwd: packageRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off' },
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', code => resolve({ passed: code === 0, output }));
  });
}
