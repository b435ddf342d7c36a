import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
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

const rooms = readdirSync(packageRoot, { withFileTypes: true, recursive: true })
  .filter(entry => entry.name === 'tsconfig.json')
  .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(packageRoot.length + 1))
  .filter(path => !/(^|\/)(node_modules|dist|data)\//.test(path));

describe('checks', () => {
  it('format and lint', () => expect(run('@biomejs/biome/bin/biome', ['ci', '--colors=off'])).toBe(''), 60_000);
  it.each(rooms)('types of %s', room => expect(run('typescript/bin/tsc', ['-p', room])).toBe(''), 60_000);
  it('the contract is a valid OpenAPI document', () => {
    expect(run('@redocly/cli/bin/cli.js', ['lint', 'contract/openapi.json'])).toBe('');
  }, 60_000);
});
