import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../src/server/package-root.js';
import { assertBooksBalance } from './books.js';
import { aMarket } from './markets.js';
import { startTestService, type TestService } from './service.js';

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

/** What a reader puts into one file: imports first, as the language wants it. */
function program(): string {
  const text = readFileSync(join(packageRoot, 'docs', 'guides', 'sdk.md'), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block).join('\n');
}

describe('docs/guides/sdk.md', () => {
  it('works as it is written', async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const agent = await service.anAgent();
    const outfile = join(folder, 'guide.mjs');
    await build({
      stdin: { contents: program(), loader: 'ts', resolveDir: packageRoot },
      alias: { 'presage/client': join(packageRoot, 'client', 'client.ts') },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
    });
    const env = { PATH: process.env.PATH, PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key };
    const output = await new Promise<string>((done, failed) => {
      execFile(process.execPath, [outfile], { env, timeout: 30_000 }, (error, stdout, stderr) =>
        error ? failed(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
      );
    });
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
  });
});
