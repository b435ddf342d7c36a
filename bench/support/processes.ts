import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

interface Started {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise(done => {
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}

/** Starts a compiled program and waits for the line with its address. */
async function start(
  file: string,
  environment: Record<string, string>,
  nodeArgs: readonly string[] = [],
): Promise<Started> {
  const child = spawn(process.execPath, ['--max-semi-space-size=64', ...nodeArgs, join(dist, file)], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done, failed) => {
    let text = '';
    child.stdout.on('data', chunk => {
      text += chunk;
      const match = /(http:\/\/127\.0\.0\.1:\d+)/.exec(text);
      if (match) done(match[1]);
    });
    child.once('exit', code => failed(new Error(`${file} ended with ${code}: ${text}`)));
  });
  return { url, pid: child.pid as number, stop: () => end(child) };
}

export function startBare(bodyFile: string): Promise<Started> {
  return start('bench/support/bare-fastify.js', { BODY_FILE: bodyFile });
}

export function startBareSse(settings: Record<string, string>): Promise<Started> {
  return start('bench/support/bare-sse.js', settings);
}

/** The credential of the operator of `startPresage`. */
export const benchOperator = { authorization: 'Bearer operator-token-of-the-benchmarks' };

/** A Presage process with its own database, with limits high enough for the benchmark. */
export async function startPresage(
  settings: Record<string, string> = {},
  nodeArgs: readonly string[] = [],
): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'presage-bench-'));
  // When started as root, the database runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const service = await start(
    // The bundle that `npm start` runs; a profile by module needs the modules.
    nodeArgs.includes('--cpu-prof') ? 'src/main.js' : 'server/main.js',
    {
      PORT: '0',
      PRESAGE_DATA_DIR: folder,
      // Too high to be reached, so that the measurement includes counting.
      PRESAGE_ADDRESS_READS_PER_MINUTE: '1000000000',
      PRESAGE_DEMO: '0',
      PRESAGE_PRACTICE: 'off',
      PRESAGE_LOG_LEVEL: 'warn',
      PRESAGE_OPERATOR_TOKEN: 'operator-token-of-the-benchmarks',
      ...settings,
    },
    nodeArgs,
  );
  return {
    url: service.url,
    pid: service.pid,
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
