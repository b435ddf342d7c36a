import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { aRequest, vote } from '../../support/builders/request-builders.js';
import type { TestPerson } from '../../support/test-service.js';
import { overflowOf, seriousFindings } from './accessibility.js';
import { openPage, startWebService, type WebService } from './web-service.js';

vi.setConfig({ testTimeout: 120_000 });

let service: WebService;
let browser: Browser;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService();
  browser = await startBrowser();
  [ann, bob] = [await service.aPerson({ displayName: 'Ann' }), await service.aPerson({ displayName: 'Bob' })];
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await service.stop();
});

const ends = new Date(Date.now() + 20 * 86_400_000);
const end_timestamp = Math.floor(ends.getTime() / 1000);
const day = ends.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const file = (person: TestPerson, question: string) => aRequest(service, person, { question, end_timestamp });
const one = async (id: string) => (await service.call('GET', `/api/markets/requests/${id}`)).body.request;
const row = (page: Page, question: string) => page.getByRole('listitem').filter({ hasText: question });
const scoreOf = async (page: Page) => Number.parseInt(await page.getByTestId('readiness-score').innerText(), 10);

describe.skipIf(browserPath === null)('filing a request on the page', () => {
  it('explains failing rules while typing, shows a duplicate, and files the request', async () => {
    const known = await file(bob, `Will the Thames flood at Kew on ${day}?`);
    const { page, context, problems } = await openPage(browser, service, { cookie: ann.headers.cookie });
    await page.goto('/requests');
    await page.getByRole('link', { name: 'Request a market' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Request a market' }).waitFor();
    const submit = page.getByRole('button', { name: 'File the request' });
    expect(await submit.isDisabled()).toBe(true);

    const question = page.getByLabel('Question', { exact: true });
    await question.fill(`Will the Thames flood at Kew on ${day}?`);
    await page.getByText(/The question is the same as/).waitFor();
    expect(await page.getByRole('link', { name: /Thames flood.*\(request\)/ }).getAttribute('href')).toContain(known);

    await question.fill(`Will it snow in Bergen on ${day}?`);
    await page
      .getByText(/“Source”/)
      .first()
      .waitFor();
    const before = await scoreOf(page);
    await page.getByLabel('Source', { exact: true }).fill('MET Norway');
    await page.getByLabel('Address of the source').fill('https://www.met.no/snow');
    await page.getByLabel('Rule').fill(`Yes if MET Norway reports snow in Bergen for ${day}.`);
    await page.getByLabel('Trading ends').fill(new Date(ends.getTime() - 3_600_000).toISOString().slice(0, 16));
    await expect.poll(() => scoreOf(page)).toBeGreaterThan(Math.max(70, before));
    await page.getByText('Ready', { exact: true }).waitFor();
    for (const text of ['source_name', 'end_timestamp', 'demand_evidence'])
      expect(await page.getByText(text).count()).toBe(0);

    await submit.click();
    await page.getByText('Request filed').first().waitFor();
    await page.getByRole('heading', { level: 2, name: `Will it snow in Bergen on ${day}?` }).waitFor();
    const request = await one(new URL(page.url()).searchParams.get('id') ?? '');
    expect(request).toMatchObject({ source: { name: 'MET Norway' }, outcomes: ['Yes', 'No'], status: 'open' });

    await page.goto('/requests?view=mine');
    await row(page, 'Bergen').waitFor();
    expect(await row(page, 'Thames').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows the error of the arena at its field and keeps what was typed', async () => {
    const { page, context } = await openPage(browser, service, { cookie: ann.headers.cookie });
    await page.goto('/requests?view=new');
    await page.getByLabel('Question', { exact: true }).fill('Will the intranet be up tomorrow?');
    await page.getByLabel('Address of the source').fill('https://wiki.internal/');
    await page.getByRole('button', { name: 'File the request' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Address of the source').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toContain('intranet');
    await context.close();
  });

  it('lets visitors check a question and asks them to sign in to file it', async () => {
    const { page, context } = await openPage(browser, service, { width: 390 });
    await page.goto('/requests?view=new');
    await page.getByLabel('Question', { exact: true }).fill(`Will it hail in Oslo on ${day}?`);
    expect(await scoreOf(page)).toBeGreaterThan(0);
    await page.getByRole('heading', { name: 'Sign in to file it' }).waitFor();
    expect(await page.getByRole('button', { name: 'File the request' }).count()).toBe(0);
    await settle(page);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('a request typed before the sign-in', () => {
  it('is in the form after the sign-in, and gone once it is filed', async () => {
    const { page, context } = await openPage(browser, service);
    await page.goto('/requests?view=new');
    const question = page.getByLabel('Question', { exact: true });
    await question.fill(`Will it storm in Brest on ${day}?`);
    await page.getByLabel('Rule').fill('Yes if gusts exceed 90 km/h.');
    await page.getByLabel('I plan to place the first limit order').check();
    const card = await page.getByRole('heading', { name: 'Sign in to file it' }).boundingBox();
    expect(card?.y).toBeLessThan((await question.boundingBox())?.y ?? 0);

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(bob.email);
    await page.getByLabel('Password', { exact: true }).fill(bob.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/requests?view=new');
    await expect.poll(() => question.inputValue()).toBe(`Will it storm in Brest on ${day}?`);
    expect(await page.getByLabel('Rule').inputValue()).toBe('Yes if gusts exceed 90 km/h.');
    expect(await page.getByLabel('I plan to place the first limit order').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'File the request' }).click();
    await page.getByRole('heading', { level: 2, name: 'Will it storm in Brest' }).waitFor();
    expect(await row(page, 'Brest').getByTitle('Person').count()).toBe(1);
    await page.goto('/requests?view=new');
    expect(await question.inputValue()).toBe('');
    await context.close();
  });
});

describe.skipIf(browserPath === null)('the queue of requests', () => {
  it('votes, withdraws the vote, and shows the vote after a reload', async () => {
    const question = `Will the Danube freeze on ${day}?`;
    const id = await file(bob, question);
    await vote(service, bob, id);
    const { page, context, problems } = await openPage(browser, service, { cookie: ann.headers.cookie });
    await page.goto('/requests?q=danube');
    const button = page.getByRole('button', { name: `Vote for “${question}”` });
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await button.click();
    await page.getByRole('button', { name: `Vote for “${question}”, 2 votes` }).waitFor();
    expect(await one(id)).toMatchObject({ votes: 2 });
    await page.reload();
    await page.getByRole('button', { name: `Vote for “${question}”, 2 votes`, pressed: true }).click();
    await page.getByRole('button', { name: `Vote for “${question}”, 1 vote`, pressed: false }).waitFor();
    expect(await one(id)).toMatchObject({ votes: 1 });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('filters by status, and shows reasons and markets of decided requests', async () => {
    const declined = await file(bob, `Will the ferry to Bornholm be late on ${day}?`);
    await service.operate('POST', `/requests/${declined}/decline`, { reason: 'The operator publishes no delays.' });
    const launched = await file(bob, `Will the bridge at Malmo close on ${day}?`);
    const { event } = (await service.operate('POST', `/requests/${launched}/launch`)).body;
    const { page, context } = await openPage(browser, service, { width: 390 });
    await page.goto('/requests');
    await settle(page);
    expect(await row(page, 'Bornholm').count()).toBe(0);
    await page.getByLabel('Status').selectOption('declined');
    await row(page, 'Bornholm').getByText('The operator publishes no delays.').waitFor();
    expect(new URL(page.url()).search).toBe('?status=declined');
    await page.getByLabel('Status').selectOption('launched');
    const link = row(page, 'Malmo').getByRole('link', { name: 'See the market' });
    expect(await link.getAttribute('href')).toBe(`/events/${event.slug}`);
    await page.getByLabel('Search requests').fill('nothing-like-this');
    await page.getByText('No request matches').waitFor();
    await context.close();
  });

  it('asks visitors to sign in before they vote, and lists requests without JavaScript', async () => {
    const question = `Will <b>the Rhine</b> rise on ${day}?`;
    await file(bob, question);
    const { page, context } = await openPage(browser, service);
    await page.goto('/requests?q=rhine');
    await page.getByRole('link', { name: `Sign in to vote for “${question}”, 0 votes` }).click();
    await page.waitForURL(/\/sign-in\?next=%2Frequests/);
    const reply = await fetch(`${service.url}/requests`, { headers: { accept: 'text/html' } });
    const html = await reply.text();
    expect(html).toContain('<title>Market requests · Presage</title>');
    expect(html).toContain('Will &lt;b&gt;the Rhine&lt;/b&gt; rise');
    await context.close();
  });
});
