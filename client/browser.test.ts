import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../src/server/package-root.js';
import { assertBooksBalance } from '../test/support/assert-books-balance.js';
import { browserPath, startBrowser, whyNoBrowser } from '../test/support/browser.js';
import { type OperatorService, startOperatorService } from '../test/support/operator-service.js';
import { waitUntil } from '../test/support/wait-until.js';
import type * as Presage from './client.js';

if (browserPath === null) console.warn(`the client is not tried in a browser: ${whyNoBrowser}`);

/** What the page of the test has found out so far. */
interface Told {
  readonly trades: string[];
  readonly own: string[];
  readonly states: boolean[];
  error: string;
}
type Pages = typeof globalThis & {
  readonly location: { readonly origin: string };
  presage: typeof Presage;
  told: Told;
  stop: AbortController;
};

let service: OperatorService;
let browser: Browser;
let page: Page;
let folder: string;
let slug: string;
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startOperatorService();
  ({ slug } = await service.anEvent());
  folder = mkdtempSync(join(tmpdir(), 'presage-browser-'));
  const entryPoints = [join(packageRoot, 'client', '*.ts'), join(packageRoot, 'client', 'generated', '*.ts')];
  await build({ entryPoints, outdir: folder, outbase: join(packageRoot, 'client'), format: 'esm', target: 'es2022' });
  browser = await startBrowser();
  page = await browser.newPage();
  // The page and the modules of the client, as an arena's own site would serve them; everything else is the service.
  await page.route('**/a-page', route =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Presage</title>' }),
  );
  await page.route('**/client/**', route => {
    const path = new URL(route.request().url()).pathname.replace('/client/', '');
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(folder, path), 'utf8') });
  });
  await page.goto(`${service.url}/a-page`);
  await page.addScriptTag({
    type: 'module',
    content: `import * as presage from '/client/client.js'; globalThis.presage = presage;`,
  });
  await page.waitForFunction(() => (globalThis as Pages).presage !== undefined);
});
afterAll(async () => {
  if (browserPath === null) return;
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
  await assertBooksBalance(service.store);
  await service.stop();
});
const told = () => page.evaluate(() => (globalThis as Pages).told);

describe.skipIf(browserPath === null)('the client in a browser', () => {
  it('plays with the session cookie of its own site', async () => {
    const order = await page.evaluate(async eventSlug => {
      const client = (globalThis as Pages).presage.createClient({ baseUrl: (globalThis as Pages).location.origin });
      const person = { email: 'web@example.org', password: 'correct horse battery', displayName: 'Web' };
      await client.call('signUp', { body: person });
      return client.placeOrder({ eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 5, limitPriceBps: 9999 });
    }, slug);
    expect(order).toMatchObject({ replayed: false, order: { status: 'filled', filledCredits: 5 } });
    const [{ player }] = await service.pool<{ player: string }[]>`select player_id as player from orders`;
    expect(player).toMatch(/^plr_/);
  });

  it('plays with a key', async () => {
    const agent = await service.anAgent();
    const forecast = await page.evaluate(
      async ([agentKey, eventSlug]) => {
        const client = (globalThis as Pages).presage.createClient({
          baseUrl: (globalThis as Pages).location.origin,
          agentKey,
        });
        await client.placeOrder({ eventSlug, outcomeIndex: 1, side: 'buy', amountCredits: 5, limitPriceBps: 9999 });
        return client.recordForecast({ eventSlug, outcomeIndex: 1, probability: 61 });
      },
      [agent.key, slug],
    );
    expect(forecast.forecast).toMatchObject({ eventSlug: slug, probability: 61 });
    expect(await service.available(agent)).toBe(9_995);
  });

  it('follows public and private streams, and ends them', async () => {
    await page.evaluate(eventSlug => {
      const pages = globalThis as Pages;
      pages.told = { trades: [], own: [], states: [], error: '' };
      pages.stop = new AbortController();
      const { signal } = pages.stop;
      const client = pages.presage.createClient({ baseUrl: (globalThis as Pages).location.origin });
      const onConnection = ({ open }: { open: boolean }) => pages.told.states.push(open);
      const failed = (error: unknown) => {
        pages.told.error = String(error);
      };
      const trades = async () => {
        const options = { channel: 'trades', key: eventSlug, afterSequence: 0, signal, onConnection } as const;
        for await (const message of client.stream(options))
          pages.told.trades.push(`${message.kind} ${message.sequence}`);
      };
      const own = async () => {
        const options = { channel: 'user', afterSequence: 0, signal, onConnection } as const;
        for await (const message of client.stream(options)) pages.told.own.push(`${message.kind} ${message.sequence}`);
      };
      trades().catch(failed);
      own().catch(failed);
    }, slug);
    const isThere = async (trade: string) => (await told()).trades.includes(trade);
    await waitUntil('the trades so far', () => isThere('trade 2'));
    await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 5 });
    await waitUntil('a new trade', () => isThere('trade 3'));
    const { trades, own, states, error } = await told();
    expect(trades.filter(line => line.startsWith('trade'))).toEqual(['trade 1', 'trade 2', 'trade 3']);
    expect(own).toEqual(['trade 1', 'order 2']);
    expect([states, error]).toEqual([[true, true], '']);
    await page.evaluate(() => (globalThis as Pages).stop.abort());
    const open = async () => /^presage_streams_open (\d+)$/m.exec((await service.call('GET', '/metrics')).text)?.[1];
    await waitUntil('both streams closed', async () => (await open()) === '0');
    expect((await told()).error).toBe('');
  });
});
