import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { aMarket } from '../support/builders/market-builders.js';
import { samplesOf } from '../support/doc-samples.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'presage-sdk-'));
  // Packs and installs the client in ~/my-agent.
  await run('bash', ['-euo', 'pipefail', '-c', installation()], { cwd: packageRoot });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await assertBooksBalance(service.store);
  await service.stop();
});

const guide = () => readFileSync(join(packageRoot, 'docs', 'guides', 'sdk.md'), 'utf8');

const installation = () => samplesOf('docs/guides/sdk.md', 'sh').join('\n');
const program = () => samplesOf('docs/guides/sdk.md', 'ts').join('\n');

interface Started {
  readonly cwd: string;
  readonly env?: Record<string, string>;
}

/** Runs a program with its own home folder. npm is offline: the package must not need a registry. */
function run(file: string, args: readonly string[], { cwd, env = {} }: Started): Promise<string> {
  const npm = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_update_notifier: 'false' };
  const options = { cwd, env: { PATH: process.env.PATH, HOME: folder, ...npm, ...env }, timeout: 110_000 };
  return new Promise((done, failed) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      error ? failed(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
    );
  });
}

const installed = join(packageRoot, 'node_modules');
/** The native compiler takes a tenth of the time; the strict project is compiled by the older one, which readers may have. */
const tsc = (args: readonly string[], cwd: string, compiler = 'typescript-native') =>
  run(process.execPath, [join(installed, compiler, 'bin', 'tsc'), ...args], { cwd });
const nodeTypes = ['--typeRoots', join(installed, '@types'), '--types', 'node'];

describe('docs/guides/sdk.md', () => {
  it('works when pasted', { timeout: 120_000 }, async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const agent = await service.anAgent();
    const cwd = join(folder, 'my-agent');
    writeFileSync(join(cwd, 'agent.js'), program());
    const env = { PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key };
    const output = await run(process.execPath, ['agent.js'], { cwd, env });
    expect(output).toContain('has 10000 credits');
    expect(output).toContain('recorded 62.5 % as fct_');
    expect(output).toMatch(/filled [\d.]+ shares at \d+/);
    expect(output).toContain('INSUFFICIENT_BALANCE - ');
    expect(output).toMatch(/connected\nsnapshot \d+ best ask \d+\n/);
    expect(output).toContain('free credits 9995');
    const [{ made }] = await service.pool<{ made: number }[]>`
      select count(*)::int as made from readable_orders o join events e on e.id = o.event_id where e.slug = ${slug}`;
    expect(made).toBe(1);

    // The same as TypeScript. The project already has the packages that a reader installs for that.
    writeFileSync(join(cwd, 'agent.ts'), program());
    const told = /`npx tsc (--noEmit .*)`/.exec(guide());
    await tsc([...nodeTypes, ...(told?.[1].replace('~', folder).split(' ') ?? ['no command in the guide'])], cwd);
  });
});

/** Forecasts, trades and streams with the strictest compiler options. */
const strictAgent = `import { createClient, PresageError, type StreamMessage } from '@presage/client';

const client = createClient({ baseUrl: process.env['PRESAGE_URL'] ?? '', agentKey: process.env['PRESAGE_AGENT_KEY'] });
const slug = process.env['EVENT'] ?? '';
const { event } = await client.event(slug);
const limit: number | undefined = event.outcomes.length > 5 ? 5000 : undefined;
const batch = await client.recordForecasts([
  { eventSlug: slug, outcomeIndex: 0, probability: 61, rationale: limit === undefined ? undefined : 'bounded' },
]);
console.log('forecast', batch.forecasts[0]?.probability);
const stop = new AbortController();
const onConnection = async ({ open }: { open: boolean }): Promise<void> => {
  if (open) await client.placeOrder({ eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 5, limitPriceBps: 9999 });
};
for await (const message of client.stream({ channel: 'trades', key: slug, signal: stop.signal, onConnection })) {
  const trade: StreamMessage<'trades'> = message;
  if (trade.kind === 'trade') console.log('streamed', trade.trade.credits);
  if (trade.kind === 'trade') stop.abort();
}
const refused = await client.event('no-such-event').catch((error: unknown) => error);
if (refused instanceof PresageError) console.log('refused', refused.code, (await client.positions()).positions.length);
`;
const strictOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
  ...{ noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true, skipLibCheck: false },
  ...{ module: 'nodenext', target: 'es2022' },
};

describe('the package @presage/client', () => {
  let project: string;
  const inPackage = (...path: string[]) => join(project, 'node_modules', '@presage', 'client', ...path);
  beforeAll(async () => {
    project = join(folder, 'empty');
    mkdirSync(project);
    const packed = join(folder, 'my-agent');
    const tarball = readdirSync(packed).find(name => name.endsWith('.tgz')) ?? 'none';
    await run('npm', ['install', '--no-save', join(packed, tarball)], { cwd: project });
  }, 120_000);

  it('has no dependencies, the version of the service and the size that the guide states', () => {
    const manifest = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
    const root = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect([manifest.dependencies, manifest.version]).toEqual([undefined, root.version]);
    expect(readdirSync(inPackage()).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const statedBytes = 1000 * Number(/less than (\d+) KB minified/.exec(guide())?.[1]);
    const { size } = statSync(inPackage('dist', 'client.js'));
    expect(size).toBeLessThan(statedBytes);
    expect(size).toBeGreaterThan(0.75 * statedBytes);
    expect(readFileSync(inPackage('dist', 'client.js'), 'utf8')).not.toMatch(/from"|require\(|node:|process\./);
  });

  it('forecasts, trades and streams from a strict project', { timeout: 120_000 }, async () => {
    const { slug } = await aMarket(service.pool, service.clock.now(), { slug: 'strict-project' });
    const agent = await service.anAgent();
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(project, 'agent.ts'), strictAgent);
    const compilerOptions = { ...strictOptions, typeRoots: [join(installed, '@types')], types: ['node'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['agent.ts'] }));
    await tsc(['-p', '.'], project, 'typescript');
    const env = { PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key, EVENT: slug };
    const output = await run(process.execPath, ['agent.js'], { cwd: project, env });
    expect(output).toBe('forecast 61\nstreamed 5\nrefused NOT_FOUND 1\n');
  });

  it('compiles for browsers, without the types of Node', { timeout: 120_000 }, async () => {
    const page = strictAgent.replaceAll(/process\.env\['(\w+)'\]/g, "(localStorage.getItem('$1') || undefined)");
    writeFileSync(join(project, 'page.ts'), page);
    const compilerOptions = {
      ...strictOptions,
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      noEmit: true,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.ts'] }));
    await tsc(['-p', '.'], project);
  });
});
