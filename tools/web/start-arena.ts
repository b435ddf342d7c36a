import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

export interface Arena {
  readonly url: string;
  readonly operatorToken: string;
  stop(): Promise<void>;
}

const startMs = 180_000;

function runningArena(): Arena | null {
  const { PRESAGE_URL: url, PRESAGE_OPERATOR_TOKEN: operatorToken } = process.env;
  return url && operatorToken ? { url: url.replace(/\/$/, ''), operatorToken, stop: async () => {} } : null;
}

/** Returns the arena in the environment, or starts one with demo events in a temporary folder. */
export async function startDemoArena(): Promise<Arena> {
  const running = runningArena();
  if (running) return running;
  const data = mkdtempSync(join(tmpdir(), 'presage-screenshots-'));
  const operatorToken = randomBytes(24).toString('hex');
  const child = spawn(process.execPath, [join(packageRoot, 'tools', 'run.cjs'), 'src/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      PRESAGE_DATA_DIR: data,
      PRESAGE_OPERATOR_TOKEN: operatorToken,
      PRESAGE_ADDRESS_READS_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(done => child.once('exit', () => done()));
  const url = await new Promise<string>((done, failed) => {
    let output = '';
    const timer = setTimeout(() => failed(new Error(`the arena did not start: ${output}`)), startMs);
    child.once('exit', () => failed(new Error(`the arena ended: ${output}`)));
    child.stdout.on('data', chunk => {
      output += chunk;
      const found = /Status +(http:\/\/[^/]+)/.exec(output)?.[1];
      if (!found || !output.includes('Ctrl-C stops it')) return;
      clearTimeout(timer);
      done(found);
    });
  });
  return {
    url,
    operatorToken,
    async stop() {
      child.kill('SIGINT');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
