import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { leaveBrowser, startBrowser, whyNoBrowser } from '../../support/browser.js';
import { fileRequest } from '../../support/builders/request-builders.js';
import { overflowOf, seriousFindings } from './accessibility.js';
import { openPage, startWebService, type WatchedPage, type WebService } from './web-service.js';

if (browserPath === null) console.warn(`the web app is not tried in a browser: ${whyNoBrowser}`);

vi.setConfig({ testTimeout: 120_000 });

let service: WebService;
let browser: Browser;
let binary: string;
let many: string;
let cookie: string;
let handle: string;
let otherHandle: string;
let over: string;
const labels = [
  'North',
  'North-east',
  'East',
  'South-east',
  'South',
  'South-west',
  'West',
  'A label that is much longer than its column',
];
const longTitle =
  'Will the longest title that an operator can give to a market still leave enough room for its probability on the screen of a small phone?';

beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService();
  browser = await startBrowser();
  ({ slug: binary } = await service.anEvent({ title: longTitle, category: 'weather' }));
  ({ slug: many } = await service.anEvent({ outcomes: labels, category: 'science' }));
  ({ slug: over } = await service.anEvent({ title: 'Is this market over?' }));
  const agent = await service.anAgent();
  for (const eventSlug of [binary, many, over]) await service.order(agent, { eventSlug, amountCredits: 50 });
  await service.operate('POST', `/events/${over}/resolve`, {
    winningOutcomeIndex: 0,
    source: 'the test',
    note: 'As it was seen.',
  });
  const person = await service.aPerson({ displayName: 'Ada' });
  handle = person.handle;
  otherHandle = (await service.aPerson({ displayName: 'Grace' })).handle;
  cookie = person.headers.cookie;
  await fileRequest(service, person, { question: longTitle });
  await service.call('POST', '/api/people/agents', {
    headers: person.headers,
    json: { name: 'Ada’s agent', description: 'Forecasts the weather.' },
  });
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await service.stop();
});

/** Pages with their required content; the heading shows that data arrived. */
const pages: readonly (readonly [name: string, path: () => string, heading: string])[] = [
  ['home', () => '/', 'Markets'],
  ['home as a table', () => '/?view=table&sort=newest', 'Markets'],
  ['market', () => `/events/${binary}`, longTitle],
  ['market with eight outcomes', () => `/events/${many}?panel=forecast&tab=rules`, 'Will event'],
  ['leaderboards', () => '/leaderboards', 'Leaderboards'],
  ['practice leaderboard', () => '/leaderboards?board=practice', 'Leaderboards'],
  ['player', () => `/players/${handle}`, 'Ada'],
  ['portfolio', () => '/portfolio', 'Portfolio'],
  ['agents', () => '/agents', 'Agents'],
  ['account', () => '/account', 'Account'],
  ['about', () => '/about', 'About Presage'],
  ['resolved market', () => `/events/${over}?tab=scores`, 'Is this market over?'],
  ['comparison', () => `/compare?players=${handle},${otherHandle}`, 'Compare players'],
  ['models', () => '/models', 'Models'],
  ['requests', () => '/requests', 'Market requests'],
  ['own requests', () => '/requests?view=mine', 'Market requests'],
  ['request form', () => '/requests?view=new', 'Request a market'],
  ['password reset', () => '/reset-password', 'Reset the password'],
  ['confirmation', () => '/account/confirm#password-reset=token', 'Choose a new password'],
  ['embed', () => `/embed/${many}?theme=dark`, 'Will event'],
];

describe.skipIf(browserPath === null)('pages in a browser', () => {
  // One tab for all pages; each new tab would start another renderer process.
  let member: WatchedPage;
  let phone: WatchedPage;
  beforeAll(async () => {
    member = await openPage(browser, service, { cookie });
    phone = await openPage(browser, service, { width: 390 });
  });

  it.each(pages)('shows %s without errors and serious accessibility findings', async (_name, path, heading) => {
    const { page, problems } = member;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path());
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await settle(page);
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForTimeout(50);
    expect(await seriousFindings(page, 'colours')).toEqual([]);
    expect(problems.splice(0)).toEqual([]);
  });

  it.each(['/', '/sign-in', '/sign-up', '/agents', '/compare', '/models', '/requests', '/requests?view=new'])(
    'shows %s to visitors on a phone',
    async path => {
      const { page, problems } = phone;
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settle(page);
      expect(problems.splice(0)).toEqual([]);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    },
  );

  it('fits the header with the account menu on a tablet', async () => {
    const watched = await openPage(browser, service, { width: 820, cookie });
    await watched.page.goto('/about');
    const menu = watched.page.getByRole('button', { name: 'Account of Ada' });
    await menu.waitFor();
    const box = await menu.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(820);
    expect(await overflowOf(watched.page)).toBeLessThanOrEqual(0);
    await watched.context.close();
  });

  it('shows the edits of a market with the note, the old text and the new text', async () => {
    const description = 'Counts the sea at noon.';
    const note = 'The old text named no time.';
    const { slug } = await service.anEvent({ description });
    await service.operate('PATCH', `/events/${slug}`, { description: 'Counts the sea at 15:00 UTC.', note });
    const { page, problems } = phone;
    await page.goto(`/events/${slug}?tab=rules`);
    const edits = page.locator('section', { has: page.getByRole('heading', { name: 'Edits' }) }).last();
    await edits.getByText(note).waitFor();
    expect(await edits.locator('del').allTextContents()).toEqual([description]);
    expect(await edits.locator('ins').allTextContents()).toEqual(['Counts the sea at 15:00 UTC.']);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(problems.splice(0)).toEqual([]);
  });
});
