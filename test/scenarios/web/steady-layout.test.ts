import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { openPage, startWebService, type WebService } from './web-service.js';

vi.setConfig({ testTimeout: 120_000 });

let service: WebService;
let browser: Browser;
let slug: string;
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService();
  browser = await startBrowser();
  for (const outcomes of [
    ['A', 'B', 'C'],
    ['D', 'E', 'F'],
    ['Yes', 'No'],
  ])
    ({ slug } = await service.anEvent({ outcomes }));
  await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 400 });
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await service.stop();
});

const topOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.y;

describe.skipIf(browserPath === null)('the list of markets', () => {
  it('has skeletons at the place and of the size of its cards', async () => {
    const { page, context } = await openPage(browser, service);
    let release = () => {};
    const held = new Promise<void>(done => {
      release = done;
    });
    await page.route('**/api/events?**', async route => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    const skeleton = await page.locator('[aria-busy=true] > .card').first().boundingBox();
    release();
    await settle(page);
    expect(await page.locator('article').first().boundingBox()).toEqual(skeleton);
    await context.close();
  });

  it('draws sparklines inside the padding of their cards', async () => {
    const { page, context } = await openPage(browser, service, { width: 390 });
    await page.goto('/');
    const line = page.locator('article span[title="The last 7 days"]').first();
    await line.waitFor();
    await settle(page);
    const wide = `[...document.querySelectorAll('article span[title="The last 7 days"]')]
      .filter(each => each.scrollWidth > each.clientWidth).length`;
    expect(await page.evaluate(wide)).toBe(0);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('a connection that is lost', () => {
  it('is reported above the page without moving it', async () => {
    const { page, context } = await openPage(browser, service);
    await page.addInitScript('delete window.SharedWorker; delete Navigator.prototype.locks;');
    await page.routeWebSocket(/\/api\/v1\/ws/, socket => socket.close());
    await page.route('**/stream*', route => route.abort());
    await page.goto(`/events/${slug}`);
    const before = await topOf(page, 'h1');
    const banner = page.getByText('Reconnecting. Prices may be out of date.');
    await banner.waitFor();
    expect(await topOf(page, 'h1')).toBe(before);
    const { y = 0, height = 0 } = (await banner.boundingBox()) ?? {};
    const content = await page.evaluate<number>(
      "const main = document.querySelector('main'); main.getBoundingClientRect().top + parseFloat(getComputedStyle(main).paddingTop)",
    );
    expect(y + height).toBeLessThanOrEqual(content);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('tables of the operator console', () => {
  it('fit tablets and phones', async () => {
    const { headers, playerId } = await service.aPerson({ displayName: 'Olga Operator' });
    await service.operate('PUT', `/people/${playerId}/role`, { role: 'operator' });
    // The widest letter: whether other handles fit would depend on their letters.
    const { playerId: wide } = await service.anAgent();
    await service.pool`update players set handle = ${'w'.repeat(30)} where id = ${wide}`;
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    for (const width of [820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/operator/events', '/operator/players']) {
        await page.goto(path);
        await page.getByRole('table').first().waitFor();
        const hidden = await page.evaluate<number>(
          "Math.max(...[...document.querySelectorAll('table')].map(each => each.scrollWidth - each.parentElement.clientWidth))",
        );
        expect([width, path, Math.max(0, hidden)]).toEqual([width, path, 0]);
      }
    }
    await context.close();
  });
});
