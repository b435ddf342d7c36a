import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

/** The service as a separate process, started like `npm start`, without npm's own second. */
export class Launched {
  output = '';
  readonly child: ChildProcess;

  constructor(
    environment: Record<string, string>,
    args: readonly string[] = [],
    nodeArgs: readonly string[] = [],
    root = packageRoot,
  ) {
    const program = join(root, 'tools', 'run.cjs');
    this.child = spawn(process.execPath, [...nodeArgs, program, 'src/main.ts', ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: '0',
        PRESAGE_DEMO: '0',
        PRESAGE_PRACTICE: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      this.output += chunk;
    };
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
  }

  /** Resolves with the address that it prints. */
  async url(longestMs = 60_000): Promise<string> {
    const until = performance.now() + longestMs;
    while (!this.output.includes('Ctrl-C stops it')) {
      if (this.child.exitCode !== null || performance.now() > until)
        throw new Error(`it did not start: ${this.output}`);
      await new Promise(done => setTimeout(done, 20));
    }
    return /Status +(http:\/\/[^/]+)/.exec(this.output)?.[1] as string;
  }

  ended(signal?: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
    return new Promise(done => {
      child.once('exit', code => done(code));
      if (signal) child.kill(signal);
    });
  }
}
