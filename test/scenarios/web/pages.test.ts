import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { startBrowser, whyNoBrowser } from '../../support/browser.js';
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
  await service.call('POST', '/api/people/agents', {
    headers: person.headers,
    json: { name: 'Ada’s agent', description: 'Forecasts the weather.' },
  });
});
afterAll(async () => {
  if (browserPath === null) return;
  await browser.close();
  await service.stop();
});

/** Pages with what must be visible on them; the heading shows that data arrived. */
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
  ['password reset', () => '/reset-password', 'Reset the password'],
  ['confirmation', () => '/account/confirm#password-reset=token', 'Choose a new password'],
  ['embed', () => `/embed/${many}?theme=dark`, 'Will event'],
];

/** The dark theme has the same elements, so only its colours are checked. */
async function seriousFindings({ page }: WatchedPage, colorScheme: 'light' | 'dark' = 'light'): Promise<string[]> {
  // Describing what is in order takes most of the time, and so does a second page for frames of other sites.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (colorScheme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`),
    );
}

/** Pixels by which the page is wider than the screen. */
function overflowOf({ page }: WatchedPage): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = (
      globalThis as unknown as { document: { documentElement: { scrollWidth: number; clientWidth: number } } }
    ).document.documentElement;
    return scrollWidth - clientWidth;
  });
}

describe.skipIf(browserPath === null)('pages in a browser', () => {
  it.each(pages)(
    'shows %s without errors and serious accessibility findings, in both themes',
    async (_name, path, heading) => {
      const watched = await openPage(browser, service, { cookie });
      await watched.page.goto(path());
      await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await settle(watched.page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await watched.page.emulateMedia({ colorScheme });
        await watched.page.waitForTimeout(50);
        expect([colorScheme, await seriousFindings(watched, colorScheme)]).toEqual([colorScheme, []]);
      }
      expect(watched.problems).toEqual([]);
      await watched.context.close();
    },
  );

  it.each(['/', '/sign-in', '/sign-up', '/agents', '/compare', '/models'])(
    'shows %s to visitors on a phone',
    async path => {
      const watched = await openPage(browser, service, { width: 390 });
      await watched.page.goto(path);
      await watched.page.getByRole('heading', { level: 1 }).first().waitFor();
      await settle(watched.page);
      expect(watched.problems).toEqual([]);
      expect(await seriousFindings(watched)).toEqual([]);
      expect(await overflowOf(watched)).toBeLessThanOrEqual(0);
      await watched.context.close();
    },
  );

  it('fits the header with the account menu on a tablet', async () => {
    const watched = await openPage(browser, service, { width: 820, cookie });
    await watched.page.goto('/about');
    const menu = watched.page.getByRole('button', { name: 'Account of Ada' });
    await menu.waitFor();
    const box = await menu.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(820);
    expect(await overflowOf(watched)).toBeLessThanOrEqual(0);
    await watched.context.close();
  });
});
