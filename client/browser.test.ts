import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../src/package-root.js';
import { assertBooksBalance } from '../test/support/assert-books-balance.js';
import { leaveBrowser, startBrowser, whyNoBrowser } from '../test/support/browser.js';
import { type OperatorService, startOperatorService } from '../test/support/operator-service.js';
import { waitUntil } from '../test/support/wait-until.js';
import { browserPath } from '../tools/web/browser.js';
import type * as Presage from './client.js';

if (browserPath === null) console.warn(`the client is not tried in a browser: ${whyNoBrowser}`);

/** What the page has received so far. */
interface PageState {
  readonly trades: string[];
  readonly own: string[];
  readonly states: boolean[];
  error: string;
}
type Pages = typeof globalThis & {
  readonly location: { readonly origin: string };
  presage: typeof Presage;
  state: PageState;
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
  const entryPoints = ['client', 'client/generated'].flatMap(path =>
    readdirSync(join(packageRoot, path))
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(name => join(packageRoot, path, name)),
  );
  await build({ entryPoints, outdir: folder, outbase: join(packageRoot, 'client'), format: 'esm', target: 'es2022' });
  browser = await startBrowser();
  page = await browser.newPage();
  // Serves the page and the modules of the client from the arena's origin; all other requests reach the service.
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
  await leaveBrowser();
  rmSync(folder, { recursive: true, force: true });
  await assertBooksBalance(service.store);
  await service.stop();
});
const pageState = () => page.evaluate(() => (globalThis as Pages).state);

describe.skipIf(browserPath === null)('the client in a browser', () => {
  it('plays with the session cookie of its site', async () => {
    const order = await page.evaluate(async eventSlug => {
      const client = (globalThis as Pages).presage.createClient({ baseUrl: (globalThis as Pages).location.origin });
      const person = { email: 'web@example.org', password: 'correct horse battery', displayName: 'Web' };
      await client.call('signUp', { body: person });
      return client.placeOrder({ eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 5, limitPriceBps: 9999 });
    }, slug);
    expect(order).toMatchObject({ replayed: false, order: { status: 'filled', filledCredits: 5 } });
    const [{ player }] = await service.pool<{ player: string }[]>`select player_id as player from readable_orders`;
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
      pages.state = { trades: [], own: [], states: [], error: '' };
      pages.stop = new AbortController();
      const { signal } = pages.stop;
      const client = pages.presage.createClient({ baseUrl: (globalThis as Pages).location.origin });
      const onConnection = ({ open }: { open: boolean }) => pages.state.states.push(open);
      const failed = (error: unknown) => {
        pages.state.error = String(error);
      };
      const trades = async () => {
        const options = { channel: 'trades', key: eventSlug, afterSequence: 0, signal, onConnection } as const;
        for await (const message of client.stream(options))
          if (message.kind !== 'top') pages.state.trades.push(`${message.kind} ${message.sequence}`);
      };
      const own = async () => {
        const options = { channel: 'user', afterSequence: 0, signal, onConnection } as const;
        for await (const message of client.stream(options)) pages.state.own.push(`${message.kind} ${message.sequence}`);
      };
      trades().catch(failed);
      own().catch(failed);
    }, slug);
    const isThere = async (trade: string) => (await pageState()).trades.includes(trade);
    await waitUntil('the trades so far', () => isThere('trade 2'));
    await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 5 });
    await waitUntil('a new trade', () => isThere('trade 3'));
    await waitUntil('the own messages', async () => (await pageState()).own.length >= 2);
    const { trades, own, states, error } = await pageState();
    expect(trades.filter(line => line.startsWith('trade'))).toEqual(['trade 1', 'trade 2', 'trade 3']);
    expect(own).toEqual(['trade 1', 'order 2']);
    expect([states, error]).toEqual([[true, true], '']);
    await page.evaluate(() => (globalThis as Pages).stop.abort());
    const open = async () => /^presage_streams_open (\d+)$/m.exec(await service.services.service.metrics())?.[1];
    await waitUntil('both streams closed', async () => (await open()) === '0');
    expect((await pageState()).error).toBe('');
  });
});
