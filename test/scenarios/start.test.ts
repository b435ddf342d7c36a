import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/free-port.js';
import { packageRoot } from '../../src/package-root.js';
import { cloneDemo } from '../support/demo-database.js';
import type { TestDatabase } from '../support/test-database.js';

/** Creating a cluster takes seconds, so the tests start on the same data folder one after another. */
let folder: string;
let children: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'presage-start-'));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const child of children) await ended(child, 'SIGTERM');
  children = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise(done => {
    child.once('exit', code => done(code));
    if (signal) child.kill(signal);
  });
}

class Started {
  output = '';

  constructor(readonly child: ChildProcess) {
    const append = (chunk: Buffer) => {
      this.output += chunk;
    };
    child.stdout?.on('data', append);
    child.stderr?.on('data', append);
  }

  async says(text: RegExp, timeout = 60_000): Promise<void> {
    await expect.poll(() => this.output, { timeout, interval: 5 }).toMatch(text);
  }

  /** The address that it prints. */
  async url(timeout = 60_000): Promise<string> {
    await this.says(/Ctrl-C stops it/, timeout);
    return /Status +(http:\/\/[^/]+)/.exec(this.output)?.[1] as string;
  }
}

/** The same as `npm start`, without npm's own second and, by default, without the demo arena. */
function start(environment: Record<string, string> = {}, args: string[] = [], nodeArgs: string[] = []): Started {
  const child = spawn(process.execPath, [...nodeArgs, join(packageRoot, 'tools', 'run.cjs'), 'src/main.ts', ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      PRESAGE_DATA_DIR: folder,
      PRESAGE_DEMO: '0',
      PRESAGE_PRACTICE: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return new Started(child);
}

function addressOf({ target }: TestDatabase): string {
  if (typeof target === 'string') return target;
  const { host, port, user, password, database } = target;
  return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

const isReady = (url: string) => expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);

async function refusal(
  environment: Record<string, string>,
  args: string[] = [],
  nodeArgs: string[] = [],
): Promise<string> {
  const started = start(environment, args, nodeArgs);
  expect(await ended(started.child)).toBe(1);
  return started.output.trim().split('\n').at(-1) as string;
}

describe('starting', () => {
  it('recovers from interruptions of its first start at every step', { timeout: 180_000 }, async () => {
    const interruptions = [
      ['starting the database', 0, 'SIGINT'],
      ['creating the database', 0, 'SIGKILL'],
      ['creating the database', 300, 'SIGINT'],
      ['creating the database', 900, 'SIGKILL'],
      ['migrated the database', 0, 'SIGKILL'],
    ] as const;
    for (const [step, waitMs, signal] of interruptions) {
      const broken = start();
      // Later starts skip the steps that an earlier one completed.
      await broken.says(new RegExp(`${step}|Ctrl-C stops it`));
      await new Promise(done => setTimeout(done, waitMs));
      await ended(broken.child, signal);
    }
    const whole = start();
    await isReady(await whole.url());
  });

  it('rejects a data folder in use, and starts again after SIGTERM and after a kill', {
    timeout: 180_000,
  }, async () => {
    const metricsPort = await freePort();
    const first = start({ PRESAGE_METRICS_PORT: String(metricsPort) });
    const url = await first.url();
    // Without a credential, on its own port only.
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('process_cpu_seconds_total')]);
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    expect(await refusal({})).toMatch(/^presage: .*in use by another Presage/);
    await isReady(url);
    expect(await ended(first.child, 'SIGTERM')).toBe(0);
    expect(first.output).toContain('stopped');
    const second = start();
    await isReady(await second.url());
    expect(second.output).not.toMatch(/creating|migrated/);
    await ended(second.child, 'SIGKILL');
    const third = start();
    await isReady(await third.url());
    expect(await ended(third.child, 'SIGINT')).toBe(0);
  });
});

describe('the demo arena', () => {
  it('is begun in an empty database, and SIGTERM interrupts it', { timeout: 180_000 }, async () => {
    const first = start({ PRESAGE_DEMO: '1' });
    await first.says(/demo arena: \d+ %/, 150_000);
    expect(first.output).toContain('seeding the empty database with demo events');
    const code = await ended(first.child, 'SIGTERM');
    // Only if this process was stopped meanwhile, the service has finished.
    expect(code).toBe(first.output.includes('Ctrl-C stops it') ? 0 : 130);
  });

  it('is finished once by a start after an interruption', { timeout: 180_000 }, async () => {
    const demo = await cloneDemo();
    await demo.pool`update settings set value = value - 'content' || '{"state": "begun"}' where name = 'demo'`;
    const settings = { PRESAGE_DEMO: '1', DATABASE_URL: addressOf(demo) };
    const first = start(settings);
    const url = await first.url(150_000);
    expect(first.output).toContain('going on with the demonstration events of an interrupted start');
    const reply = await fetch(`${url}/api/play/v1/discovery?limit=100`);
    const { events } = (await reply.json()) as {
      events: { demo: boolean; description: string; volumeCredits: number }[];
    };
    expect(events.length).toBeGreaterThanOrEqual(24);
    for (const { demo, description } of events) {
      expect(demo).toBe(true);
      expect(description).toMatch(/^Demonstration event with an invented outcome/);
    }
    expect(events[0].volumeCredits).toBeGreaterThan(1000);
    const [, orders, forecasts] = /demo arena filled: .* (\d+) orders, (\d+) forecasts, [\d.]+ s/.exec(
      first.output,
    ) as RegExpExecArray;
    expect(Number(orders)).toBeGreaterThan(5000);
    expect(Number(forecasts)).toBeGreaterThan(4000);
    expect(await ended(first.child, 'SIGTERM')).toBe(0);
    const second = start(settings);
    await second.url();
    expect(second.output).not.toContain('demo arena');
    await ended(second.child, 'SIGTERM');
    await demo.drop();
  });
});

describe('reports obstacles in one line', () => {
  it('a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise(done => holder.once('listening', done));
    const { port } = holder.address() as AddressInfo;
    expect(await refusal({ PORT: String(port) })).toMatch(new RegExp(`^presage: port ${port} on 127.0.0.1 is taken`));
    await new Promise(done => holder.close(done));
  });

  it('an unreachable database, without its password', async () => {
    const line = await refusal({ DATABASE_URL: 'postgresql://someone:hidden-word@127.0.0.1:1/arena' });
    expect(line).toMatch(/^presage: DATABASE_URL: no PostgreSQL can be reached at 127.0.0.1:1/);
    expect(line).not.toContain('hidden-word');
  });

  it('settings and arguments that do not exist', async () => {
    expect(await refusal({ PRESAGE_PROT: '1' })).toMatch(/^presage: PRESAGE_PROT is not a setting; did you mean/);
    expect(await refusal({}, ['--porrt'])).toMatch(/^presage: unknown argument --porrt/);
  });

  it('a Node that is too old', async () => {
    const older = join(folder, 'older.cjs');
    writeFileSync(
      older,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });",
    );
    expect(await refusal({}, [], ['--require', older])).toBe('presage: Node 20.19 or newer is needed; this is 18.20.0');
  });
});

describe('help', () => {
  it('lists the settings', async () => {
    const help = start({}, ['--help']);
    expect(await ended(help.child)).toBe(0);
    expect(help.output).toContain('PRESAGE_PUBLIC_URL');
  });
});
