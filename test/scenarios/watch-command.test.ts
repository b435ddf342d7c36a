import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { createClient } from '../../client/client.js';
import { freePort } from '../../src/free-port.js';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { newDataFolder } from '../support/disk/prepared-folder.js';
import { Launched } from '../support/launch-service.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import { waitUntil } from '../support/wait-until.js';

/** Runs the command inside the test, with a terminal of the given size or none. */
function watching(url: string, args: string[], screen: { columns: number; rows: number } | null = null) {
  const stop = new AbortController();
  const seen = { out: '', err: '' };
  const code = runPresage(['watch', ...args], {
    environment: { PRESAGE_URL: url, PRESAGE_CONFIG: '/nonexistent/settings.json' },
    write: text => {
      seen.out += text;
    },
    complain: text => {
      seen.err += text;
    },
    screen: () => screen,
    interrupted: () => stop.signal,
  });
  return { seen, code, stop: () => stop.abort() };
}

let arena: OperatorService;
let watched: string;
beforeAll(async () => {
  arena = await startOperatorService();
  watched = (await arena.anEvent({ title: 'Will it be watched?' })).slug;
});
afterAll(async () => {
  await assertBooksBalance(arena.store);
  await arena.stop();
});
const buyWatched = async () =>
  arena.order(await arena.anAgent(), { eventSlug: watched, amountCredits: 40, limitPriceBps: 9999 });

describe('presage watch', () => {
  it('prints changes as lines without a terminal', async () => {
    const { seen, code, stop } = watching(arena.url, [watched]);
    await waitUntil('a live view', () => /live\n.*price {3}0 Yes 50.00 %, 1 No 50.00 %/.test(seen.out));
    await buyWatched();
    await waitUntil('the trade', () => /trade {3}agt-\w+ buys [\d.]+ of 0 Yes at 5\d\.\d\d %/.test(seen.out));
    await waitUntil('the price', () => /price {3}0 Yes 5[1-9]\.\d\d %/.test(seen.out));
    await arena.operate('POST', `/events/${watched}/pause`, {});
    await waitUntil('the pause', () => seen.out.includes('status  paused'));
    await arena.operate('POST', `/events/${watched}/resume`, {});
    await waitUntil('the end of it', () => seen.out.includes('status  active'));
    stop();
    expect([await code, seen.err]).toEqual([130, '']);
    expect(seen.out).not.toContain('\u001b');
  });

  it('prints every message with --json and stops after the given number', async () => {
    const { seen, code } = watching(arena.url, [watched, '--json', '--count', '4']);
    await waitUntil('the beginning', () => seen.out.includes('"snapshot"'));
    await buyWatched();
    await buyWatched();
    expect(await code).toBe(0);
    const messages = seen.out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(messages).toHaveLength(4);
    expect(new Set(messages.map(({ channel }) => channel))).toEqual(new Set(['trades', 'orderbook']));
    for (const message of messages) expect(message).toMatchObject({ key: watched, kind: expect.any(String) });
  });

  it('draws the market within the size of the terminal', async () => {
    const size = { columns: 60, rows: 24 };
    const { seen, code, stop } = watching(arena.url, [watched, '--depth', '3'], size);
    await waitUntil('a live picture', () => seen.out.includes('● live'));
    await buyWatched();
    await waitUntil(
      'the trades before and the new one',
      () => (seen.out.split('\u001b[H').pop()?.match(/agt-/g) ?? []).length >= 3,
    );
    stop();
    expect(await code).toBe(130);
    const last = seen.out.split('\u001b[?1049l')[1];
    expect(last).toMatch(/^Will it be watched\?\n● live · active · sequence \d+ · ends /);
    expect(last).toContain('book of 0 Yes');
    expect(last.split('\n').length).toBeLessThanOrEqual(size.rows);
    expect(Math.max(...last.split('\n').map(line => [...line].length))).toBeLessThanOrEqual(size.columns);
  });

  it('reports an error and exits', async () => {
    const none = watching(arena.url, ['no-such-event']);
    expect([await none.code, none.seen.err]).toEqual([3, expect.stringContaining('NOT_FOUND')]);
    const outcome = watching(arena.url, [watched, '--outcome', '2']);
    expect([await outcome.code, outcome.seen.err]).toEqual([2, expect.stringContaining('unknown outcome “2”')]);
    const timed = watching(arena.url, [watched, '--for', '0']);
    expect(await timed.code).toBe(0);
  });
});

/** An event with trades of another person's agent, all over HTTP. */
async function aTradedMarket(url: string, token: string): Promise<{ slug: string; buy: () => Promise<unknown> }> {
  const operator = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object, headers: object = operator) => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers } as never,
      body: JSON.stringify(body),
    });
    expect(reply.status, path).toBeLessThan(300);
    return { body: (await reply.json()) as never, cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] };
  };
  const { event } = (
    await post('/api/operator/events', {
      title: 'Will it come back?',
      description: 'For a test.',
      category: 'test',
      outcomes: ['Yes', 'No'],
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      resolutionSource: { name: 'A test', url: '', rule: 'As the test says.' },
    })
  ).body as { event: { slug: string } };
  const typed = { 'content-type': 'application/json' };
  const person = { email: 'w@example.org', password: 'correct horse battery', displayName: 'Watcher' };
  const { cookie } = await post('/api/people/sign-up', person, typed);
  const session = { ...typed, cookie };
  const { agent } = (await post('/api/people/agents', { name: 'Watched', description: 'x' }, session)).body as {
    agent: { id: string };
  };
  const { secret } = (await post(`/api/people/agents/${agent.id}/keys`, {}, session)).body as { secret: string };
  const client = createClient({ baseUrl: url, agentKey: secret });
  const buy = () =>
    client.placeOrder({ eventSlug: event.slug, outcomeIndex: 0, side: 'buy', amountCredits: 7, limitPriceBps: 9999 });
  return { slug: event.slug, buy };
}

describe('presage watch and a service that is killed', () => {
  const token = 'operator-token-for-tests';
  let folder: string;
  let port: number;
  let service: Launched;
  let command: ChildProcess | undefined;
  const start = async () => {
    const env = { PRESAGE_DATA_DIR: folder, PRESAGE_OPERATOR_TOKEN: token, PORT: String(port) };
    service = new Launched(env);
    return service.url();
  };
  beforeAll(async () => {
    folder = await newDataFolder('presage-watch-');
    port = await freePort();
    await start();
  }, 90_000);
  afterAll(async () => {
    command?.kill('SIGKILL');
    await service.ended('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  it('reconnects automatically, and exits immediately on Ctrl-C', { timeout: 90_000 }, async () => {
    const url = `http://127.0.0.1:${port}`;
    const { slug, buy } = await aTradedMarket(url, token);
    let out = '';
    command = spawn(process.execPath, [join(packageRoot, 'tools', 'presage.cjs'), 'watch', slug], {
      env: { PATH: process.env.PATH, PRESAGE_URL: url, PRESAGE_CONFIG: join(folder, 'none.json') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [command.stdout, command.stderr]) stream?.on('data', chunk => (out += chunk));
    await waitUntil('a live view', () => out.includes('live\n'));
    await buy();
    await waitUntil('the first trade', () => out.includes('watched buys'));
    await service.ended('SIGKILL');
    await waitUntil('the loss', () => out.includes('lost    '));
    await start();
    await buy();
    const end = performance.now() + 20_000;
    while ((out.match(/watched buys/g) ?? []).length < 2 && performance.now() < end)
      await new Promise(done => setTimeout(done, 50));
    expect(out.match(/watched buys/g), out).toHaveLength(2);
    const ended = new Promise(done => command?.once('exit', done));
    command.kill('SIGINT');
    expect(await ended).toBe(130);
  });
});
