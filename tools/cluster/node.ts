import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

/** A Presage process. */
export interface ClusterNode {
  readonly child: ChildProcess;
  /** Its address, once it is listening; fails if it exits before. */
  readonly port: Promise<number>;
  /** Asks it to stop, and kills it after a timeout. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const patienceMs = 30_000;

/** Starts a node. Its output is prefixed with its name. */
export function startNode(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): ClusterNode {
  const program = join(packageRoot, 'tools', 'run.cjs');
  const child = spawn(process.execPath, ['--max-semi-space-size=64', program, 'src/main.ts'], {
    env: { ...environment, PORT: '0', PRESAGE_HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A Ctrl-C in the terminal is for the cluster, which stops its nodes itself.
    detached: true,
  });
  const ended = new Promise<void>(done => {
    child.once('exit', () => done());
  });
  const port = new Promise<number>((done, failed) => {
    let text = '';
    let last: string[] = [];
    const take = (chunk: Buffer) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      last = [...last, ...lines].slice(-20);
      for (const line of lines) {
        if (line.startsWith('presage: ') || line.startsWith('{')) say(`${name}: ${line.replace(/^presage: /, '')}`);
        const found = /Status +http:\/\/127\.0\.0\.1:(\d+)\//.exec(line);
        if (found) done(Number(found[1]));
      }
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('exit', code =>
      failed(new Error(`${name} ended with ${code} before it was ready; it said:\n${last.join('\n')}`)),
    );
  });
  port.catch(() => {});
  return {
    child,
    port,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
