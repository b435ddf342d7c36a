import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { samplesOf } from '../support/doc-samples.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import { waitUntil } from '../support/wait-until.js';

let service: OperatorService;
let folder: string;
const running: ChildProcess[] = [];
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-streams-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await assertBooksBalance(service.store);
  await service.stop();
});

const commands = () => samplesOf('docs/guides/streams.md', 'bash').join('\n');
const program = () => samplesOf('docs/guides/streams.md', 'js').join('\n');

/** The program of the guide, as saved by a reader. */
function follow(url: string, slug: string, silenceMs = '45_000'): { output: () => string; child: ChildProcess } {
  const file = join(folder, 'follow-trades.mjs');
  writeFileSync(file, program().replace('45_000', silenceMs));
  const child = spawn(process.execPath, [file, slug], { env: { PATH: process.env.PATH, PRESAGE_URL: url } });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      text += chunk;
    });
  }
  return { output: () => text, child };
}

const numbers = (output: string) => [...output.matchAll(/^trade (\d+):/gm)].map(([, number]) => Number(number));

describe('docs/guides/streams.md', () => {
  it('works when pasted', { timeout: 60_000 }, async () => {
    const { slug } = await service.anEvent();
    const agent = await service.anAgent();
    await service.order(agent, { eventSlug: slug, amountCredits: 5 });
    // The commands end after three seconds, which a busy machine may need for the answer.
    const script = commands().replaceAll('--max-time 3', '--max-time 5');
    expect(script).toMatch(/^PRESAGE_URL=.*:-http:\/\/127\.0\.0\.1:4870\}"$/m);
    const env = { PATH: process.env.PATH, PRESAGE_URL: service.url, PRESAGE_AGENT_KEY: agent.key };
    const output = await new Promise<string>((done, failed) => {
      execFile('bash', ['-euo', 'pipefail', '-c', script], { env }, (error, stdout) =>
        error ? failed(error) : done(stdout),
      );
    });
    const received = [...output.matchAll(/^event: (\w+)$/gm)].map(([, kind]) => kind);
    // The regular heartbeat may follow.
    const kinds = received.filter((kind, at) => kind !== 'heartbeat' || received[at - 1] !== 'heartbeat');
    expect(kinds).toEqual([
      ...['snapshot', 'status', 'top', 'heartbeat'],
      ...['snapshot', 'heartbeat'],
      ...['snapshot', 'heartbeat'],
    ]);
    expect(output).toContain('"channel":"user"');
  });

  it('contains no other commands', () => {
    const text = readFileSync(join(packageRoot, 'docs', 'guides', 'streams.md'), 'utf8');
    expect(text.match(/\bcurl -/g)?.length).toBe(commands().match(/\bcurl -/g)?.length);
  });
});

describe('its program', () => {
  it('prints each trade once, and reports a rejection', { timeout: 60_000 }, async () => {
    const { slug } = await service.anEvent();
    const agent = await service.anAgent();
    await service.order(agent, { eventSlug: slug, amountCredits: 5 });
    const { output } = follow(service.url, slug);
    await waitUntil('the beginning', () => output().includes('snapshot at 1 (asked), active'));
    for (let count = 0; count < 3; count += 1) await service.order(agent, { eventSlug: slug, amountCredits: 5 });
    await waitUntil('three trades', () => numbers(output()).length === 3);
    expect(numbers(output())).toEqual([2, 3, 4]);
    const refused = follow(service.url, 'nope');
    await waitUntil('its end', () => refused.child.exitCode !== null);
    expect([refused.child.exitCode, refused.output()]).toEqual([1, 'NOT_FOUND: Event nope not found.\n']);
  });

  it('recovers from gaps, silence and overload', { timeout: 60_000 }, async () => {
    const asked: (string | undefined)[] = [];
    const trade = (sequence: number) => {
      const data = { kind: 'trade', sequence, trade: { side: 'buy', shares: 1, priceBps: 5000 } };
      return `id: ${sequence}\nevent: trade\ndata: ${JSON.stringify(data)}\n\n`;
    };
    const answers: ((response: ServerResponse) => void)[] = [
      response => response.writeHead(429, { 'retry-after': '0' }).end('{"code":"RATE_LIMITED","retryable":true}'),
      response => response.end(`data: {"kind":"snapshot","sequence":3,"reason":"asked","market":{}}\n\n${trade(5)}`),
      response => response.write(trade(3) + trade(4)),
      response => response.end('data: {"kind":"heartbeat","sequence":6}\n\n'),
      response => response.write(trade(5) + trade(6)),
    ];
    const server = createServer((request, response) => {
      asked.push(request.url?.split('?')[1]);
      answers.shift()?.(response);
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const { output } = follow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'rain', '4_000');
    const patient = { timeout: 25_000 };
    await expect.poll(() => numbers(output()), patient).toContain(4);
    await expect.poll(() => numbers(output()), patient).toContain(6);
    expect(numbers(output())).toEqual([4, 5, 6]);
    const behind = ['afterSequence=3', 'afterSequence=4', 'afterSequence=4'];
    expect(asked).toEqual(['snapshot=true', 'snapshot=true', ...behind]);
    for (const line of ['gap after 3', 'no message for too long', 'messages after 4 are missing']) {
      expect(output()).toContain(`reconnecting: ${line}`);
    }
    server.closeAllConnections();
    server.close();
  });
});
