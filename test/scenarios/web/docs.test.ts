import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserPath } from '../../../tools/web/browser.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { seriousFindings } from './accessibility.js';
import { openPage, startWebService, type WatchedPage, type WebService } from './web-service.js';

vi.setConfig({ testTimeout: 120_000 });

let service: WebService;
let browser: Browser;
beforeAll(async () => {
  service = await startWebService();
  if (browserPath !== null) browser = await startBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await service.stop();
});

const get = (path: string) => fetch(service.url + path);

describe('the documentation over HTTP', () => {
  it('serves pages with a strict policy, a canonical URL and a Markdown version', async () => {
    const reply = await get('/docs/concepts');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    const html = await reply.text();
    expect(html).toContain('<title>Concepts · Presage</title>');
    expect(html).toContain('<link rel="canonical" href="http://presage.test/docs/concepts">');
    const twin = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html)?.[1] as string;
    const markdown = await get(twin);
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toMatch(/^# Concepts\n/);
  });

  it('lists every document in llms.txt, and each URL is served', async () => {
    const text = await (await get('/llms.txt')).text();
    const twins = [...text.matchAll(/\(http:\/\/presage\.test(\/docs\/[^)]+\.md)\)/g)].map(([, path]) => path);
    expect(twins.length).toBeGreaterThan(20);
    for (const twin of twins) expect([twin, (await get(twin)).status]).toEqual([twin, 200]);
  });

  it('finds pages for readers without JavaScript, and escapes their input', async () => {
    const html = await (await get('/docs/search?q=how+do+I+get+an+API+key')).text();
    expect(html).toContain('href="/docs/faq#how-do-i-get-an-api-key"');
    const hostile = await (await get('/docs/search?q=%22%3E%3Cscript%3Ehit()%3C/script%3E')).text();
    expect(hostile).not.toContain('<script>hit');
    expect((await get(`/docs/search?q=${'a'.repeat(201)}`)).status).toBe(400);
  });

  it('returns 404 at unknown paths: a page for browsers, JSON for programs', async () => {
    const missing = await fetch(`${service.url}/docs/no-such-page`, { headers: { accept: 'text/html' } });
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const json = await fetch(`${service.url}/docs/no-such-page`, { headers: { accept: 'application/json' } });
    expect(((await json.json()) as { code: string }).code).toBe('NOT_FOUND');
  });

  it('links search results of the API to pages', async () => {
    const { help } = (await service.call('GET', '/api/search?q=market+maker+formula&kind=help&limit=3')).body;
    for (const { url } of help) expect((await get(new URL(url).pathname)).status).toBe(200);
  });
});

describe('the documentation as Markdown', () => {
  it('serves every page of the site as Markdown too, at its path with .md', async () => {
    const seen = new Set(['/docs', '/docs/search']);
    for (const path of seen) {
      const page = await get(path);
      expect([path, page.status]).toEqual([path, 200]);
      const links = [...(await page.text()).matchAll(/\shref="(\/docs(?:\/[^"#?.]*)?)[#"]/g)].map(([, link]) => link);
      for (const link of links) seen.add(link);
      const twin = await get(`${path}.md`);
      const type = twin.headers.get('content-type');
      expect([path, twin.status, type]).toEqual([path, 200, 'text/markdown; charset=utf-8']);
      expect(await twin.text(), path).toMatch(/^# /);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['/docs/api', '/docs/errors', '/docs/storage']));
    expect(seen.size).toBeGreaterThan(35);
    expect(await (await get('/docs/index.md')).text()).toBe(await (await get('/docs.md')).text());
  });

  it('lists every operation in the Markdown version of the API reference', async () => {
    const text = await (await get('/docs/api.md')).text();
    const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.filter(operation => !text.includes(`\`${operation}\``))).toEqual([]);
  });

  it('returns search results as Markdown, with links to Markdown', async () => {
    const text = await (await get('/docs/search.md?q=how+do+I+get+an+API+key')).text();
    expect(text).toContain('](/docs/faq.md#how-do-i-get-an-api-key)');
    expect(await (await get('/docs/search.md?q=zzqqxx')).text()).toContain('No results');
  });
});

const pages = ['/docs', '/docs/quick-start', '/docs/scoring'];
/** They have the styles of the others, and thousands of elements whose colours take long to compute. */
const longPages = ['/docs/errors', '/docs/asyncapi', '/docs/storage'];

describe.skipIf(browserPath === null)('the documentation in a browser', () => {
  let reader: WatchedPage;
  beforeAll(async () => {
    reader = await openPage(browser, service);
  });

  it.each(pages)('shows %s without errors and serious accessibility findings, in both themes', async path => {
    const { page, problems } = reader;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    await page.getByRole('button', { name: 'Dark theme' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await seriousFindings(page, 'colours')).toEqual([]);
    await page.getByRole('button', { name: 'Light theme' }).click();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(problems.splice(0)).toEqual([]);
  });

  it.each(longPages)('shows %s without errors and serious accessibility findings', async path => {
    const { page, problems } = reader;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    await page.getByRole('button', { name: 'Dark theme' }).waitFor();
    expect(await seriousFindings(page, 'all but colours')).toEqual([]);
    expect(problems.splice(0)).toEqual([]);
  });
});

describe.skipIf(browserPath === null)('working with the documentation', () => {
  it('finds a page while the reader types, and opens it with Enter', async () => {
    const { page, context } = await openPage(browser, service);
    await page.goto('/docs');
    await page.getByRole('button', { name: 'Dark theme' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('sign in with a passkey', { delay: 30 });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/guides\/people#/);
    await context.close();
  });

  it('switches every sample to the selected language and copies it', async () => {
    const { page, context } = await openPage(browser, service);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/docs/quick-start');
    await page.getByRole('tab', { name: 'Python' }).first().click();
    const visible = page.locator('[role=tabpanel]:visible');
    expect(await visible.count()).toBe(5);
    expect(await visible.first().textContent()).toContain('import json, os, urllib.request');
    await page.getByRole('tab', { name: 'Python' }).first().press('ArrowRight');
    expect(await visible.first().textContent()).toContain('node tools/presage.cjs account');
    await visible.first().getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('node tools/presage.cjs account\n');
    await page.reload();
    expect(await visible.first().textContent()).toContain('node tools/presage.cjs account');
    await context.close();
  });

  it('updates Brier, edge and adjusted score when a forecast is dragged', async () => {
    const { page, context } = await openPage(browser, service);
    await page.goto('/docs/scoring');
    const value = (name: string) =>
      page.locator('.widget dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd strong');
    await value('Brier').waitFor();
    expect(await value('Brier').textContent()).toBe('0.145');
    await page.getByLabel('The underdog takes the cup (a hard one)').fill('95');
    expect(await value('Brier').textContent()).toBe('0.045');
    expect(await value('Edge').textContent()).toBe('+0.179');
    await page.getByLabel('The underdog takes the cup (a hard one)').fill('10');
    const before = [await value('Brier').textContent(), await value('Adjusted').textContent()];
    await page.getByLabel('Skip this event').nth(2).check();
    const after = [await value('Brier').textContent(), await value('Adjusted').textContent()];
    expect(Number(before[0]) - Number(after[0])).toBeGreaterThan(Number(before[1]) - Number(after[1]));
    await context.close();
  });

  it('redirects old anchors of the API reference to its new path', async () => {
    const { page, context } = await openPage(browser, service);
    // The reference itself takes seconds to load and has a separate test.
    await page.goto('/docs#tag/play', { waitUntil: 'commit' });
    await page.waitForURL(/\/docs\/api#tag\/play/, { waitUntil: 'commit' });
    await context.close();
  });
});
