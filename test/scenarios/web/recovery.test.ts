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

const mark = 'window.isSameDocument = true';
const isMarked = 'window.isSameDocument === true';

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
