import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { assertBooksBalance } from '../../support/assert-books-balance.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { waitUntil } from '../../support/wait-until.js';
import { openPage, startWebService, type WatchedPage, type WebService } from './web-service.js';

/** Journeys have many steps, and browsers are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

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
  await assertBooksBalance(service.store);
  await service.stop();
});

const ticket = (page: Page) => page.getByRole('form', { name: 'Trade' });

/** A page of a signed-in person on a separate market. */
async function onMarket(): Promise<WatchedPage & { slug: string; cookie: string }> {
  const { slug } = await service.anEvent();
  const { headers } = await service.aPerson();
  const watched = await openPage(browser, service, { cookie: headers.cookie });
  await watched.page.goto(`/events/${slug}`);
  await ticket(watched.page).waitFor();
  return { ...watched, slug, cookie: headers.cookie };
}

async function ordersOf(cookie: string, status = 'all') {
  return (await service.call('GET', `/api/play/v1/orders?status=${status}`, { headers: { cookie } })).body.orders;
}

/** Presses Tab until the focus is on an element that matches the selector. */
async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${selector}`);
}

describe.skipIf(browserPath === null)('the main journey', () => {
  it('signs up, buys, forecasts, sells and signs out', async () => {
    const { slug } = await service.anEvent({ title: 'Will the journey end well?' });
    const { page, context, problems } = await openPage(browser, service);
    await page.goto('/');
    await page.getByRole('link', { name: 'Will the journey end well?' }).first().click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Display name').fill('Traveller');
    await page.getByLabel('Email').fill('traveller@example.org');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the account' }).click();

    await ticket(page).getByLabel('Credits', { exact: true }).fill('25');
    await ticket(page).getByText('Balance after').waitFor();
    await page.getByRole('button', { name: 'Buy 25.00 credits of Yes' }).click();
    await page
      .getByText(/Bought [\d.]+ shares of Yes for 25\.00 credits\./)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Your position' }).waitFor();

    await page.getByRole('tab', { name: 'Forecast', exact: true }).click();
    const number = page.getByRole('textbox', { name: 'Probability of Chance of Yes in percent' });
    await number.fill('60');
    await number.press('ArrowUp');
    await number.press('Shift+ArrowUp');
    expect(await number.inputValue()).toBe('71');
    await page.getByRole('button', { name: 'Record the forecast' }).click();
    await page.getByText('Forecast recorded').first().waitFor();

    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await page.getByRole('button', { name: /Sell [\d.]+ shares of Yes/ }).click();
    await page
      .getByText(/Sold [\d.]+ shares of Yes/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Account of Traveller' }).click();
    expect(problems).toEqual([]);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    // A fill updates the balance and the positions after a moment; those reads may arrive after the sign-out.
    expect(problems.filter(problem => !/401 .*\/(account|positions|activity)\b/.test(problem))).toEqual([]);
    const forecasts = (await service.call('GET', `/api/events/${slug}`)).body.event.forecasters;
    expect(forecasts).toBe(1);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('orders', () => {
  it('places and cancels a limit order by keyboard alone', async () => {
    const { page, context, cookie, problems } = await onMarket();
    await page.keyboard.press('b');
    await expect.poll(() => page.evaluate('document.activeElement.inputMode')).toBe('decimal');
    await page.keyboard.type('40');
    await tabTo(page, 'input[name="Kind of order"]', 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'input[placeholder="50"]');
    await page.keyboard.type('12');
    await page.getByText('Waits in the book').waitFor();
    // A quote for 1 % may come first.
    const submit = page.getByRole('button', { name: 'Buy 40.00 credits of Yes at 12%' });
    await submit.and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('Enter');
    await waitUntil('the order rests', async () => (await ordersOf(cookie, 'open')).length === 1);
    await page.getByRole('heading', { name: 'Your open orders' }).waitFor();
    await tabTo(page, 'button[aria-label="Cancel the order at 12.00 percent"]');
    await page.keyboard.press('Enter');
    await waitUntil('the order is cancelled', async () => (await ordersOf(cookie, 'open')).length === 0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows a new quote instead of an error when the price has changed', async () => {
    const { page, context, slug, cookie } = await onMarket();
    await page.routeWebSocket(/\/api\/v1\/ws/, () => {});
    let sent = 0;
    await page.route('**/api/play/v1/orders', async route => {
      sent += 1;
      if (sent === 1) {
        await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 300 });
      }
      await route.continue();
    });
    // The old quote must not be accepted while the new one is pending.
    await page.route('**/api/play/v1/orders/preview', async route => {
      if (sent > 0) await sleep(500);
      await route.continue();
    });
    await ticket(page).getByLabel('Credits', { exact: true }).fill('30');
    await page.getByRole('button', { name: 'Buy 30.00 credits of Yes' }).click();
    await page.getByText('The price moved before your order arrived.').waitFor();
    expect(await ordersOf(cookie)).toHaveLength(0);
    await page.getByRole('button', { name: 'Buy at the new price' }).click();
    await waitUntil('the order is filled', async () => (await ordersOf(cookie, 'filled')).length === 1);
    expect(sent).toBe(2);
    await context.close();
  });

  it('prefills a limit order from a level of the book', async () => {
    const { page, context } = await onMarket();
    await page
      .getByRole('button', { name: /^Buy Yes at / })
      .first()
      .click();
    await expect.poll(() => ticket(page).getByLabel('Price in %').inputValue()).toMatch(/^5\d/);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('live prices', () => {
  it('updates the price and lists the trade of another player without a reload, in two tabs with one connection', async () => {
    const { page, context, slug } = await onMarket();
    const second = await context.newPage();
    await second.goto(`/events/${slug}?tab=trades`);
    await second.getByText('No trades yet').waitFor();
    await page.getByRole('button', { name: /^Yes.*50%/s }).waitFor();
    const open = async () =>
      Number(/^presage_streams_open\S* (\d+)$/m.exec(await service.services.service.metrics())?.[1] ?? '0');
    await waitUntil('the connection is open', async () => (await open()) > 0);
    await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 400 });
    await page.getByRole('button', { name: /^Yes.*(5[2-9]|[6-9]\d)%/s }).waitFor();
    await second.getByText('bought').first().waitFor();
    await context.close();
  });

  it('reports that it reconnects when the stream is down', async () => {
    const { slug } = await service.anEvent();
    const { page, context } = await openPage(browser, service);
    await page.addInitScript('delete window.SharedWorker; delete Navigator.prototype.locks;');
    await page.routeWebSocket(/\/api\/v1\/ws/, socket => socket.close());
    await page.route('**/stream*', route => route.abort());
    await page.goto(`/events/${slug}`);
    await page.getByText('Reconnecting. Prices may be out of date.').waitFor();
    await context.close();
  });
});
