import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { openPage, startWebService, type WebService } from './web-service.js';

vi.setConfig({ testTimeout: 240_000 });

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

/** The browser's measurements of a page load. */
interface Vitals {
  readonly lcpMs: number;
  readonly cls: number;
  /** Compressed bytes of all scripts, also of those that the page loads later. */
  readonly scriptBytes: number;
}

const read = `({ ...vitals, scriptBytes: performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) })`;

const observe = `
window.vitals = { lcpMs: 0, cls: 0 };
new PerformanceObserver(list => { for (const e of list.getEntries()) vitals.lcpMs = e.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) vitals.cls += e.value; }).observe({ type: 'layout-shift', buffered: true });
`;

/** Loads a page with an empty cache. */
async function load(url: string): Promise<Vitals> {
  const { page, context } = await openPage(browser, service);
  await page.addInitScript(observe);
  await page.goto(url);
  await settle(page);
  await expect.poll(() => page.evaluate('vitals.lcpMs')).toBeGreaterThan(0);
  const vitals = (await page.evaluate(read)) as Vitals;
  await context.close();
  return vitals;
}

const loads = 5;
const maxLcpMs = 1_500;
/** An idle machine paints a page of one line within this time. Slower machines get proportionally more. */
const idlePaintMs = 100;

/** Other processes slow down some loads; the fastest one shows what the page needs. */
const fastest = (loads: readonly Vitals[]) => Math.min(...loads.map(({ lcpMs }) => lcpMs));

describe.skipIf(browserPath === null)('the speed of pages', () => {
  it('paints within 1.5 s of an idle machine, without later layout shifts', async () => {
    const { slug } = await service.anEvent({ title: 'Will this page be painted soon?' });
    await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 400, outcomeIndex: 0 });
    const trivial = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>One line</title><h1>One line</h1>');
    });
    await new Promise<void>(done => trivial.listen(0, '127.0.0.1', done));
    const urls = [`http://127.0.0.1:${(trivial.address() as AddressInfo).port}/`, `/events/${slug}`, '/'];
    // Interleaved, so that load from other processes affects all three alike.
    const measured: Vitals[][] = urls.map(() => []);
    for (let round = 0; round < loads; round += 1)
      for (const [at, url] of urls.entries()) measured[at].push(await load(url));
    trivial.close();
    const [line, ...pages] = measured.map(fastest);
    const allowedMs = maxLcpMs * Math.max(1, line / idlePaintMs);
    console.log('web vitals', JSON.stringify({ line, pages, allowedMs, measured }));
    expect(line).toBeGreaterThan(0);
    for (const lcpMs of pages) {
      expect(lcpMs).toBeGreaterThan(0);
      expect(lcpMs).toBeLessThanOrEqual(allowedMs);
    }
    for (const { cls, scriptBytes } of measured.slice(1).flat()) {
      expect(cls).toBeLessThanOrEqual(0.02);
      expect(scriptBytes).toBeGreaterThan(100 * 1024);
      expect(scriptBytes).toBeLessThanOrEqual(230 * 1024);
    }
  });
});
