import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { forecast } from '../../support/builders/forecast-builders.js';
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

const unreachable = 'The arena can’t be reached';
const mark = 'window.isSameDocument = true';
const isMarked = 'window.isSameDocument === true';

describe.skipIf(browserPath === null)('a page whose code fails to load', () => {
  it('explains that the arena is out of reach and opens when it is back', async () => {
    const { page, context } = await openPage(browser, service);
    await page.goto('/');
    await page.getByRole('heading').first().waitFor();
    await page.evaluate(mark);
    await context.setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboards' }).click();
    await page.getByText(unreachable).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(unreachable).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Leaderboards' }).waitFor();
    expect(await page.evaluate(isMarked)).toBe(true);
    await context.close();
  });

  it('reloads the app once if the arena answers without the code', async () => {
    const { page, context } = await openPage(browser, service);
    let documents = 0;
    page.on('request', request => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.goto('/');
    await page.getByRole('heading').first().waitFor();
    await page.route('**/assets/leaderboards-page*', route => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboards' }).click();
    await page.getByText('This page failed').waitFor();
    expect(documents).toBe(2);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('an open market page', () => {
  it('shows the own score after the resolution, without a reload', async () => {
    const { slug } = await service.anEvent({ title: 'Will the score arrive?' });
    const { headers } = await service.aPerson();
    const reply = await forecast(service, { headers }, slug, { probability: 80 });
    expect(reply.status, reply.text).toBe(201);
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.goto(`/events/${slug}`);
    await page.getByRole('form', { name: 'Trade' }).waitFor();
    await page.evaluate(mark);
    const how = { winningOutcomeIndex: 0, source: 'The test', note: 'As the test says.' };
    expect((await service.operate('POST', `/events/${slug}/resolve`, how)).status).toBe(200);
    await page.getByText('Your Brier score').waitFor();
    await page.getByText('Rank on this market').waitFor();
    expect(await page.evaluate(isMarked)).toBe(true);
    await context.close();
  });
});
