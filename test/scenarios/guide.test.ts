import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTools } from '../../src/contract/tools.js';
import { routes } from '../../src/features.js';
import { packageRoot } from '../../src/package-root.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { aMarket } from '../support/builders/market-builders.js';
import { entries, everyHelp } from '../support/command-help.js';
import { samplesOf } from '../support/doc-samples.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let folder: string;
beforeEach(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'presage-guide-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

/** Stops at the first failing command, as a reader would. */
function runBash(script: string): Promise<string> {
  const env = { PATH: process.env.PATH, PRESAGE_URL: service.url, PRESAGE_CONFIG: join(folder, 'settings.json') };
  const options = { env, cwd: packageRoot, timeout: 290_000 };
  return new Promise((done, failed) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], options, (error, stdout, stderr) => {
      if (error) failed(new Error(`${error.message}\n${stdout}\n${stderr}`));
      else done(stdout);
    });
  });
}

describe('docs/guides/first-agent.md', () => {
  it('begins with the default address of an arena', () => {
    expect(samplesOf('docs/guides/first-agent.md', 'bash').join('\n')).toMatch(
      /^PRESAGE_URL=.*:-http:\/\/127\.0\.0\.1:4870\}"$/m,
    );
  });

  it('works with the command', { timeout: 180_000 }, async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const output = await runBash(samplesOf('docs/guides/first-agent.md', 'sh').join('\n'));
    expect(output).toContain('Signed in as Ada');
    expect(output).toContain('Recorded: 62 %');
    expect(output).toContain(`${slug}: `);
    expect(output).toContain('1 events forecast');
    expect(output).toContain('has forecast 1 events');
    const orders = await service.pool<{ status: string }[]>`select status from readable_orders`;
    expect([...orders]).toEqual([{ status: 'filled' }]);
    await assertBooksBalance(service.store);
  });

  it.each([
    ['two outcomes', { outcomes: ['Yes', 'No'] }],
    ['a price near one', { outcomes: ['Yes', 'No'], prior: [9900, 100] }],
    ['a price near nothing', { outcomes: ['A', 'B', 'C'], prior: [60, 5000, 4940] }],
  ])('works when pasted: %s', { timeout: 90_000 }, async (_, options) => {
    const { pool, clock, store } = service;
    const { slug } = await aMarket(pool, clock.now(), options);
    const output = await runBash(samplesOf('docs/guides/first-agent.md', 'bash').join('\n'));
    expect(output).toContain(`${slug}: outcome 0 is at`);
    const orders = await pool<{ name: string; status: string; reason: string | null; shares: number }[]>`
      select client_order_id as name, status, cancel_reason as reason, filled_shares as shares from readable_orders
      order by sequence, id`;
    expect(orders.map(({ name, status, reason }) => [name, status, reason])).toEqual([
      ['buy-1', 'filled', null],
      ['rest-1', 'cancelled', 'requested'],
      ['sell-1', 'filled', null],
    ]);
    expect(Math.abs(orders[2].shares - orders[0].shares / 2)).toBeLessThan(10_000);
    const [{ left }] = await pool<{ left: number }[]>`select shares as left from readable_positions`;
    expect(left).toBe(orders[0].shares - orders[2].shares);
    const kinds = output
      .trim()
      .split('\n')
      .slice(-7)
      .map(line => /Z {2}(\w+)/.exec(line)?.[1]);
    const trading = ['trade', 'cancel', 'order', 'trade'];
    expect(kinds).toEqual([...trading, 'forecast', 'forecast', 'grant']);
    const forecasts = await pool<{ name: string; probability: number; end: string | null; rationale: string | null }[]>`
      select f.client_forecast_id as name, f.probability, f.ended_by as end, r.rationale
      from forecasts f left join forecast_rationales r on r.forecast_id = f.id order by f.at`;
    expect([...forecasts]).toEqual([
      { name: 'forecast-1', probability: 700_000, end: 'superseded', rationale: 'A first guess.' },
      { name: 'forecast-2', probability: 645_000, end: null, rationale: null },
    ]);
    await assertBooksBalance(store);
  });
});

describe('docs/guides/bots.md', () => {
  it('works when pasted', { timeout: 90_000 }, async () => {
    const { pool, clock } = service;
    const { id, slug } = await aMarket(pool, clock.now());
    const script = samplesOf('docs/guides/bots.md', 'bash').join('\n');
    expect(script).toMatch(/^PRESAGE_URL=.*:-http:\/\/127\.0\.0\.1:4870\}"$/m);
    const [loop, book] = (await runBash(script)).split(/\n|(?<=\})(?=\{)/).map(text => JSON.parse(text || 'null'));
    expect(loop.markets).toMatchObject([{ snapshot: { slug, status: 'active' } }]);
    expect(book).toMatchObject({ eventPubkey: `pub${id}`, asks: [{}, {}, {}] });
  });

  it('has no other commands', () => {
    const text = readFileSync(join(packageRoot, 'docs', 'guides', 'bots.md'), 'utf8');
    expect(text.match(/^curl|="\$\(curl/gm)?.length).toBe(
      samplesOf('docs/guides/bots.md', 'bash').join('\n').match(/curl/g)?.length,
    );
  });
});

describe('docs/guides/market-data.md', () => {
  it('works when pasted', { timeout: 90_000 }, async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const script = samplesOf('docs/guides/market-data.md', 'bash')
      .join('\n')
      .replaceAll(/^(?=curl )/gm, 'echo; ');
    const replies = (await runBash(script)).trim().split(/\n+/);
    const read = replies.map(text => JSON.parse(text));
    expect(read).toHaveLength(script.match(/^echo; curl/gm)?.length ?? 0);
    for (const reply of read) expect(reply).not.toHaveProperty('error');
    expect(read[0].events).toMatchObject([{ slug }]);
    expect(read.filter(reply => 'candles' in reply)).toHaveLength(2);
    expect(read.filter(reply => 'trades' in reply || 'activity' in reply)).toHaveLength(2);
    expect(read.at(-1).help[0]).toMatchObject({ anchor: 'RATE_LIMITED' });
  });
});

describe('docs/guides/command.md', () => {
  it('uses only commands and options of the help', async () => {
    const text = readFileSync(join(packageRoot, 'docs', 'guides', 'command.md'), 'utf8');
    const all = await everyHelp();
    const globals = entries(all[0].help, /Options/).map(({ name }) => name);
    const mentions = [...text.matchAll(/(?:^|`|\()presage ((?:[a-z]+(?:-[a-z]+)* ?)+)([^`\n]*)/gm)];
    expect(mentions.length).toBeGreaterThan(40);
    for (const [, words, rest] of mentions) {
      const named = all.findLast(({ path }) => path !== '' && `${words.trim()} `.startsWith(`${path} `));
      expect(named?.path, words).toBeDefined();
      const below = all.filter(each => `${each.path} `.startsWith(`${named?.path} `)).map(each => each.help);
      const known = [...entries(below.join('\n'), /Options/).map(({ name }) => name), ...globals].join(' ');
      for (const [option] of rest.matchAll(/(?<![\w-])--[a-z][a-z-]*/g))
        expect(known, `${words}${rest}`).toContain(option);
    }
  });

  it('works when pasted', { timeout: 300_000 }, async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const output = await runBash(samplesOf('docs/guides/command.md', 'sh').join('\n'));
    expect(output).toContain('Signed in as Eva');
    expect(output).toContain('nothing was done again');
    expect(output).toMatch(/live\n.* price {3}0 Yes/);
    expect(output).toContain('{"channel":"orderbook","key":');
    expect(output).toContain('1 events forecast');
    const orders = await service.pool<{ name: string }[]>`select client_order_id as name from readable_orders`;
    expect([...orders]).toEqual([{ name: 'my-first-order' }]);
    expect(output).toContain(slug);
    await assertBooksBalance(service.store);
  });
});

describe('docs/guides/mcp.md', () => {
  it('lists and counts the existing tools', () => {
    const text = readFileSync(join(packageRoot, 'docs', 'guides', 'mcp.md'), 'utf8');
    const tools = buildTools(routes);
    const named = (access: string) => tools.flatMap(tool => (tool.access === access ? [tool.name] : [])).sort();
    const told = (heading: string) => {
      const [, rows] = new RegExp(`^\\| ${heading} \\| \\|\\n\\|---\\|---\\|\\n((?:\\|.*\\n)+)`, 'm').exec(text) ?? [];
      return [...(rows ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name).sort();
    };
    const [open, keyed] = [named('public'), named('agentKey')];
    expect([told('Tools without a key'), told('Tools with a key')]).toEqual([open, keyed]);
    expect(text).toContain(
      `${open.length} tools need no key and ${keyed.length} more need one, so with a key ${tools.length} are listed.`,
    );
  });

  it('has configurations that lead to the tools', async () => {
    const text = readFileSync(join(packageRoot, 'docs', 'guides', 'mcp.md'), 'utf8');
    const blocks = [...text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, block]) => JSON.parse(block));
    const servers = blocks.map(({ mcpServers, servers: ofVsCode }) => (mcpServers ?? ofVsCode).presage);
    expect(servers).toHaveLength(4);
    for (const { url, httpUrl, headers } of servers) {
      expect(new URL(url ?? httpUrl).pathname).toBe('/mcp');
      expect(headers.Authorization).toMatch(/^Bearer \$/);
    }
    const committed = JSON.parse(readFileSync(join(packageRoot, '.mcp.json'), 'utf8')).mcpServers.presage;
    expect(committed.url.replace(/^\$\{PRESAGE_URL:-http:\/\/127\.0\.0\.1:4870\}/, service.url)).toBe(
      `${service.url}/mcp`,
    );
    const [{ url, headers }] = servers;
    const agent = await service.anAgent();
    const sent = { Authorization: headers.Authorization.replace(/\$.*/, agent.key) };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const reply = await fetch(new URL(new URL(url).pathname, service.url), {
      method: 'POST',
      headers: { ...sent, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(message),
    });
    expect(await reply.text()).toContain('play_place_order');
  });
});
