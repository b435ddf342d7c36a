import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { assertBooksBalance } from '../../support/assert-books-balance.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { waitUntil } from '../../support/wait-until.js';
import { hostileTexts } from './hostile-texts.js';
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
  await assertBooksBalance(service.store);
  await service.stop();
});

const trade = async (slug: string) =>
  service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 400, outcomeIndex: 0 });
const priceMoved = (page: Page) => page.getByRole('button', { name: /^Yes.*(5[2-9]|[6-9]\d)%/s }).waitFor();

describe.skipIf(browserPath === null)('live data without shared workers', () => {
  it('uses the connection of one tab for all, and the next tab takes over when it closes', async () => {
    const { slug } = await service.anEvent();
    const { page: first, context } = await openPage(browser, service);
    await context.addInitScript('delete window.SharedWorker;');
    let sockets = 0;
    context.on('page', page => page.on('websocket', () => (sockets += 1)));
    first.on('websocket', () => (sockets += 1));
    await first.goto(`/events/${slug}`);
    await waitUntil('the first tab leads', () => sockets === 1);
    const second = await context.newPage();
    await second.goto(`/events/${slug}`);
    await second.getByRole('button', { name: /^Yes.*50%/s }).waitFor();
    await second.waitForTimeout(500);
    expect(sockets).toBe(1);
    await first.close();
    await waitUntil('the second tab leads', () => sockets === 2);
    await trade(slug);
    await priceMoved(second);
    await context.close();
  });

  it('falls back to server-sent events when WebSockets are blocked', async () => {
    const { slug } = await service.anEvent();
    const { page, context } = await openPage(browser, service);
    await page.addInitScript('delete window.SharedWorker; delete Navigator.prototype.locks;');
    await page.routeWebSocket(/\/api\/v1\/ws/, socket => socket.close());
    const stream = page.waitForRequest(request => request.url().includes(`/api/events/${slug}/stream`), {
      timeout: 60_000,
    });
    await page.goto(`/events/${slug}`);
    await stream;
    await trade(slug);
    await priceMoved(page);
    await page.getByText('Reconnecting').waitFor({ state: 'detached' });
    await context.close();
  });
});

/** Files ten requests, as many as a person may have open. */
async function fileHostileRequests(headers: Record<string, string>): Promise<void> {
  for (const [index, text] of hostileTexts.slice(0, 10).entries()) {
    const filed = await service.call('POST', '/api/markets/requests', {
      headers,
      json: {
        question: `${text} at ${index}?`,
        outcomes: hostileTexts[10 + index].replaceAll(',', ' '),
        category: text.slice(0, 60),
        source_name: hostileTexts[20 + index],
        observation_rule: hostileTexts[30 + index],
        demand_evidence: hostileTexts[40 + index],
      },
    });
    expect(filed.status, filed.text).toBe(201);
  }
}

/** Opens pages, half of them in each of two tabs, and returns the errors and the payloads that ran. */
async function problemsOf(paths: readonly string[], cookie: string): Promise<string[]> {
  const left = [...paths];
  const visit = async () => {
    const { page, context, problems } = await openPage(browser, service, { cookie });
    await page.exposeFunction('hit', () => problems.push('a payload ran'));
    page.on('dialog', dialog => void dialog.dismiss());
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.goto(path);
      await settle(page);
    }
    await context.close();
    return problems;
  };
  return (await Promise.all([visit(), visit()])).flat();
}

describe.skipIf(browserPath === null)('hostile texts', () => {
  it('are shown as text everywhere: titles, outcomes, rules, names, rationales and homepages', async () => {
    expect(new Set(hostileTexts).size).toBe(60);
    const slugs: string[] = [];
    for (let at = 0; at < hostileTexts.length; at += 4) {
      const [title, description, ...outcomes] = hostileTexts.slice(at, at + 4);
      const resolutionSource = {
        name: description,
        url: `https://example.org/?${encodeURIComponent(title)}`,
        rule: title,
      };
      const { slug } = await service.anEvent({ title: `${title} at ${at}`, description, outcomes, resolutionSource });
      slugs.push(slug);
    }
    const person = await service.aPerson({ displayName: '<svg onload=hit()>' });
    const { headers } = person;
    const handles = [person.handle];
    for (const [index, text] of hostileTexts.entries()) {
      const json = {
        name: `Agent ${index}`,
        description: text,
        model: text.slice(0, 60),
        homepage: 'https://example.org/javascript:hit',
      };
      if (index < 3) {
        const { status, body, text: reply } = await service.call('POST', '/api/people/agents', { headers, json });
        expect(status, reply).toBe(201);
        handles.push(body.agent.handle);
        const refused = await service.call('PATCH', `/api/people/agents/${body.agent.id}`, {
          headers,
          json: { homepage: hostileTexts[44 + index] },
        });
        expect(refused.body.field, refused.text).toBe('homepage');
      }
      const forecast = { eventSlug: slugs[index % slugs.length], outcomeIndex: 0, probability: 40 + (index % 20) };
      await service.call('POST', '/api/play/v1/forecasts', {
        headers,
        json: { ...forecast, rationale: text, clientForecastId: `hostile-${index}` },
      });
    }
    await fileHostileRequests(headers);
    const paths = [
      '/?sort=newest',
      '/?view=table&sort=newest',
      ...slugs.map((slug, index) => `/events/${slug}?panel=forecast&tab=${['rules', 'book', 'trades'][index % 3]}`),
      ...handles.map(handle => `/players/${handle}`),
      '/portfolio?tab=forecasts',
      '/agents',
      '/requests',
      '/requests?view=mine',
      `/requests?q=${encodeURIComponent(hostileTexts[12])}`,
      `/embed/${slugs[3]}`,
      `/?q=${encodeURIComponent(hostileTexts[12])}`,
    ];
    expect(await problemsOf(paths, headers.cookie)).toEqual([]);
  });
});

describe.skipIf(browserPath === null)('a market before its data arrives', () => {
  it('shows its title while the scripts load, then where the app renders it', async () => {
    const { slug } = await service.anEvent({ title: 'Will the title be painted before any script runs?' });
    for (const width of [390, 820, 1280]) {
      const { page, context } = await openPage(browser, service, { width });
      let release = () => {};
      const held = new Promise<void>(done => (release = done));
      await page.route('**/assets/index-*.js', async route => {
        await held;
        await route.continue();
      });
      await page.goto(`/events/${slug}`, { waitUntil: 'commit' });
      const early = page.locator('.first-paint p');
      await early.waitFor();
      const padding = "getComputedStyle(document.querySelector('.first-paint')).paddingTop";
      await expect.poll(() => page.evaluate(padding)).not.toBe('0px');
      const before = await early.boundingBox();
      release();
      await settle(page);
      expect(await early.count()).toBe(0);
      const after = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect([width, before]).toEqual([width, after]);
      await context.close();
    }
  });

  it('shows the event that the page contains when the API does not respond', async () => {
    const { slug } = await service.anEvent({ title: 'Will the page show this without the API?' });
    const { page, context } = await openPage(browser, service);
    await page.route(`**/api/events/${slug}`, () => {});
    await page.goto(`/events/${slug}`);
    await page.getByRole('button', { name: /^Yes.*50%/s }).waitFor();
    await context.close();
  });
});

describe.skipIf(browserPath === null)('the ticket', () => {
  it('keeps the amount when the window becomes narrow and wide again', async () => {
    const { slug } = await service.anEvent();
    const { headers } = await service.aPerson();
    const { page, context } = await openPage(browser, service, { cookie: headers.cookie });
    await page.goto(`/events/${slug}`);
    const amount = page.getByLabel('Credits', { exact: true });
    await amount.fill('250');
    await page.setViewportSize({ width: 700, height: 900 });
    await amount.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await amount.waitFor();
    expect(await amount.inputValue()).toBe('250');
    await context.close();
  });
});

describe.skipIf(browserPath === null)('the embed', () => {
  it('shows chart and price in a frame on another site, which can frame no other page', async () => {
    const { slug } = await service.anEvent({ title: 'Will the frame show this?' });
    const { page, context } = await openPage(browser, service);
    const frames = ['embed', 'events'].map(page => `<iframe src="${service.url}/${page}/${slug}?theme=dark"></iframe>`);
    const elsewhere = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(frames.join(''));
    });
    await new Promise<void>(done => elsewhere.listen(0, '127.0.0.1', done));
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const frame = page.frameLocator('iframe').first();
    await frame.getByRole('heading', { name: 'Will the frame show this?' }).waitFor();
    await frame.getByText('50%').first().waitFor();
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(() => page.frames()[2]?.url()).toContain('chrome-error:');
    await context.close();
    elsewhere.close();
  });
});
