import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { fillDataFolder } from '../support/disk/prepared-folder.js';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'presage-cluster-'));
  chmodSync(folder, 0o755);
  await fillDataFolder(join(folder, 'cluster'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Two nodes on a separate database, as `npm run cluster` starts them. */
class Cluster {
  output = '';
  readonly child: ChildProcess;

  constructor(byNpm = false) {
    const [program, ...args] = byNpm
      ? ['npm', 'run', 'cluster', '--']
      : [process.execPath, 'tools/run.cjs', 'tools/cluster/run.ts'];
    const { PATH, HOME } = process.env;
    this.child = spawn(program, [...args, '--nodes', '2'], {
      cwd: packageRoot,
      env: { PATH, HOME, PORT: '0', PRESAGE_DEMO: '0', PRESAGE_DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      this.output += chunk;
    };
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
  }

  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.child.exitCode !== null) throw new Error(this.output);
      await new Promise(done => setTimeout(done, 20));
    }
  }

  /** Resolves when all processes have exited. */
  ended(signal: NodeJS.Signals): Promise<number | null> {
    return new Promise(done => {
      this.child.once('close', done);
      this.child.kill(signal);
    });
  }

  get processes(): number[] {
    return [...this.output.matchAll(/\(process (\d+)\)/g)].map(([, pid]) => Number(pid));
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const lockFile = () => join(folder, 'cluster', 'database', 'cluster', 'postmaster.pid');

describe('a cluster', () => {
  it.each([
    ['SIGINT', false],
    ['SIGTERM', true],
  ] as const)('stops its nodes and its database at %s (by npm: %s)', { timeout: 120_000 }, async (signal, byNpm) => {
    const cluster = new Cluster(byNpm);
    await cluster.says('Ctrl-C stops them');
    const { processes } = cluster;
    expect(processes.map(isThere)).toEqual([true, true]);
    expect(existsSync(lockFile())).toBe(true);
    const code = await cluster.ended(signal);
    if (!byNpm) expect(code).toBe(0);
    expect(cluster.output).toContain('cluster: stopped');
    expect(processes.map(isThere)).toEqual([false, false]);
    expect(existsSync(lockFile())).toBe(false);
  });

  it('stops everything that it has started when it is interrupted', { timeout: 120_000 }, async () => {
    const cluster = new Cluster();
    await cluster.says('node 1 (process');
    expect(await cluster.ended('SIGTERM')).toBe(0);
    expect(cluster.processes.some(isThere)).toBe(false);
    expect(existsSync(lockFile())).toBe(false);
  });
});
