import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { assertBooksBalance } from '../../support/assert-books-balance.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { openPage, startWebService, type WebService } from './web-service.js';

/** Browsers are slow on a busy machine. */
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
  await assertBooksBalance(service.store);
  await service.stop();
});

const ticket = (page: Page) => page.getByRole('form', { name: 'Trade' });
const amount = (page: Page) => ticket(page).getByLabel('Credits', { exact: true });

/** Opens a market, or another page, as a new person. */
async function asPerson({ path = '', width = 1280, event = {} } = {}) {
  const { slug } = await service.anEvent(event);
  const person = await service.aPerson();
  const { page, context } = await openPage(browser, service, { cookie: person.headers.cookie, width });
  await page.goto(path || `/events/${slug}`);
  return { page, context, person, slug };
}

/** Two clicks before the app can render in between. */
const clickTwice = (button: Locator) =>
  button.evaluate(each => {
    const clicked = each as unknown as { click(): void };
    clicked.click();
    clicked.click();
  });

/** Counts the writes to a path. */
function countPosts(page: Page, path: RegExp): () => number {
  let count = 0;
  page.on('request', request => {
    if (request.method() === 'POST' && path.test(request.url())) count += 1;
  });
  return () => count;
}

describe.skipIf(browserPath === null)('a double click', () => {
  it('places one order and records one forecast', async () => {
    const { page, context } = await asPerson();
    const orders = countPosts(page, /\/orders$/);
    await amount(page).fill('1,000');
    const buy = page.getByRole('button', { name: 'Buy 1,000.00 credits of Yes' });
    await buy.and(page.locator(':enabled')).waitFor();
    await clickTwice(buy);
    await page.getByText('Order filled').first().waitFor();
    expect(orders()).toBe(1);
    expect(await page.getByText('Nothing was traded').count()).toBe(0);

    const forecasts = countPosts(page, /\/forecasts$/);
    await page.getByRole('tab', { name: 'Forecast', exact: true }).click();
    const number = page.getByRole('textbox', { name: 'Probability of Chance of Yes in percent' });
    await number.fill('64');
    await clickTwice(page.getByRole('button', { name: 'Record the forecast' }));
    const update = page.getByRole('button', { name: 'Update the forecast' });
    await update.waitFor();
    expect(await update.isDisabled()).toBe(true);
    expect(forecasts()).toBe(1);
    await number.fill('65');
    await expect.poll(() => update.isEnabled()).toBe(true);
    await context.close();
  });

  it('creates one key', async () => {
    const { page, context, person } = await asPerson({ path: '/agents' });
    const json = { name: 'Doubled', description: 'Clicks twice.' };
    await service.call('POST', '/api/people/agents', { headers: person.headers, json });
    await page.reload();
    const keys = countPosts(page, /\/keys$/);
    await clickTwice(page.getByRole('button', { name: 'Create a key' }));
    await page.getByRole('dialog').waitFor();
    expect(keys()).toBe(1);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('an expired session', () => {
  it('shows that the person is signed out, and returns to the typed order after sign-in', async () => {
    const { page, context, person, slug } = await asPerson();
    // The last read of the page that needs the session: a later one would find that it has ended.
    await Promise.all([page.waitForResponse(/\/api\/people\/notifications\?/), page.reload()]);
    await ticket(page).waitFor();
    await context.clearCookies();
    await amount(page).fill('25');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
    expect(await page.getByRole('banner').getByText('10,000').count()).toBe(0);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => amount(page).inputValue()).toBe('25');
    expect(page.url()).toContain(slug);
    await context.close();
  });
});

const outcomes = ['Lower by 0.50 points', 'Lower by 0.25 points', 'Unchanged'];

describe.skipIf(browserPath === null)('the forecast form', () => {
  it('says that 150 is no probability, and leaves the slider in place', async () => {
    const { page, context, slug } = await asPerson();
    await page.goto(`/events/${slug}?panel=forecast`);
    const number = page.getByRole('textbox', { name: 'Probability of Chance of Yes in percent' });
    const slider = page.getByRole('slider', { name: 'Probability of Chance of Yes' });
    await number.fill('64');
    await number.fill('150');
    await page.getByText('Enter a number from 0 to 100.').waitFor();
    expect(await slider.inputValue()).toBe('64');
    expect(await page.getByRole('button', { name: 'Record the forecast' }).isDisabled()).toBe(true);
    await context.close();
  });

  it('names the ticks, and shows the reason and the whole outcome in the history', async () => {
    const { page, context, slug } = await asPerson({ event: { outcomes } });
    await page.goto(`/events/${slug}?panel=forecast`);
    await page.getByRole('list', { name: 'Marks on the sliders' }).getByText('Crowd').waitFor();
    await page.getByLabel('Why (private)').fill('The statement was cautious.');
    await page.getByText('27 of 4,000 characters').waitFor();
    await page.getByRole('button', { name: 'Normalise to 100%' }).click();
    await page.getByRole('button', { name: 'Record the forecast' }).click();
    const history = page.getByRole('region', { name: 'Your forecasts' });
    await history.getByText('Why').first().click();
    await history.getByText('The statement was cautious.').first().waitFor();
    await context.close();
  });
});

describe.skipIf(browserPath === null)('a limit order', () => {
  it('shows what a complete fill gives when the whole order would rest', async () => {
    const { page, context } = await asPerson();
    await ticket(page).getByText('Limit').click();
    const price = ticket(page).getByLabel('Price in %');
    expect(await price.getAttribute('placeholder')).toBe('50');
    await amount(page).fill('20');
    await price.fill('45');
    await page.getByRole('button', { name: 'Buy 20.00 credits of Yes at 45%' }).waitFor();
    await ticket(page).getByText('20.00 credits at 45%').waitFor();
    await ticket(page).getByText('44.44 shares').waitFor();
    expect(await ticket(page).getByText('0.00 shares', { exact: true }).count()).toBe(0);
    await context.close();
  });

  it('is prepared on a phone in a sheet that Back closes', async () => {
    const { page, context, slug } = await asPerson({ width: 390 });
    const trade = page.getByRole('button', { name: 'Trade', exact: true });
    await trade.click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await sheet.getByRole('tab', { name: 'Forecast', exact: true }).click();
    await sheet.getByRole('form', { name: 'Forecast' }).waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(page.url()).toContain(slug);
    await trade.click();
    await sheet.getByText('No', { exact: true }).click();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^No/, pressed: true }).waitFor();
    await page.goBack();
    expect(page.url()).not.toContain(slug);
    await context.close();
  });
});
