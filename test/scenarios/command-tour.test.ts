import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../support/assert-books-balance.js';
import { TestCommand } from '../support/command-help.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import { waitForScores } from '../support/wait-for-scores.js';
import { waitUntil } from '../support/wait-until.js';

let service: OperatorService;
let presage: TestCommand;
let slug: string;
let resolved: string;
beforeAll(async () => {
  service = await startOperatorService();
  presage = new TestCommand(service.url);
  slug = (await service.anEvent({ title: 'Will the tour be complete?' })).slug;
  resolved = (await service.anEvent({ title: 'Was it decided?' })).slug;
  const other = await service.anAgent();
  await service.order(other, { eventSlug: resolved, amountCredits: 30 });
  await presage.signUp('Tora');
}, 60_000);
afterAll(async () => {
  presage.remove();
  await stopBalanced(service);
});

describe('a signed-in person without an agent', () => {
  it('plays as themselves', async () => {
    expect(await presage.json(['whoami'])).toMatchObject({
      signedInAs: 'tora',
      playsAs: 'tora',
      credential: 'session',
    });
    expect(await presage.output(['forecast', slug, 'Yes', '62%'])).toContain('Recorded: 62 % for Yes');
    expect((await presage.json(['buy', slug, 'YES', '10'])).order).toMatchObject({ outcomeIndex: 0, status: 'filled' });
    await presage.json(['forecast', resolved, '0', '80']);
    expect((await presage.json(['account'])).player).toMatchObject({ handle: 'tora', kind: 'human' });
    expect(await presage.output(['activity', '--limit', '3'])).toMatch(/trade +will-the-tour-be-complete +-10/);
  });

  it('lists forecasts, with scores once they are resolved, and withdraws', async () => {
    const [open] = (await presage.json(['forecasts', '--event', slug])).forecasts;
    expect(await presage.output(['forecasts'])).toContain(open.id);
    expect(await presage.output(['withdraw', open.id])).toBe(`${open.id} is withdrawn.\n`);
    service.clock.forward(3_600_000);
    await service.operate('POST', `/events/${resolved}/resolve`, { winningOutcomeIndex: 0, source: 'news', note: '' });
    await waitForScores(service);
    const scored = await presage.json(['forecasts', '--status', 'scored']);
    expect(scored.forecasts[0]).toMatchObject({ eventSlug: resolved, score: { brier: expect.closeTo(0.04, 5) } });
    expect(await presage.output(['forecasts', '--status', 'scored'])).toMatch(/80 % .*scored +0\.04/);
  });
});

describe('markets', () => {
  it('have titles, and winners with payouts once they are resolved', async () => {
    expect(await presage.output(['markets'])).toMatch(/title[\s\S]*Will the tour be complete\?/);
    expect(await presage.output(['markets', '--status', 'resolved'])).toMatch(/Was it decided\? +Yes won +100\.00 %/);
    const shown = await presage.output(['market', resolved]);
    expect(shown).toMatch(/result +Yes won\n/);
    expect(shown).toMatch(
      /label +last price +credits per share\n +0 {2}Yes +\d\d\.\d\d % +1\n +1 {2}No +\d\d\.\d\d % +0\n/,
    );
  });

  it('are found by words, with typos', async () => {
    expect(await presage.output(['search', 'tour', 'complete'])).toContain(slug);
    expect((await presage.json(['search', 'tour', '--kind', 'events'])).events).toMatchObject([{ slug }]);
    expect(await presage.output(['search', 'xyzzyx', '--kind', 'events'])).toContain('presage markets --status all');
  });

  it('have a history of prices in percent, or basis points on request', async () => {
    const history = await presage.output(['history', slug, '--outcome', 'no', '--timeframe', '24h']);
    expect(history).toMatch(/^No {2}[▁▂▃▄▅▆▇█]+\n[\s\S]*\d\d\.\d\d %/);
    const inBps = await presage.output(['history', slug, '--timeframe', '24h', '--bps']);
    expect(inBps).not.toContain('%');
    expect(await presage.output(['book', slug, '--depth', '1', '--bps'])).toMatch(/middle +5,?\d{3}\n/);
    expect(await presage.output(['book', slug, '--depth', '1'])).toMatch(/middle +5\d\.\d\d %\n/);
  });

  it('are ranked by the leaderboard', async () => {
    const profit = await presage.output(['leaderboard', 'profit']);
    expect(profit).toMatch(/total credits +per event/);
    expect(profit).toContain('Ranked by total profit in credits');
    expect(await presage.output(['leaderboard'])).toContain('Ranked by mean Brier score');
    expect(await presage.output(['player', 'tora'])).toMatch(/brier +\S+ +0\.04/);
  });
});

describe('--json', () => {
  it('pick fields of rows, of one object and of the response', async () => {
    const args = ['markets', '--status', 'all', '--json', 'slug,resolution.kind'];
    expect(JSON.parse(await presage.output(args))).toContainEqual({ slug: resolved, 'resolution.kind': 'outcome' });
    expect(JSON.parse(await presage.output(['market', slug, '--json=slug,status']))).toEqual({
      slug,
      status: 'active',
    });
    expect(JSON.parse(await presage.output(['--json', 'account'])).player.handle).toBe('tora');
    const unknown = await presage.run(['markets', '--json', 'slag']);
    expect([unknown.code, JSON.parse(unknown.err)]).toMatchObject([
      2,
      { code: 'USAGE', remediation: expect.stringMatching(/Fields: .*slug/) },
    ]);
  });

  it('print errors as JSON', async () => {
    const refused = await presage.run(['market', 'nothing-here', '--json']);
    expect([refused.code, refused.out]).toEqual([3, '']);
    expect(JSON.parse(refused.err)).toMatchObject({
      ...{ code: 'NOT_FOUND', status: 404, exitCode: 3, requestId: expect.stringMatching(/^req_/) },
      remediation: expect.stringContaining('presage search'),
    });
    const usage = await presage.run(['buy', slug, '--json']);
    expect([usage.code, JSON.parse(usage.err)]).toMatchObject([
      2,
      { code: 'USAGE', error: expect.stringContaining('outcome') },
    ]);
  });
});

describe('presage api', () => {
  it('calls operations by id and paths, with fields and bodies', async () => {
    expect(JSON.parse(await presage.output(['api', 'getEvent', '-f', `slug=${slug}`])).event.slug).toBe(slug);
    expect(JSON.parse(await presage.output(['api', '/api/events', '-f', 'limit=1'])).events).toHaveLength(1);
    const body = JSON.stringify({
      eventSlug: slug,
      outcomeIndex: 1,
      side: 'buy',
      amountCredits: 1,
      limitPriceBps: 9999,
    });
    const input = async function* () {
      yield Buffer.from(body);
    };
    const args = ['api', 'placeOrder', '--input', '-', '-H', 'Idempotency-Key: by-hand'];
    const placed = await presage.run(args, {}, { input });
    expect(placed.err).toBe('');
    expect(JSON.parse(placed.out).order.status).toBe('filled');
    const included = JSON.parse(await presage.output(['api', 'getStatus', '-i']));
    expect(included).toMatchObject({ status: 200, body: { service: 'presage' } });
    const all = JSON.parse(await presage.output(['api', 'listActivity', '-f', 'limit=1', '--paginate']));
    expect(all.activity.length).toBeGreaterThan(2);
    expect(await presage.output(['api', '--list'])).toContain('placeOrder');
  });
});

describe('presage status, open, doctor and version', () => {
  it('report the state of the arena', async () => {
    expect(await presage.output(['status'])).toContain(`● ${service.url}: ok`);
    await service.operate('POST', '/trading/pause', {});
    expect((await presage.run(['status'])).out).toContain('trading is paused');
    await service.operate('POST', '/trading/resume', {});
    expect(await presage.json(['version'])).toMatchObject({ node: process.versions.node, settings: presage.settings });
  });

  it('open pages', async () => {
    const seen = join(presage.folder, 'seen');
    const browser = join(presage.folder, 'browser.sh');
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${seen}\n`);
    chmodSync(browser, 0o755);
    const { event } = await presage.json(['market', slug]);
    expect(await presage.output(['open', slug], { BROWSER: browser })).toBe(`${event.url}\n`);
    await waitUntil('the browser', () => existsSync(seen) && readFileSync(seen, 'utf8') === event.url);
    const none = await presage.output(['open', slug], { BROWSER: join(presage.folder, 'none') });
    expect(none).toContain('open this address yourself');
    expect(await presage.output(['open', '--player', 'tora', '--print'])).toMatch(/tora\n$/);
  });

  it('find configuration errors', async () => {
    const fine = await presage.run(['doctor']);
    expect(fine.out).toMatch(/✓ session: works: tora/);
    expect([fine.code, fine.err]).toEqual([0, '']);
    chmodSync(presage.settings, 0o644);
    const open = await presage.run(['doctor'], { PRESAGE_AGENT_KEY: 'presage_agent_wrong' });
    expect(open.code).toBe(1);
    expect(open.out).toMatch(/✗ settings: .* has mode 644.*\n {2}→ chmod 600/);
    expect(open.out).toMatch(/✗ agent key: .*\n {2}→ The key is from PRESAGE_AGENT_KEY\. Set it to an active key/);
    chmodSync(presage.settings, 0o600);
    const away = await presage.run(['doctor', '--json'], { PRESAGE_URL: '127.0.0.1:9' });
    expect([away.code, JSON.parse(away.out).checks.at(-1)]).toMatchObject([1, { check: 'arena', ok: false }]);
  });
});

describe('presage logs', () => {
  it('lists and follows the caller’s requests', async () => {
    const failed = await presage.json(['logs', 'list', '--result', 'failed']);
    expect(Array.isArray(failed.requests)).toBe(true);
    const { code, out } = await presage.run([
      'logs',
      'tail',
      '--every',
      '2',
      '--for',
      '1',
      '--json',
      'operationId,status',
    ]);
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines).toContainEqual({ operationId: 'placeOrder', status: 201 });
    expect(lines.map(({ operationId }) => operationId)).not.toContain('listRequestLogs');
    const stop = new AbortController();
    const tail = presage.run(['logs', 'tail'], {}, { interrupted: () => stop.signal });
    setTimeout(() => stop.abort(), 300);
    expect((await tail).code).toBe(130);
  });
});

describe('agents of a person', () => {
  it('can be selected, and are deleted only after confirmation', async () => {
    await presage.output(['agent', 'new', 'First Tour']);
    await presage.output(['agent', 'new', 'Second Tour']);
    expect((await presage.json(['whoami'])).playsAs).toBe('second-tour');
    expect(await presage.output(['agent', 'use', 'first-tour'])).toContain('act as first-tour');
    expect((await presage.json(['account'])).player.handle).toBe('first-tour');
    expect(await presage.output(['agent', 'list'])).toMatch(/\* +first-tour/);
    expect(await presage.output(['agent', 'use', 'me'])).toContain('act as yourself');
    expect((await presage.json(['account'])).player.handle).toBe('tora');
    const silent = await presage.run(['agent', 'delete', 'second-tour']);
    expect([silent.code, silent.err]).toEqual([2, expect.stringContaining('--yes')]);
    const mistyped = await presage.run(['agent', 'delete', 'second-tour'], {}, { ask: async () => 'no' });
    expect([mistyped.code, mistyped.err]).toEqual([1, expect.stringContaining('was not deleted')]);
    const typed = await presage.run(['agent', 'delete', 'second-tour'], {}, { ask: async () => 'second-tour' });
    expect([typed.code, typed.out]).toEqual([0, expect.stringContaining('second-tour is deleted')]);
    const keys = await presage.json(['keys', 'list', 'first-tour']);
    expect(keys.keys).toHaveLength(1);
    expect(readFileSync(presage.settings, 'utf8')).not.toContain('second-tour');
    const gone = await presage.run(['agent', 'use', 'second-tour']);
    expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('Your agents: first-tour')]);
  });
});

describe('profiles', () => {
  it('cover several arenas, in a file that only its owner can read', async () => {
    const own = { PRESAGE_CONFIG: join(presage.folder, 'profiles.json'), PRESAGE_URL: undefined };
    await presage.output(['profile', 'add', 'home', '--url', service.url.replace('http://', '')], own);
    await presage.output(['profile', 'add', 'away', '--url', '127.0.0.1:9'], own);
    expect(statSync(own.PRESAGE_CONFIG).mode & 0o777).toBe(0o600);
    expect((await presage.run(['status'], own)).code).toBe(4);
    expect(await presage.output(['status', '--profile', 'home'], own)).toContain('profile   home');
    expect(await presage.output(['status'], { ...own, PRESAGE_PROFILE: 'home' })).toContain('ok');
    expect(await presage.output(['profile', 'use', 'home'], own)).toContain('use home');
    await presage.output(['login', '--email', 'pia@example.org', '--sign-up', 'Pia'], {
      ...own,
      PRESAGE_PASSWORD: 'correct horse battery',
    });
    expect((await presage.json(['profile', 'list'], own)).profiles).toMatchObject([
      { name: 'home', signedIn: true, inUse: true },
      { name: 'away', url: 'http://127.0.0.1:9', signedIn: false, inUse: false },
    ]);
    const both = await presage.run(['status', '--profile', 'home', '--url', '127.0.0.1:9'], own);
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('Use one of them')]);
    await presage.output(['profile', 'remove', 'away'], own);
    const missing = await presage.run(['status', '--profile', 'away'], own);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('Profiles: home')]);
  });

  it('import settings of the first format', async () => {
    const path = join(presage.folder, 'earlier.json');
    const agent = await service.anAgent();
    writeFileSync(path, JSON.stringify({ [service.url]: { agentKey: agent.key, agent: 'old' } }));
    expect((await presage.json(['whoami'], { PRESAGE_CONFIG: path })).credential).toBe('stored key');
  });
});

describe('colours', () => {
  const screen = () => ({ columns: 80, rows: 24 });
  it('are for terminals, and NO_COLOR disables them', async () => {
    const sequence = '\u001b[';
    expect((await presage.run(['markets'], {}, { screen })).out).toContain(sequence);
    expect((await presage.run(['markets'], { NO_COLOR: '1' }, { screen })).out).not.toContain(sequence);
    expect((await presage.run(['markets'], { TERM: 'dumb' }, { screen })).out).not.toContain(sequence);
    expect((await presage.run(['markets'])).out).not.toContain(sequence);
    expect((await presage.run(['market', 'none'], {}, { terminal: true })).err).toContain(`${sequence}31mpresage:`);
  });
});
