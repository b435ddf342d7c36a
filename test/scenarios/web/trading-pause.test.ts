import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { overflowOf, seriousFindings } from './accessibility.js';
import { openPage, startWebService, type WebService } from './web-service.js';

vi.setConfig({ testTimeout: 120_000 });

let service: WebService;
let browser: Browser;
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService();
  browser = await startBrowser();
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await service.stop();
});

const pause = (note?: string) => service.operate('POST', '/trading/pause', note === undefined ? {} : { note });
const resume = () => service.operate('POST', '/trading/resume');
const headline = 'Trading is paused in the whole arena.';
/** Pages read the state every ten seconds, and when their reader returns to them. */
const soon = { timeout: 40_000 };
const returnTo = (page: Page) =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");

/** Sums up the layout shifts of a page. */
const countShifts = `window.shifts = 0; new PerformanceObserver(list => {
  for (const { value } of list.getEntries()) shifts += value;
}).observe({ type: 'layout-shift', buffered: true });`;

describe.skipIf(browserPath === null)('a pause of trading', () => {
  it('appears on the markets page with its reason and disappears without a reload', async () => {
    const { page, context, problems } = await openPage(browser, service, { width: 390 });
    await page.goto('/');
    await settle(page);
    expect(await page.getByText(headline).count()).toBe(0);
    await pause('The database is upgraded <b>until noon</b>.');
    await page.getByText(headline).waitFor(soon);
    await page.getByText('The database is upgraded <b>until noon</b>.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousFindings(page, 'colours')).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await resume();
    await returnTo(page);
    await page.getByText(headline).waitFor({ state: 'detached', ...soon });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is explained by the ticket, whose order can be placed after it ends', async () => {
    const { headers } = await service.aPerson();
    const { slug } = await service.anEvent();
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.goto(`/events/${slug}`);
    const ticket = page.getByRole('form', { name: 'Trade' });
    await ticket.getByLabel('Credits', { exact: true }).fill('25');
    const buy = ticket.getByRole('button', { name: 'Buy 25.00 credits of Yes' });
    await buy.waitFor();

    await pause('Upgrade of the database.');
    // The refused order shows the pause before the next regular read does.
    await buy.click();
    const stopped = ticket.getByRole('button', { name: 'Trading is paused' });
    await stopped.waitFor(soon);
    expect(await stopped.isDisabled()).toBe(true);
    const note = await stopped.getAttribute('aria-describedby');
    expect(await page.locator(`#${note}`).innerText()).toContain('Upgrade of the database.');
    expect(await ticket.getByRole('alert').count()).toBe(0);
    await page.getByText(headline).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await resume();
    await returnTo(page);
    await buy.waitFor(soon);
    await buy.click();
    await page
      .getByText(/Bought [\d.]+ shares of Yes/)
      .first()
      .waitFor();
    await context.close();
  });
});

describe.skipIf(browserPath === null)('the banner of a pause', () => {
  it('breaks a long word on a phone', async () => {
    await pause('Donaudampfschifffahrt'.repeat(8));
    const { page, context } = await openPage(browser, service, { width: 390 });
    await page.goto('/');
    const banner = await page.getByRole('status').filter({ hasText: headline }).locator('> div').boundingBox();
    expect(banner && banner.x + banner.width).toBeLessThanOrEqual(390 - 16);
    await resume();
    await context.close();
  });
});

describe.skipIf(browserPath === null)('a page loaded during a pause', () => {
  it('shows it in its first paint, so that nothing shifts when the status arrives', async () => {
    const { slug } = await service.anEvent();
    await pause('Upgrade of the database, with “quotes” & <b>tags</b>.');
    const { page, context, problems } = await openPage(browser, service);
    await page.addInitScript(countShifts);
    // The status arrives after the first paint, as on a slow connection.
    await page.route('**/api/v1/status', async route => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await new Promise(resolve => setTimeout(resolve, 1000));
      await route.continue();
    });
    for (const path of ['/', `/events/${slug}`]) {
      const answered = page.waitForResponse('**/api/v1/status');
      await page.goto(path);
      await page.getByText('Upgrade of the database, with “quotes” & <b>tags</b>.').first().waitFor();
      await answered;
      await settle(page);
      await page.getByText(headline).waitFor();
      expect([path, await page.evaluate('shifts')]).toEqual([path, expect.toSatisfy(value => value <= 0.02)]);
    }
    await resume();
    await returnTo(page);
    await page.getByText('Trading has resumed.').waitFor(soon);
    expect(await page.getByText(headline).isVisible()).toBe(false);
    expect(await page.evaluate('shifts')).toBeLessThanOrEqual(0.02);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('a page that is open when a pause starts', () => {
  it('shows a notice and shifts nothing; the next page has the pause at its top', async () => {
    const { headers } = await service.aPerson();
    const { slug } = await service.anEvent();
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.addInitScript(countShifts);
    const banner = page.getByRole('main').getByText(headline);
    for (const path of ['/', `/events/${slug}`]) {
      await page.goto(path);
      await settle(page);
      await page.getByRole('button', { name: /^Account of / }).waitFor();
      await page.waitForTimeout(500);
      const before = (await page.evaluate('shifts')) as number;
      await pause('Upgrade of the database.');
      await returnTo(page);
      await page.getByText(headline).waitFor(soon);
      await page.waitForTimeout(300);
      expect([path, await banner.count()]).toEqual([path, 0]);
      const shift = ((await page.evaluate('shifts')) as number) - before;
      // A number that a busy service sends late shifts less than a thousandth; the pause would shift almost a tenth.
      expect([path, shift]).toEqual([path, expect.toSatisfy(value => value < 0.005)]);
      if (path === '/') {
        await page.locator('article a').first().click();
        await banner.waitFor();
        // The notice leaves with the next frame.
        await expect.poll(() => page.getByText(headline).count()).toBe(1);
      }
      await resume();
      await returnTo(page);
      await page
        .getByText(headline)
        .filter({ visible: true })
        .waitFor({ state: 'detached', ...soon });
    }
    await context.close();
  });
});
