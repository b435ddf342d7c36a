import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { overflowOf } from './accessibility.js';
import { openContext, startWebService, type WebService } from './web-service.js';

vi.setConfig({ testTimeout: 180_000 });

let service: WebService;
let browser: Browser;
const paths: string[] = [];
const word = (length: number) => 'Donaudampfschifffahrt'.repeat(20).slice(0, length);

/** Texts of the maximum length in one unbroken word, in every place that shows them. */
async function fillWithLongWords(): Promise<string> {
  const outcomes = Array.from({ length: 8 }, (_, index) => `${index}${word(59)}`);
  const { slug: many } = await service.anEvent({ title: word(140), description: word(300), outcomes });
  const { slug: binary } = await service.anEvent({
    title: `B${word(139)}`,
    outcomes: [`Y${word(59)}`, `N${word(59)}`],
  });
  const { slug: over } = await service.anEvent({ title: `O${word(139)}` });
  const person = await service.aPerson({ displayName: word(40) });
  const { headers } = person;
  const { status, body, text } = await service.call('POST', '/api/people/agents', {
    headers,
    json: { name: `A${word(39)}`, description: word(200), model: word(60) },
  });
  expect(status, text).toBe(201);
  for (const eventSlug of [many, binary, over]) {
    for (const [path, json] of [
      ['orders', { side: 'buy', limitPriceBps: 9999, timeInForce: 'IOC', amountCredits: 90, clientOrderId: eventSlug }],
      [
        'orders',
        { side: 'buy', limitPriceBps: 2, timeInForce: 'GTC', amountCredits: 9, clientOrderId: `b${eventSlug}` },
      ],
      ['forecasts', { probability: 64, rationale: word(200), clientForecastId: eventSlug }],
    ] as const) {
      const reply = await service.call('POST', `/api/play/v1/${path}`, {
        headers,
        json: { ...json, eventSlug, outcomeIndex: 0 },
      });
      expect(reply.status, reply.text).toBeLessThan(300);
    }
  }
  await service.operate('POST', `/events/${over}/resolve`, {
    winningOutcomeIndex: 0,
    source: word(80),
    note: word(200),
  });
  const tabs = ['book', 'trades', 'rules'].map(tab => `/events/${many}?tab=${tab}`);
  paths.push('/', '/?view=table&sort=newest', ...tabs, `/events/${binary}`, `/events/${over}?tab=scores`);
  paths.push(`/players/${person.handle}`, `/players/${body.agent.handle}`, '/leaderboards?min=1&events=all');
  paths.push(`/compare?players=${person.handle},${body.agent.handle}`, '/models', '/agents', '/account', '/about');
  paths.push('/portfolio', '/portfolio?tab=orders', '/portfolio?tab=forecasts', '/portfolio?tab=activity');
  paths.push(`/embed/${many}`, `/events/no-such-${word(60)}`, `/?q=${word(60)}`);
  return headers.cookie;
}

let cookie: string;
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService();
  browser = await startBrowser();
  cookie = await fillWithLongWords();
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await service.stop();
});

/** Cards wider than the column hide behind a clipped body, so their boxes are measured as well. */
const tooWide = `[...document.querySelectorAll('main .card, main h1, main h2')]
  .filter(each => !each.closest('[class*="overflow-x-auto"], .scroll-strip'))
  .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .map(each => each.tagName + ' ' + each.textContent.slice(0, 40))`;

describe.skipIf(browserPath === null)('pages with long unbroken words', () => {
  it('fit screens of 390 and 320 px, and of 320 px with a scrollbar', async () => {
    const context = await openContext(browser, service, { width: 390, cookie });
    const page = await context.newPage();
    const found: string[] = [];
    for (const path of paths) {
      await page.setViewportSize({ width: 390, height: 900 });
      await page.goto(path);
      if (!path.includes('no-such')) await settle(page);
      else await page.getByText('Market not found').waitFor();
      for (const width of [390, 320, 305]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await overflowOf(page);
        if (overflow > 0) found.push(`${path} at ${width} px overflows by ${overflow} px`);
        for (const each of (await page.evaluate(tooWide)) as string[]) found.push(`${path} at ${width} px: ${each}`);
      }
    }
    expect(found).toEqual([]);
    await context.close();
  });
});
