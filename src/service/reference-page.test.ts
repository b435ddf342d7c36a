import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveBrowser, startBrowser, whyNoBrowser } from '../../test/support/browser.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { browserPath } from '../../tools/web/browser.js';

let service: TestService;
let browser: Browser | null = null;
beforeAll(async () => {
  service = await startTestService();
  if (browserPath === null) console.warn(whyNoBrowser);
  else browser = await startBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await service.stop();
});

async function sendWithKey(page: Page, key: string): Promise<void> {
  await page.getByPlaceholder('Token').fill(key);
  await page.getByRole('button', { name: /Test Request.*play.v1.account/ }).click();
  const answered = page.waitForResponse(response => response.url().endsWith('/api/play/v1/account'));
  await page.getByRole('button', { name: 'Send' }).first().click();
  const response = await answered;
  expect([response.status(), await response.request().headerValue('authorization')]).toEqual([200, `Bearer ${key}`]);
  await page.getByText('200 OK').waitFor();
}

describe('the content security policy of the API reference', () => {
  it('allows the scripts of the page and no other inline script', async () => {
    const { headers } = await fetch(`${service.url}/docs/api`);
    const scripts = /script-src ([^;]*);/.exec(headers.get('content-security-policy') as string)?.[1];
    expect(scripts).toMatch(/^'self'( 'sha256-[+/0-9A-Za-z]{43}=')+$/);
  });

  it('has an icon, which browsers ask for', async () => {
    const icon = await fetch(`${service.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await icon.text()).toMatch(/^<svg /);
  });

  it.skipIf(browserPath === null)(
    'lets a browser render it and send a request with a pasted key, without a violation',
    async () => {
      const page = await (browser as Browser).newPage();
      const problems: string[] = [];
      page.on('pageerror', error => problems.push(String(error)));
      page.on('console', message => {
        const isProblem =
          ['error', 'warning'].includes(message.type()) || /content security policy/i.test(message.text());
        if (isProblem) problems.push(`${message.text()} ${message.location().url}`);
      });
      // The contract names the public address of the arena, which is not that of the test.
      await page.route('**/openapi.json', async route => {
        const body = await (await route.fetch()).text();
        const here = body.replaceAll('http://presage.test', service.url);
        await route.fulfill({ body: here, contentType: 'application/json' });
      });
      await page.goto(`${service.url}/docs/api`);
      for (const text of ['Presage is an open arena', 'Your play account']) {
        await page.getByText(text).first().waitFor({ state: 'attached', timeout: 150_000 });
      }
      await sendWithKey(page, (await service.anAgent()).key);
      expect(problems).toEqual([]);
      const site = page.getByRole('navigation', { name: 'Site' });
      await page.evaluate('scrollTo(0, 3000)');
      expect(await site.boundingBox()).toMatchObject({ x: 0, y: 0, height: 48 });
      const targets = await site.getByRole('link').evaluateAll(links => links.map(link => link.getAttribute('href')));
      expect(targets).toEqual(['/', '/docs', '/docs/errors']);
      // An injected script does not run.
      await page.evaluate(`document.body.append(
      Object.assign(document.createElement('script'), { textContent: 'window.injected = true' }))`);
      expect(await page.evaluate('"injected" in window')).toBe(false);
      await page.close();
    },
    240_000,
  );
});
