import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/server/package-root.js';

/** What `npm run verify` does step by step, so that `npm test` alone finds the same faults. */
function run(program: string, args: string[]): string {
  const result = spawnSync(process.execPath, [join(packageRoot, 'node_modules', program), ...args], {
    cwd: packageRoot,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off' },
  });
  return result.status === 0 ? '' : `${result.stdout}${result.stderr}`;
}

/** All rooms are checked as one program, which costs a third of one after the other; the pure one has fewer types. */
const programs = ['tsconfig.json', 'src/domain/tsconfig.json'];

describe('checks', () => {
  it('format and lint', () => expect(run('@biomejs/biome/bin/biome', ['ci', '--colors=off'])).toBe(''), 120_000);
  it.each(programs)('types of %s', path => expect(run('typescript/bin/tsc', ['-p', path])).toBe(''), 240_000);
  it('the contract is a valid OpenAPI document', () => {
    expect(run('@redocly/cli/bin/cli.js', ['lint', 'contract/openapi.json'])).toBe('');
  }, 120_000);
});
