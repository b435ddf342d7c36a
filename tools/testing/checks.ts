import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/server/package-root.js';

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
 * Checks the project as one program, the web app with the types of browsers, and the domain again without Node's types, which
 * it must not use.
 */
export const types: readonly Check[] = [
  { name: 'types', program: 'typescript/bin/tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web app', program: 'typescript/bin/tsc', args: ['-p', 'web/tsconfig.json'] },
  { name: 'types of the domain', program: 'typescript/bin/tsc', args: ['-p', 'src/domain/tsconfig.json'] },
];

export const contractIsValid: Check = {
  name: 'the contract is a valid OpenAPI document',
  program: '@redocly/cli/bin/cli.js',
  args: ['lint', 'contract/openapi.json'],
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
