import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../src/server/package-root.js';
import { assertBooksBalance } from './books.js';
import { aMarket } from './markets.js';
import { startTestService, type TestService } from './service.js';

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

/** What a reader pastes: the blocks of one kind in their order. The command's are sh, those with curl are bash. */
function pasted(guide: string, kind = 'bash'): string {
  const text = readFileSync(join(packageRoot, 'docs', 'guides', guide), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block).join('\n');
}

/** Ends at the first command that fails, as a reader would. */
function runBash(script: string): Promise<string> {
  const env = { PATH: process.env.PATH, PRESAGE_URL: service.url, PRESAGE_CONFIG: join(folder, 'settings.json') };
  const options = { env, cwd: packageRoot, timeout: 60_000 };
  return new Promise((done, failed) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], options, (error, stdout, stderr) => {
      if (error) failed(new Error(`${error.message}\n${stdout}\n${stderr}`));
      else done(stdout);
    });
  });
}

describe('docs/guides/first-agent.md', () => {
  it('begins with the address that an arena has by default', () => {
    expect(pasted('first-agent.md')).toMatch(/^PRESAGE_URL=.*:-http:\/\/127\.0\.0\.1:4870\}"$/m);
  });

  it('works with the command', { timeout: 90_000 }, async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const output = await runBash(pasted('first-agent.md', 'sh'));
    expect(output).toContain('Signed in as Ada');
    expect(output).toContain('Recorded: 62 %');
    expect(output).toContain(`${slug}: `);
    expect(output).toContain('1 events forecast');
    expect(output).toContain('has forecast 1 events');
    const orders = await service.pool<{ status: string }[]>`select status from orders`;
    expect([...orders]).toEqual([{ status: 'filled' }]);
    await assertBooksBalance(service.store);
  });

  it.each([
    ['two outcomes', { outcomes: ['Yes', 'No'] }],
    ['a price near one', { outcomes: ['Yes', 'No'], prior: [9900, 100] }],
    ['a price near nothing', { outcomes: ['A', 'B', 'C'], prior: [60, 5000, 4940] }],
  ])('works as it is pasted: %s', { timeout: 90_000 }, async (_, options) => {
    const { pool, clock, store } = service;
    const { slug } = await aMarket(pool, clock.now(), options);
    const output = await runBash(pasted('first-agent.md'));
    expect(output).toContain(`${slug}: outcome 0 is at`);
    const orders = await pool<{ name: string; status: string; reason: string | null; shares: number }[]>`
      select client_order_id as name, status, cancel_reason as reason, filled_shares as shares from orders
      order by sequence, id`;
    expect(orders.map(({ name, status, reason }) => [name, status, reason])).toEqual([
      ['buy-1', 'filled', null],
      ['rest-1', 'cancelled', 'requested'],
      ['sell-1', 'filled', null],
    ]);
    expect(Math.abs(orders[2].shares - orders[0].shares / 2)).toBeLessThan(10_000);
    const [{ left }] = await pool<{ left: number }[]>`select shares as left from positions`;
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
  it('works as it is pasted', { timeout: 90_000 }, async () => {
    const { pool, clock } = service;
    const { id, slug } = await aMarket(pool, clock.now());
    const script = pasted('bots.md');
    expect(script).toMatch(/^PRESAGE_URL=.*:-http:\/\/127\.0\.0\.1:4870\}"$/m);
    const [loop, book] = (await runBash(script)).split(/\n|(?<=\})(?=\{)/).map(text => JSON.parse(text || 'null'));
    expect(loop.markets).toMatchObject([{ snapshot: { slug, status: 'active' } }]);
    expect(book).toMatchObject({ eventPubkey: `pub${id}`, asks: [{}, {}, {}] });
  });

  it('has no command that is not among those', () => {
    const text = readFileSync(join(packageRoot, 'docs', 'guides', 'bots.md'), 'utf8');
    expect(text.match(/^curl|="\$\(curl/gm)?.length).toBe(pasted('bots.md').match(/curl/g)?.length);
  });
});
