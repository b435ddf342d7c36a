import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/server/package-root.js';

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'presage-start-'));
  chmodSync(folder, 0o755);
  children = [];
});
afterEach(async () => {
  for (const child of children) await ended(child, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

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
    const keep = (chunk: Buffer) => {
      this.output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
  }

  /** The address it says it can be reached at. */
  async url(timeout = 25_000): Promise<string> {
    await expect.poll(() => this.output, { timeout }).toContain('Ctrl-C stops it');
    return /Status +(http:\/\/[^/]+)/.exec(this.output)?.[1] as string;
  }
}

/** The same as `npm start`, without npm's own second and, unless asked for, without the demo arena. */
function start(environment: Record<string, string> = {}, args: string[] = [], nodeArgs: string[] = []): Started {
  const child = spawn(
    process.execPath,
    [...nodeArgs, join(packageRoot, 'tools', 'run.cjs'), 'src/server/main.ts', ...args],
    {
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
    },
  );
  children.push(child);
  return new Started(child);
}

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
  it('serves, stops on SIGTERM, and starts again at once with what it had', async () => {
    const first = start();
    expect((await fetch(`${await first.url()}/readyz`)).status).toBe(200);
    expect(await ended(first.child, 'SIGTERM')).toBe(0);
    expect(first.output).toContain('stopped');
    const began = performance.now();
    const second = start();
    expect((await fetch(`${await second.url()}/readyz`)).status).toBe(200);
    // Within 3 seconds on a machine that does nothing else; tests share theirs.
    expect(performance.now() - began).toBeLessThan(12_000);
    expect(second.output).not.toContain('migrated');
  });

  it('takes over after a kill', async () => {
    const first = start();
    await first.url();
    await ended(first.child, 'SIGKILL');
    const second = start();
    expect((await fetch(`${await second.url()}/readyz`)).status).toBe(200);
    expect(await ended(second.child, 'SIGINT')).toBe(0);
  });

  it('recovers from an interruption at any moment', async () => {
    for (const wait of [150, 400, 700, 1000, 1300]) {
      const broken = start();
      await new Promise(done => setTimeout(done, wait));
      await ended(broken.child, wait % 200 === 0 ? 'SIGKILL' : 'SIGINT');
    }
    const whole = start();
    expect((await fetch(`${await whole.url()}/readyz`)).status).toBe(200);
  });
});

describe('the demo arena', () => {
  it('fills an empty database within the time that is promised, and only once', { timeout: 180_000 }, async () => {
    const first = start({ PRESAGE_DEMO: '1' });
    const url = await first.url(150_000);
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
    const told = /demo arena filled: .* (\d+) orders, (\d+) forecasts, ([\d.]+) s/.exec(
      first.output,
    ) as RegExpExecArray;
    const [, orders, forecasts, seconds] = told;
    expect(Number(orders)).toBeGreaterThan(5000);
    expect(Number(forecasts)).toBeGreaterThan(4000);
    // The promise is 20 seconds on a machine that does nothing else; tests share theirs.
    expect(Number(seconds)).toBeLessThan(100);
    expect(await ended(first.child, 'SIGTERM')).toBe(0);
    const second = start({ PRESAGE_DEMO: '1' });
    await second.url();
    expect(second.output).not.toContain('demo arena');
  });
});

describe('reports obstacles in one line', () => {
  it('a port that is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise(done => holder.once('listening', done));
    const { port } = holder.address() as AddressInfo;
    expect(await refusal({ PORT: String(port) })).toMatch(new RegExp(`^presage: port ${port} on 127.0.0.1 is taken`));
    await new Promise(done => holder.close(done));
  });

  it('a data folder that another instance uses', async () => {
    const first = start();
    const url = await first.url();
    expect(await refusal({})).toMatch(/^presage: .*in use by another Presage/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('a database that can’t be reached, without its password', async () => {
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
