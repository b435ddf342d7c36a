// npm run web:readme-screenshots: the small images of the README, into docs/images/. It starts a separate demo arena;
// PRESAGE_URL and PRESAGE_OPERATOR_TOKEN select a running one.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { packageRoot } from '../../src/package-root.js';
import { browserArguments, browserPath } from './browser.js';
import { fillArena } from './screenshot-arena.js';
import { settle } from './settle.js';
import { startDemoArena } from './start-arena.js';

const folder = join(packageRoot, 'docs', 'images');
/** Rendered at three quarters of this size, as JPEG: about 60 KB each. */
const shown = { width: 1280, height: 800 };

if (browserPath === null) throw new Error('no Chromium was found; CHROMIUM=/path/to/it names one');
const arena = await startDemoArena();
const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments });
try {
  const { binary, cookie } = await fillArena(arena);
  const pictures = [
    { name: 'web-markets', path: '/', theme: 'light' },
    { name: 'web-market', path: `/events/${binary}`, theme: 'light' },
    { name: 'web-leaderboards', path: '/leaderboards?min=1', theme: 'dark' },
  ] as const;
  for (const { name, path, theme } of pictures) {
    const context = await browser.newContext({
      baseURL: arena.url,
      viewport: shown,
      colorScheme: theme,
      deviceScaleFactor: 0.75,
      reducedMotion: 'reduce',
    });
    await context.addCookies([{ ...cookie, url: arena.url }]);
    const page = await context.newPage();
    await page.goto(path);
    await settle(page);
    await page.waitForTimeout(800);
    await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 72 });
    await context.close();
  }
  console.log(`presage: ${pictures.length} pictures in ${folder}`);
} finally {
  await browser.close();
  await arena.stop();
}
