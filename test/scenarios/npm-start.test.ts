import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/free-port.js';
import { packageRoot } from '../../src/package-root.js';
import { newDataFolder } from '../support/disk/prepared-folder.js';

let folder: string;
let started: NpmStart[] = [];
beforeAll(async () => {
  folder = await newDataFolder('presage-npm-start-');
});
afterEach(async () => {
  for (const each of started) await each.end();
  started = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** `npm start` in a separate process group, as a terminal or a supervisor starts it. */
class NpmStart {
  output = '';
  readonly child: ChildProcess;
  readonly #closed: Promise<number | null>;

  constructor(environment: Record<string, string> = {}) {
    const { PATH, HOME } = process.env;
    this.child = spawn('npm', ['start'], {
      cwd: packageRoot,
      env: {
        PATH,
        HOME,
        PORT: '0',
        PRESAGE_DATA_DIR: folder,
        PRESAGE_DEMO: '0',
        PRESAGE_PRACTICE: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const append = (chunk: Buffer) => {
      this.output += chunk;
    };
    this.child.stdout?.on('data', append);
    this.child.stderr?.on('data', append);
    this.#closed = new Promise(done => this.child.once('close', done));
    started.push(this);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  async url(): Promise<string> {
    await expect.poll(() => this.output, { timeout: 40_000 }).toContain('Ctrl-C stops it');
    return /Status +(http:\/\/[^/]+)/.exec(this.output)?.[1] as string;
  }

  /** Resolves with npm's exit code, once no process holds its output open. */
  closed(): Promise<number | null> {
    return this.#closed;
  }

  /** Ends whatever a failed test left of the group and of the database. */
  async end(): Promise<void> {
    try {
      process.kill(-this.pid, 'SIGTERM');
    } catch {
      return;
    }
    await expect.poll(() => isAlive(-this.pid), { timeout: 20_000 }).toBe(false);
  }
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

describe('a signal to npm start', () => {
  it.each([
    ['SIGTERM', 'npm alone, as supervisors and containers send it', (npm: NpmStart) => npm.pid],
    ['SIGINT', 'npm alone', (npm: NpmStart) => npm.pid],
    ['SIGINT', 'the whole group, as Ctrl-C sends it', (npm: NpmStart) => -npm.pid],
  ] as const)('stops the service and PostgreSQL cleanly: %s to %s', async (signal, _to, target) => {
    const npm = new NpmStart();
    await npm.url();
    const database = postmasterPid();
    const closed = npm.closed();
    process.kill(target(npm), signal);
    await closed;
    expect(npm.output).toContain('presage: stopped');
    expect(isAlive(-npm.pid)).toBe(false);
    // The system removes the ended process a moment after its parent.
    await expect.poll(() => isAlive(database), { timeout: 5_000 }).toBe(false);
  });
});

describe('a second npm start', () => {
  it('reports the Presage process that npm left running after kill -9, and how to stop it', {
    timeout: 120_000,
  }, async () => {
    const port = String(await freePort());
    const npm = new NpmStart({ PORT: port });
    await npm.url();
    process.kill(npm.pid, 'SIGKILL');
    const second = new NpmStart({ PORT: port });
    expect(await second.closed()).toBe(1);
    const service = Number(/process (\d+)/.exec(second.output)?.[1]);
    expect(service).not.toBe(npm.pid);
    expect(second.output).toContain(
      `presage: port ${port} on 127.0.0.1 is taken by a running Presage: process ${service} on port ${port}, data folder ${folder}, since 20`,
    );
    expect(second.output).toContain(`stop it with: kill ${service}`);

    const elsewhere = new NpmStart({ PORT: '0' });
    expect(await elsewhere.closed()).toBe(1);
    expect(elsewhere.output).toContain(`the data folder ${folder} is in use by another Presage`);
    expect(elsewhere.output).toContain(`process ${service} on port ${port}`);

    const closed = npm.closed();
    process.kill(service, 'SIGTERM');
    await closed;
    expect(npm.output).toContain('presage: stopped');
    const third = new NpmStart({ PORT: port });
    await third.url();
  });
});
