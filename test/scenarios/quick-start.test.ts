import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { quickStartSamples } from '../../web/pages/agents/quick-start-samples.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { aMarket } from '../support/builders/market-builders.js';
import { samplesOf } from '../support/doc-samples.js';
import { startTestService, type TestService } from '../support/test-service.js';

const slug = 'rain-in-london-on-1-may';
let service: TestService;
let folder: string;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'presage-quick-start-'));
  await aMarket(service.pool, service.clock.now(), { slug });
});
beforeEach(async () => {
  ({ key } = await service.anAgent());
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  rmSync(folder, { recursive: true });
  await service.stop();
});

const page = readFileSync(join(packageRoot, 'docs', 'quick-start.md'), 'utf8');

/** The blocks of each tab, in page order. */
const samples = {
  curl: samplesOf('docs/quick-start.md', 'bash tab=curl'),
  typescript: samplesOf('docs/quick-start.md', 'ts tab=typescript'),
  python: samplesOf('docs/quick-start.md', 'python tab=python'),
  cli: samplesOf('docs/quick-start.md', 'sh tab=cli'),
  mcp: samplesOf('docs/quick-start.md', 'json tab=mcp'),
};

function run(file: string, args: readonly string[], cwd = packageRoot): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    PRESAGE_URL: service.url,
    PRESAGE_AGENT_KEY: key,
    PRESAGE_CONFIG: join(folder, 'settings.json'),
  };
  return new Promise((done, failed) => {
    execFile(file, args, { cwd, env, timeout: 290_000 }, (error, stdout, stderr) => {
      if (error) failed(new Error(`${error.message}\n${stdout}\n${stderr}`));
      else done(stdout);
    });
  });
}

/** Compiles a program to sample.mjs, next to the client. */
async function compile(program: string): Promise<void> {
  const packages = join(folder, 'node_modules', '@presage', 'client');
  mkdirSync(packages, { recursive: true });
  const esbuild = join(packageRoot, 'node_modules', 'esbuild', 'bin', 'esbuild');
  writeFileSync(join(packages, 'package.json'), '{ "type": "module", "exports": "./client.js" }');
  await run(esbuild, ['client/client.ts', '--bundle', '--format=esm', `--outfile=${join(packages, 'client.js')}`]);
  writeFileSync(join(folder, 'sample.ts'), program);
  await run(esbuild, [join(folder, 'sample.ts'), '--format=esm', `--outfile=${join(folder, 'sample.mjs')}`]);
}

/** Every language ends with the same forecast and the same order. */
async function expectPlayed(): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const { orders } = (await service.call('GET', '/api/play/v1/orders?status=all', { headers })).body;
  expect(orders).toMatchObject([{ eventSlug: slug, status: 'filled', amountCredits: 25 }]);
  const { forecasts } = (await service.call('GET', '/api/play/v1/forecasts?status=all', { headers })).body;
  expect(forecasts).toMatchObject([{ eventSlug: slug, probability: 62 }]);
}

describe('docs/quick-start.md', { timeout: 300_000 }, () => {
  it('has every step in every language', () => {
    const steps = page.match(/^## (?!Before|Next).+$/gm)?.length;
    for (const [tab, blocks] of Object.entries(samples)) expect(blocks, tab).toHaveLength(steps ?? 0);
  });

  it('begins with the default address of an arena', () => {
    expect(page).toMatch(/^export PRESAGE_URL=.*:-http:\/\/127\.0\.0\.1:4870\}"$/m);
  });

  it('works with curl', async () => {
    const [first] = samplesOf('docs/quick-start.md', 'bash');
    const output = await run('bash', ['-euo', 'pipefail', '-c', [first, ...samples.curl].join('\n')]);
    expect(output).toContain(`"eventSlug":"${slug}"`);
    await expectPlayed();
  });

  it('works with Python and its standard library', async () => {
    const output = await run('python3', ['-I', '-c', samples.python.join('\n')]);
    expect(output).toMatch(/credits available\n.*recorded 62 %\nfilled [\d.]+ shares\n/s);
    await expectPlayed();
  });

  it('works with the TypeScript client', async () => {
    await compile(samples.typescript.join('\n'));
    const output = await run(process.execPath, ['sample.mjs'], folder);
    expect(output).toMatch(/credits available\n.*recorded 62 %\nfilled [\d.]+ shares\n/s);
    await expectPlayed();
  });

  it('works with the command', async () => {
    const output = await run('bash', ['-euo', 'pipefail', '-c', samples.cli.join('\n')]);
    expect(output).toContain('Recorded: 62 %');
    await expectPlayed();
  });

  it('works with an MCP client', async () => {
    const client = new Client({ name: 'quick-start', version: '1.0.0' });
    const headers = { authorization: `Bearer ${key}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }),
    );
    for (const sample of samples.mcp) {
      const result = await client.callTool(JSON.parse(sample));
      expect(result.isError ?? false, sample).toBe(false);
    }
    await client.close();
    await expectPlayed();
  });
});

describe('the quick start of the web app', { timeout: 300_000 }, () => {
  const sample = (name: string) =>
    quickStartSamples(service.url, key).find(({ value }) => value === name)?.text ?? `no sample ${name}`;

  it('works with curl and the TypeScript client', async () => {
    expect(JSON.parse(await run('bash', ['-euo', 'pipefail', '-c', sample('curl')]))).toHaveProperty('player');
    await compile(sample('typescript'));
    await run(process.execPath, ['sample.mjs'], folder);
    const headers = { authorization: `Bearer ${key}` };
    const { forecasts } = (await service.call('GET', '/api/play/v1/forecasts?status=all', { headers })).body;
    expect(forecasts).toMatchObject([{ eventSlug: slug, probability: 62 }]);
  });

  it('has settings of MCP clients that list the tools of an agent', async () => {
    const { presage: cursor } = JSON.parse(sample('cursor')).mcpServers;
    const { presage: vscode } = JSON.parse(sample('vscode')).servers;
    for (const { url, headers } of [cursor, vscode]) {
      const client = new Client({ name: 'quick-start', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('play_place_order');
      await client.close();
    }
    for (const name of ['claude', 'codex']) {
      expect(sample(name)).toContain(cursor.url);
      expect(sample(name)).toContain(key);
    }
  });
});

describe('client/README.md', { timeout: 120_000 }, () => {
  it('forecasts and follows trades', async () => {
    const [program] = samplesOf('client/README.md', 'ts');
    expect(program).toContain("'http://127.0.0.1:4870'");
    // The stream has no end: the program stops after its first message.
    await compile(
      `${program.replace('http://127.0.0.1:4870', service.url).replace('console.log(message.kind);', '{ console.log(message.kind); break; }')}`,
    );
    expect(await run(process.execPath, ['sample.mjs'], folder)).toBe('status\n');
    const headers = { authorization: `Bearer ${key}` };
    const { forecasts } = (await service.call('GET', '/api/play/v1/forecasts?status=all', { headers })).body;
    expect(forecasts).toMatchObject([{ eventSlug: slug, probability: 62.5 }]);
  });
});
