import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { chooseLabels } from '../../../web/pages/models/choose-labels.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { aForecast, forecast, forecastBatch } from '../../support/builders/forecast-builders.js';
import { waitForScores } from '../../support/wait-for-scores.js';
import { openPage, startWebService, type WebService } from './web-service.js';

vi.setConfig({ testTimeout: 120_000 });

let service: WebService;
let browser: Browser;
let headers: { cookie: string };
let handle: string;
const titles = ['Will it rain?', 'Will it snow?', 'Will the sun shine?', 'Will the wind turn?'];
/** One page of the API has 100 forecasts. */
const forecastsOnLast = 110;

/** An agent with long names whose forecasts fill more than one page, and its owner who trades. */
async function play(): Promise<void> {
  const person = await service.aPerson();
  headers = person.headers;
  const { status, body, text } = await service.call('POST', '/api/people/agents', {
    headers,
    json: {
      name: 'Agent with a name of the maximum length',
      description: 'Forecasts the weather.',
      model: 'a-family-of-models/with-a-long-name-and-a-version-20261117',
    },
  });
  expect(status, text).toBe(201);
  handle = body.agent.handle;
  const keys = await service.call('POST', `/api/people/agents/${body.agent.id}/keys`, { headers });
  const agent = { headers: { authorization: `Bearer ${keys.body.secret}` } };
  const slugs: string[] = [];
  for (const title of titles) slugs.push((await service.anEvent({ title })).slug);
  for (const [at, slug] of slugs.entries()) {
    const reply = await forecast(service, agent, slug, { probability: 90 - 20 * at });
    expect(reply.status, reply.text).toBe(201);
    await service.order({ ...person, key: '', keyId: '' }, { eventSlug: slug, amountCredits: 100 });
  }
  const last = slugs[slugs.length - 1];
  for (let sent = 0; sent < forecastsOnLast; sent += 55) {
    const batch = Array.from({ length: 55 }, (_, index) => aForecast(last, { probability: 20 + (index % 2) }));
    const reply = await forecastBatch(service, agent, batch);
    expect(reply.status, reply.text.slice(0, 300)).toBe(201);
  }
  for (const slug of slugs) {
    const how = { winningOutcomeIndex: 0, source: 'The test', note: 'As the test says.' };
    const reply = await service.operate('POST', `/events/${slug}/resolve`, how);
    expect(reply.status, reply.text).toBe(200);
  }
  await waitForScores(service);
}

beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService();
  browser = await startBrowser();
  await play();
}, 240_000);
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await service.stop();
});

/** Cells whose content is wider than the cell and therefore covers the next one. */
const crowdedCells = `[...document.querySelectorAll('main ol > li > *')]
  .filter(cell => cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth + 1)
  .map(cell => cell.textContent)`;

describe.skipIf(browserPath === null)('the record of a player', () => {
  it('has a score history that ends at the score above it', async () => {
    const { page, context } = await openPage(browser, service);
    await page.goto(`/players/${handle}`);
    await settle(page);
    const card = page.locator('main .card', { hasText: /^Brier/ }).first();
    const headline = await card.locator('p').nth(1).textContent();
    expect(headline).toMatch(/^0\.\d{3}$/);
    const history = await page.getByRole('img', { name: /^Mean Brier score/ }).getAttribute('aria-label');
    expect(history).toContain(`now ${headline};`);
    expect(await page.getByText('Mean Brier after each resolved market.').count()).toBe(1);
    await context.close();
  });

  it('fits the columns of a tablet', async () => {
    const { page, context } = await openPage(browser, service, { width: 820, cookie: headers.cookie });
    for (const path of ['/leaderboards?min=1&events=all', '/models']) {
      await page.goto(path);
      await settle(page);
      expect(await page.locator('main ol > li').count(), path).toBeGreaterThan(1);
      expect(await page.evaluate(crowdedCells), path).toEqual([]);
    }
    await context.close();
  });
});

describe.skipIf(browserPath === null)('the portfolio', () => {
  it('names markets by title, the first credits as what they are, and times without seconds', async () => {
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.goto('/portfolio?tab=activity');
    await settle(page);
    const rows = page.getByRole('tabpanel').locator('li');
    await rows.filter({ hasText: titles[0] }).first().waitFor();
    const texts = await rows.allTextContents();
    for (const title of titles) expect(texts.filter(text => text.includes(title)).length).toBeGreaterThan(1);
    expect(texts.at(-1)).toMatch(/^Opening credits\+10,000/);
    expect(texts.filter(text => /will-|Daily credits/.test(text))).toEqual([]);
    const chart = page.getByRole('img', { name: /^Equity over time/ });
    await chart.waitFor();
    const axis = await chart.locator('text').allTextContents();
    expect(axis.filter(text => /^\d\d:\d\d$/.test(text)).length).toBeGreaterThan(0);
    expect(axis.filter(text => /\d:\d\d:\d\d/.test(text))).toEqual([]);
    await context.close();
  });

  it('says what each entry of the activity was, and filters by kind', async () => {
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.goto('/portfolio?tab=activity');
    const rows = page.getByRole('list', { name: 'Activity' }).locator('li');
    await rows
      .filter({ hasText: /Bought [\d.,]+ shares of Yes at [\d.]+%/ })
      .first()
      .waitFor();
    await rows
      .filter({ hasText: /shares of Yes paid [\d.,]+ credits for a cost of 100\.00/ })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Kind of activity' }).selectOption('settlement');
    await rows
      .filter({ hasText: /^Trade/ })
      .first()
      .waitFor({ state: 'detached' });
    await rows.first().waitFor();
    for (const text of await rows.allTextContents()) expect(text).toMatch(/^Settlement/);
    expect(page.url()).toContain('kind=settlement');
    await context.close();
  });
});

describe.skipIf(browserPath === null)('times', () => {
  it('name the time zone of the browser', async () => {
    const context = await browser.newContext({ baseURL: service.url, timezoneId: 'Europe/Zurich' });
    const page = await context.newPage();
    const { slug } = await service.anEvent({ title: 'Will the clock strike?' });
    await page.goto(`/events/${slug}`);
    await page.getByText(/^Closes in .*, \d+ \w+ \d{4}, \d\d:\d\d CES?T$/).waitFor();
    await page.getByText('Times in Europe/Zurich').waitFor();
    await context.close();
  });
});

describe('chooseLabels', () => {
  it('omits labels that would overlap a more important one', () => {
    const labels = [100, 110, 116, 131, 40].map(at => ({ text: `at ${at}`, at, isModel: true }));
    expect(chooseLabels(labels, 'beside').map(({ at }) => at)).toEqual([100, 116, 40]);
  });

  it('omits labels above a line where another line crosses them', () => {
    const labels = [100, 110, 127, 40].map(at => ({ text: `at ${at}`, at, isModel: true }));
    expect(chooseLabels(labels, 'above').map(({ at }) => at)).toEqual([100, 127, 40]);
  });
});
