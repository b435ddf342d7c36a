import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { build } from 'esbuild';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from './log.js';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  write(createLog('debug', sink));
  return text;
}

describe('the log', () => {
  it('redacts secret members at any depth', () => {
    const text = logged(log => {
      log.info({ cookie: 'hidden-1', headers: { authorization: 'hidden-2', host: 'shown' } }, 'one');
      log.info({ request: { raw: { headers: { 'x-api-key': 'hidden-3' } } }, body: { password: 'hidden-4' } }, 'two');
    });
    expect(text).toContain('shown');
    expect(text).not.toContain('hidden');
  });

  it('redacts keys and URL passwords within texts', () => {
    const text = logged(log =>
      log.error({ err: new Error('postgres://u:hidden@host/db with presage_agent_hidden1') }, 'presage_agent_hidden2'),
    );
    expect(text).toContain('postgres://u:[redacted]@host/db');
    expect(text).not.toContain('hidden');
  });

  it('logs the diagnostic fields of a database error, not its values', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      parameters: ['hidden'],
      detail: 'Key (email)=(hidden)',
    });
    const text = logged(log => log.error({ err: new Error('outer', { cause: error }) }, 'failed'));
    expect(text).toContain('23505');
    expect(text).not.toContain('hidden');
  });
});

describe('a log under stress', () => {
  it('collapses repeated lines, and reports their number afterwards', () => {
    vi.useFakeTimers();
    try {
      const text = logged(log => {
        for (let number = 0; number < 1000; number += 1)
          log.error({ requestId: `r${number}`, err: new Error('full') }, 'no');
        log.error({ err: new Error('another') }, 'no');
        log.info('no');
        vi.runAllTimers();
        log.error({ err: new Error('full') }, 'no');
      });
      const lines = text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
      expect(lines.filter(({ err }) => err?.message === 'full')).toHaveLength(6);
      expect(lines.filter(({ err }) => err?.message === 'another')).toHaveLength(1);
      expect(lines.filter(({ suppressed }) => suppressed === 995)).toHaveLength(1);
      expect(lines).toHaveLength(9);
    } finally {
      vi.useRealTimers();
    }
  });

  it.runIf(existsSync('/dev/full'))('does not end the process when its file is on a full disk', async () => {
    const outfile = join(import.meta.dirname, `../../node_modules/.cache/presage-log-test-${process.pid}.mjs`);
    const contents = `
      import { createLog } from './log.js';
      const log = createLog('info');
      for (let number = 0; number < 1000; number += 1) log.info({ number }, 'a line that can not be written');
      console.log('alive');`;
    const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' as const };
    await build({ stdin, outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
    try {
      const child = spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')] });
      let output = '';
      child.stdout?.on('data', chunk => {
        output += chunk;
      });
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(output).toBe('alive\n');
    } finally {
      rmSync(outfile, { force: true });
    }
  });
});
