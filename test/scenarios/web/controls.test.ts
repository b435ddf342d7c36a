import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
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

async function overlaps(first: Locator, second: Locator): Promise<boolean> {
  const [a, b] = [await first.boundingBox(), await second.boundingBox()];
  if (a === null || b === null) throw new Error('an element is not visible');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe.skipIf(browserPath === null)('the key of a new agent', () => {
  it('stays visible until the person has confirmed that it is stored', async () => {
    const { headers } = await service.aPerson();
    const json = { name: 'Keeper of a key', description: 'Plays.', model: 'a-model' };
    expect((await service.call('POST', '/api/people/agents', { headers, json })).status).toBe(201);
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.goto('/agents');
    await page.getByRole('button', { name: /key$/i }).first().click();
    const key = page.getByLabel('Agent key');
    await key.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('The key is lost when this dialog closes.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await key.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'I have stored the key' }).click();
    await key.waitFor({ state: 'detached' });
    await context.close();
  });
});

describe.skipIf(browserPath === null)('notices on a market page', () => {
  it('cover neither the ticket nor the lower half of a phone', async () => {
    const { slug } = await service.anEvent();
    const { headers } = await service.aPerson();
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.goto(`/events/${slug}`);
    const ticket = page.getByRole('form', { name: 'Trade' });
    await ticket.getByLabel('Credits', { exact: true }).fill('25');
    await page.getByRole('button', { name: 'Buy 25.00 credits of Yes' }).click();
    const toast = page.locator('.pointer-events-auto.shadow-float', { hasText: 'Bought' }).first();
    await toast.waitFor();
    expect(await overlaps(toast, ticket)).toBe(false);
    await page.setViewportSize({ width: 390, height: 900 });
    const box = await toast.boundingBox();
    expect(box && box.y + box.height).toBeLessThan(450);
    await context.close();
  });

  it('include a tour that covers nothing and knows that a market is open', async () => {
    const { slug } = await service.anEvent();
    const { headers } = await service.aPerson();
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.addInitScript("localStorage.setItem('presage.tour', '0')");
    await page.goto(`/events/${slug}`);
    const tour = page.getByRole('region', { name: 'First steps, 1 of 3' });
    await tour.getByText('Buy an outcome of this market').waitFor();
    expect(await tour.getByRole('link').count()).toBe(0);
    const chart = page.getByRole('region', { name: 'Price chart' });
    await chart.waitFor();
    expect(await overlaps(tour, chart)).toBe(false);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('the navigation of phones', () => {
  it('includes requests and fits the screen', async () => {
    const { headers } = await service.aPerson();
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie, width: 320 });
    await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await links.filter({ hasText: 'Portfolio' }).last().waitFor();
    const shown = await links.evaluateAll(all =>
      all.filter(link => link.checkVisibility()).map(link => link.textContent),
    );
    expect(shown).toEqual(['Markets', 'Leaderboards', 'Requests', 'Portfolio', 'Agents']);
    await context.close();
  });
});
