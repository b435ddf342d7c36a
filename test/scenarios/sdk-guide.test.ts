import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/server/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { aMarket } from '../support/builders/market-builders.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'presage-sdk-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

function blocks(kind: string): string {
  const text = readFileSync(join(packageRoot, 'docs', 'guides', 'sdk.md'), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block).join('\n');
}

interface Started {
  readonly cwd: string;
  readonly env?: Record<string, string>;
}

/** In a home of its own; npm links the clone and has nothing to ask anybody for. */
function run(file: string, args: readonly string[], { cwd, env = {} }: Started): Promise<string> {
  const npm = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_update_notifier: 'false' };
  const options = { cwd, env: { PATH: process.env.PATH, HOME: folder, ...npm, ...env }, timeout: 60_000 };
  return new Promise((done, failed) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      error ? failed(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
    );
  });
}

describe('docs/guides/sdk.md', () => {
  it('works as it is pasted', { timeout: 120_000 }, async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const agent = await service.anAgent();
    await run('bash', ['-euo', 'pipefail', '-c', blocks('sh')], { cwd: packageRoot });
    const cwd = join(folder, 'my-agent');
    writeFileSync(join(cwd, 'agent.js'), blocks('ts'));
    const env = { PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key };
    const output = await run(process.execPath, ['agent.js'], { cwd, env });
    expect(output).toContain('has 10000 credits');
    expect(output).toContain('recorded 62.5 % as fct_');
    expect(output).toMatch(/filled [\d.]+ shares at \d+/);
    expect(output).toContain('INSUFFICIENT_BALANCE - ');
    expect(output).toMatch(/connected\nsnapshot \d+ best ask \d+\n/);
    expect(output).toContain('free credits 9995');
    const [{ made }] = await service.pool<{ made: number }[]>`
      select count(*)::int as made from orders o join events e on e.id = o.event_id where e.slug = ${slug}`;
    expect(made).toBe(1);
    await assertBooksBalance(service.store);

    // The same as TypeScript. What a reader installs for that is what the project has.
    writeFileSync(join(cwd, 'agent.ts'), blocks('ts'));
    const installed = join(packageRoot, 'node_modules');
    const types = ['--typeRoots', join(installed, '@types'), '--types', 'node'];
    const tsc = [join(installed, 'typescript', 'bin', 'tsc'), ...types];
    const told = /`npx tsc (--noEmit .*)`/.exec(readFileSync(join(packageRoot, 'docs', 'guides', 'sdk.md'), 'utf8'));
    await run(process.execPath, [...tsc, ...(told?.[1].replace('~', folder).split(' ') ?? ['nothing is told'])], {
      cwd,
    });
  });
});
