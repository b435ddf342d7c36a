import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askSecret } from '../../cli/input/ask-secret.js';
import { runPresage } from '../../cli/run-presage.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let folder: string;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
  slug = (await service.anEvent({ title: 'Will the command play?' })).slug;
  folder = mkdtempSync(join(tmpdir(), 'presage-play-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await assertBooksBalance(service.store);
  await service.stop();
});

async function presage(args: string[], more: Record<string, string> = {}, askSecret?: () => Promise<string>) {
  let out = '';
  let err = '';
  const environment = { PRESAGE_URL: service.url, PRESAGE_CONFIG: join(folder, 'settings.json'), ...more };
  const code = await runPresage(args, {
    environment: { PATH: process.env.PATH, ...environment },
    ...(askSecret ? { askSecret } : {}),
    write: text => {
      out += text;
    },
    complain: text => {
      err += text;
    },
  });
  return { code, out, err };
}

/** Runs a command that must succeed; returns its JSON response. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
async function json(args: string[], more: Record<string, string> = {}): Promise<any> {
  const { code, out, err } = await presage([...args, '--json'], more);
  expect(`${code} ${err}`).toBe('0 ');
  return JSON.parse(out);
}

describe('presage, from an empty machine to a record', () => {
  it('signs up, creates an agent, stores its key privately and plays', async () => {
    const password = { PRESAGE_PASSWORD: 'correct horse battery' };
    const login = await presage(['login', '--email', 'ada@example.org', '--sign-up', 'Ada'], password);
    expect([login.err, login.out]).toEqual(['', expect.stringContaining('Signed in as Ada')]);
    const made = await presage(['agent', 'new', 'Ada’s first', '--model', 'hands']);
    expect(made.out).toMatch(/key {4}presage_agent_\w{49}\n/);
    const file = join(folder, 'settings.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('presage_agent_');
    const { agents } = await json(['agent', 'list']);
    expect(agents).toHaveLength(1);

    expect((await presage(['markets', '-q', 'command'])).out).toContain(slug);
    expect((await presage(['market', slug])).out).toContain('As the test says.');
    expect((await presage(['book', slug, '--depth', '2'])).out).toMatch(/to buy Yes\n +price +shares/);
    const preview = await json(['buy', slug, '0', '25', '--preview']);
    expect((await json(['account'])).availableBalance).toBe(10_000);
    const bought = await json(['buy', slug, '0', '25', '--id', 'one']);
    expect(bought.order.filledShares).toBe(preview.order.filledShares);
    const again = await presage(['buy', slug, '0', '25', '--id', 'one']);
    expect(again.out).toContain('nothing was done again');
    const sold = await json(['sell', slug, '0', String(Math.floor(bought.order.filledShares))]);
    expect(sold.order).toMatchObject({ side: 'sell', status: 'filled' });
    const resting = await json(['buy', slug, 'no', '5', '--limit', '10%']);
    expect(resting.order).toMatchObject({ outcomeIndex: 1, limitPriceBps: 1000, timeInForce: 'GTC', status: 'open' });
    expect((await presage(['orders'])).out).toContain(resting.order.id);
    expect((await presage(['cancel', resting.order.id])).out).toContain('is cancelled');
    expect((await presage(['cancel', '--all'])).out).toContain('0 cancelled');
    expect((await presage(['forecast', slug, '0', '63.5%', '--why', 'A hunch.'])).out).toContain('Recorded: 63.5 %');
    expect((await presage(['positions'])).out).toContain('0 Yes');
    expect((await presage(['leaderboard', 'brier'])).code).toBe(0);
    expect((await presage(['leaderboard', 'edge', '--board', 'edge'])).code).toBe(0);
  });

  it('rotates keys without downtime and deletes them on logout', async () => {
    const [agent] = (await json(['agent', 'list'])).agents;
    const before = (await json(['keys', 'list', agent.id])).keys;
    const second = await json(['keys', 'new', agent.id]);
    expect((await presage(['keys', 'revoke', agent.id, before[0].id])).out).toContain('revoked');
    expect((await json(['account'])).player.id).toBe(agent.id);
    expect((await json(['account'], { PRESAGE_AGENT_KEY: second.secret })).player.id).toBe(agent.id);
    expect((await presage(['logout'])).out).toBe('Signed out.\n');
    const account = await presage(['account']);
    expect([account.code, account.err]).toEqual([3, expect.stringContaining('presage agent new')]);
    expect((await presage(['agent', 'list'])).err).toContain('presage login');
  });
});

describe('presage with an ambiguous number', () => {
  const own = () => ({ PRESAGE_CONFIG: join(folder, 'units.json'), PRESAGE_PASSWORD: 'correct horse battery' });
  const forecasts = async (more: Record<string, string>) => (await json(['account'], more)).limits.forecasts.remaining;

  it('sends nothing until --yes confirms it', async () => {
    await presage(['login', '--email', 'uma@example.org', '--sign-up', 'Uma'], own());
    await presage(['agent', 'new', 'Uma’s only'], own());
    const left = await forecasts(own());
    const doubtful = await presage(['forecast', slug, '0', '0.62'], own());
    expect([doubtful.code, doubtful.out]).toEqual([2, '']);
    expect(doubtful.err).toMatch(/0\.62 can mean 0\.62 % or 62 %: write 0\.62% or 62%\n.*--yes/);
    expect(await forecasts(own())).toBe(left);
    const sure = await presage(['forecast', slug, '0', '0.62', '--yes'], own());
    expect([sure.code, sure.out]).toEqual([0, expect.stringContaining('Recorded: 0.62 %')]);
    expect(sure.out).toContain('Warning: probability 0.62 means 0.62 %');

    const order = (limit: string) => ['buy', slug, '0', '5', '--limit', limit];
    const refused = await presage(order('0.62'), own());
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('write 0.62% or 62%');
    const inBps = await presage(order('6200'), own());
    expect([inBps.code, inBps.err]).toEqual([2, expect.stringContaining('write 6200bps or 62%')]);
    expect((await json(['orders'], own())).orders).toEqual([]);
    expect((await presage([...order('0.62'), '--yes'], own())).out).toContain('Warning: limitPriceBps 62');
    for (const limit of ['0.62%', '62bps']) expect((await json(order(limit), own())).order.limitPriceBps).toBe(62);
    for (const limit of ['62', '62%', '62 %', '6200bps'])
      expect((await json([...order(limit), '--preview'], own())).order.limitPriceBps).toBe(6200);
    await presage(['cancel', '--all'], own());
  });
});

describe('presage with empty lists', () => {
  const own = () => ({ PRESAGE_CONFIG: join(folder, 'nothing.json'), PRESAGE_PASSWORD: 'correct horse battery' });

  /** A sentence instead of table headers, and for programs the empty list. */
  async function listsNothing(args: string[], member: string, advice: string): Promise<void> {
    const { code, out } = await presage(args, own());
    expect([code, out]).toEqual([0, expect.stringMatching(/^[A-Z][^\n]*\.\n$/)]);
    expect(out).toContain(advice);
    expect((await json(args, own()))[member]).toEqual([]);
  }

  it('explains what to do next', async () => {
    await presage(['login', '--email', 'fay@example.org', '--sign-up', 'Fay'], own());
    await listsNothing(['agent', 'list'], 'agents', 'presage agent new');
    const { agent, key } = await json(['agent', 'new', 'Fay’s only'], own());
    await listsNothing(['positions'], 'positions', 'presage markets lists');
    await listsNothing(['positions', '--practice'], 'positions', 'presage markets --practice lists');
    await listsNothing(['positions', '--status', 'settled'], 'positions', 'presage positions shows');
    await listsNothing(['orders'], 'orders', '--limit <price>');
    await listsNothing(['orders', '--status', 'all'], 'orders', 'presage buy');
    await listsNothing(['markets', '-q', 'nosuchword'], 'events', 'presage markets --status all');
    await listsNothing(['markets', '--practice'], 'events', 'opens no practice events');
    await listsNothing(['leaderboard', 'practice'], 'rows', 'presage markets --practice');
    await listsNothing(['leaderboard'], 'rows', 'presage forecast');
    expect((await presage(['keys', 'list', agent.id], own())).out).toContain(key.id);
  });
});

/** A terminal with a person typing. */
function typing(keys: string[]) {
  const input = new PassThrough() as unknown as NodeJS.ReadStream;
  const raw: boolean[] = [];
  let shown = '';
  const output = new PassThrough().on('data', chunk => {
    shown += chunk;
  });
  Object.assign(input, { setRawMode: (mode: boolean) => raw.push(mode) });
  const asked = askSecret(input, output, 'Password: ');
  for (const key of keys) (input as unknown as PassThrough).write(key);
  return { asked, raw, shown: () => shown };
}

describe('presage login', () => {
  it('prompts for the password if none is given', async () => {
    const asked = async () => 'correct horse battery';
    const login = await presage(['login', '--email', 'bea@example.org', '--sign-up', 'Bea'], {}, asked);
    expect([login.code, login.out]).toEqual([0, expect.stringContaining('Signed in as Bea')]);
    const wrong = await presage(['login', '--email', 'bea@example.org'], {}, async () => 'incorrect horse');
    expect([wrong.code, wrong.out]).toEqual([3, '']);
    const none = await presage(['login', '--email', 'bea@example.org'], {}, async () => '');
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('no password given')]);
  });

  it('keeps the key of another person’s agent for its owner, and removes keys that the arena rejects', async () => {
    const enter = async (email: string, ...more: string[]) =>
      (await presage(['login', '--email', email, ...more], { PRESAGE_PASSWORD: 'correct horse battery' })).out;
    const player = async () => (await json(['account'])).player.handle;
    await enter('cleo@example.org', '--sign-up', 'Cleo');
    const { secret } = await json(['agent', 'new', 'Cleo’s own']);
    expect(await enter('cleo@example.org')).toMatch(/^Signed in as Cleo .*\n$/);
    expect(await player()).toBe('cleo-s-own');
    expect(await enter('dan@example.org', '--sign-up', 'Dan')).toContain(
      'The stored key of cleo-s-own, an agent of cleo, stays in',
    );
    expect(await player()).toBe('dan');
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toContain(secret);

    await presage(['agent', 'new', 'Dan’s own']);
    expect(await enter('cleo@example.org')).toContain('Commands act as cleo-s-own again.\nThe stored key of dan-s-own');
    expect(await player()).toBe('cleo-s-own');
    expect(await enter('dan@example.org')).toContain('Commands act as dan-s-own again.');

    const [{ id }] = (await json(['agent', 'list'])).agents;
    const [{ id: keyId }] = (await json(['keys', 'list', id])).keys;
    await presage(['keys', 'revoke', id, keyId]);
    expect(await enter('dan@example.org')).toContain(
      'The arena rejected the stored key of dan-s-own, so it was removed',
    );
    expect(await player()).toBe('dan');
  });

  it('does not echo the password', async () => {
    const { asked, raw, shown } = typing(['wrong', '\u0015', 'corr', 'x\u007f', 'ect ', 'hörse\r']);
    expect(await asked).toBe('correct hörse');
    expect([raw, shown()]).toEqual([[true, false], 'Password: \n']);
  });

  it('can be interrupted', async () => {
    const { asked, raw } = typing(['corr', '\u0003']);
    await expect(asked).rejects.toMatchObject({ message: 'interrupted', exitCode: 130 });
    expect(raw).toEqual([true, false]);
  });
});

describe('presage completion', () => {
  it('completes commands in shells', async () => {
    const { out } = await presage(['completion', 'bash']);
    expect(out).toContain("'agent') words='new list use delete'");
    expect(out).toMatch(/'buy'\) words='--limit --tif --id --preview --yes'/);
    expect((await presage(['completion', 'zsh'])).out).toContain('bashcompinit');
    expect((await presage(['completion', 'fish'])).out).toContain("-n '__fish_use_subcommand' -a markets");
  });
});
