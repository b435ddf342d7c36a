import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packageRoot } from '../../../src/package-root.js';
import { browserPath } from '../../../tools/web/browser.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { differenceOf } from './png-pixels.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const folder = join(import.meta.dirname, 'snapshots');
/** The share of blocks of eight by eight pixels. A word that moves by a line changes more. */
const maxDifference = 0.01;

let vite: ViteDevServer;
let browser: Browser;
beforeAll(async () => {
  if (browserPath === null) return;
  vite = await createServer({
    configFile: join(packageRoot, 'web', 'vite.config.ts'),
    server: { port: 0, strictPort: false },
    logLevel: 'error',
  });
  await vite.listen();
  browser = await startBrowser();
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await vite.close();
});

describe.skipIf(browserPath === null)('the gallery of components', () => {
  it.each(['light', 'dark'] as const)('is unchanged in the %s theme', async colorScheme => {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width: 900, height: 2000 },
      baseURL: vite.resolvedUrls?.local[0] ?? '',
    });
    const page = await context.newPage();
    await page.route('**/api/**', (route, request) =>
      /\.tsx?(\?|$)/.test(request.url()) ? route.fallback() : route.abort(),
    );
    // The first load of a fresh clone bundles the dependencies.
    await page.goto('/dev/components', { timeout: 120_000 });
    await page.getByRole('heading', { name: 'Components' }).waitFor({ timeout: 60_000 });
    await page.evaluate('document.fonts.ready');
    // The components only: the header belongs to the shell.
    await page.addStyleTag({
      content: '.skeleton, .animate-spin { animation: none !important } body header:has(nav) { display: none }',
    });
    const picture = await page.locator('main').screenshot({ animations: 'disabled' });
    await context.close();
    const file = join(folder, `gallery-${colorScheme}.png`);
    if (process.env.PRESAGE_UPDATE_SNAPSHOTS) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, picture);
    }
    const difference = differenceOf(readFileSync(file), picture);
    if (difference > maxDifference) writeFileSync(join(folder, `gallery-${colorScheme}-new.png`), picture);
    expect(difference).toBeLessThanOrEqual(maxDifference);
  });
});

describe('the comparison of screenshots', () => {
  it.skipIf(browserPath === null)('finds a changed component', async () => {
    const page = await browser.newPage({ viewport: { width: 400, height: 200 } });
    const show = async (text: string) => {
      await page.setContent(`<body style="font:40px sans-serif">${text}</body>`);
      return page.screenshot();
    };
    const before = await show('62% Yes');
    expect(differenceOf(before, await show('62% Yes'))).toBe(0);
    expect(differenceOf(before, await show('38% No'))).toBeGreaterThan(maxDifference);
    await page.close();
  });
});
