// npm run web:screenshots [-- NAME…]: pictures of the web app in both themes and three widths, into screenshots/. It starts a
// separate demo arena; PRESAGE_URL and PRESAGE_OPERATOR_TOKEN name a running one. Names choose pages by the beginning of theirs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { packageRoot } from '../../src/server/package-root.js';
import { browserArguments, browserPath } from './browser.js';
import { fillArena, type Shown } from './screenshot-arena.js';
import { settle } from './settle.js';
import { startDemoArena } from './start-arena.js';

const folder = join(packageRoot, 'screenshots');
const widths = [390, 820, 1440];
const themes = ['light', 'dark'] as const;

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly isVisitor?: true;
  /** Prepares the page before it loads. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** The picture shows a page whose data never arrive. */
  readonly isLoading?: true;
  /** Acts on the loaded page. */
  readonly after?: (page: Page) => Promise<unknown>;
}

const hour = 3_600_000;

/** Fills the ticket on the page or, on narrow screens, in its sheet. */
async function fillTicket(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'Trade', exact: true });
  if (await open.isVisible()) await open.click();
  await page.getByLabel('Credits', { exact: true }).fill('2500');
  await page.getByText('Balance after').waitFor();
}

function pictures({ binary, many, long, extreme, resolved, player }: Shown): Picture[] {
  return [
    { name: 'home-visitor', path: '/', isVisitor: true },
    { name: 'home', path: '/' },
    { name: 'home-table', path: '/?view=table&sort=movers' },
    { name: 'home-none', path: '/?q=zzzzzz' },
    { name: 'home-loading', path: '/', isLoading: true, before: page => page.route('**/api/events?**', () => {}) },
    { name: 'home-error', path: '/', before: page => page.route('**/api/events?**', route => route.abort()) },
    { name: 'market', path: `/events/${binary}`, after: fillTicket },
    { name: 'market-visitor', path: `/events/${binary}?tab=trades`, isVisitor: true },
    { name: 'market-eight', path: `/events/${many}?panel=forecast&tab=rules` },
    { name: 'market-long', path: `/events/${long}` },
    { name: 'market-extreme', path: `/events/${extreme}?tab=rules` },
    { name: 'market-resolved', path: `/events/${resolved}` },
    {
      name: 'market-loading',
      isLoading: true,
      path: `/events/${binary}`,
      before: page => page.route(`**/api/events/${binary}`, () => {}),
    },
    { name: 'market-missing', path: '/events/no-such-market', isLoading: true },
    {
      name: 'market-stream-down',
      path: `/events/${binary}`,
      before: async page => {
        await page.addInitScript('delete window.SharedWorker; delete Navigator.prototype.locks;');
        await page.routeWebSocket(/\/api\/v1\/ws/, socket => socket.close());
        await page.route('**/stream*', route => route.abort());
      },
      after: page => page.getByText('Reconnecting').waitFor(),
    },
    { name: 'leaderboards', path: '/leaderboards?min=1' },
    { name: 'leaderboards-practice', path: '/leaderboards?board=practice' },
    { name: 'player', path: `/players/${player}` },
    { name: 'portfolio', path: '/portfolio' },
    { name: 'portfolio-activity', path: '/portfolio?tab=activity' },
    { name: 'agents', path: '/agents' },
    { name: 'agents-visitor', path: '/agents', isVisitor: true },
    { name: 'account', path: '/account' },
    { name: 'sign-in', path: '/sign-in', isVisitor: true },
    { name: 'sign-up', path: '/sign-up', isVisitor: true },
    { name: 'about', path: '/about' },
    { name: 'palette', path: '/', after: page => page.keyboard.press('/') },
    { name: 'shortcuts', path: '/', after: page => page.keyboard.press('?') },
  ];
}

async function take(context: BrowserContext, picture: Picture, file: string): Promise<void> {
  const page = await context.newPage();
  try {
    await picture.before?.(page);
    await page.goto(picture.path);
    if (!picture.isLoading) await settle(page);
    await picture.after?.(page);
    await page.waitForTimeout(500);
    // Bars at the bottom of narrow screens would float in the middle of a whole page.
    await page.screenshot({ path: file, fullPage: (page.viewportSize()?.width ?? 0) > 1000 });
  } catch (error) {
    console.log(`presage: ${picture.name} failed: ${(error as Error).message.split('\n')[0]}`);
    process.exitCode = 1;
  } finally {
    await page.close();
  }
}

async function takeAll(browser: Browser, baseURL: string, shown: Shown, wanted: readonly string[]): Promise<number> {
  const chosen = pictures(shown).filter(
    ({ name }) => wanted.length === 0 || wanted.some(part => name.startsWith(part)),
  );
  for (const width of widths) {
    for (const colorScheme of themes) {
      const options = {
        baseURL,
        colorScheme,
        viewport: { width, height: width > 1000 ? 900 : 1300 },
        reducedMotion: 'reduce',
      } as const;
      const [visitor, member] = await Promise.all([browser.newContext(options), browser.newContext(options)]);
      await member.addCookies([{ ...shown.cookie, url: baseURL, expires: Date.now() / 1000 + hour }]);
      for (const picture of chosen) {
        const file = join(folder, `${picture.name}-${width}-${colorScheme}.png`);
        await take(picture.isVisitor ? visitor : member, picture, file);
      }
      await Promise.all([visitor.close(), member.close()]);
    }
  }
  return chosen.length * widths.length * themes.length;
}

if (browserPath === null) throw new Error('no Chromium was found; CHROMIUM=/path/to/it names one');
mkdirSync(folder, { recursive: true });
const arena = await startDemoArena();
const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments });
try {
  const shown = await fillArena(arena);
  const count = await takeAll(browser, arena.url, shown, process.argv.slice(2));
  console.log(`presage: ${count} pictures in ${folder}`);
} finally {
  await browser.close();
  await arena.stop();
}
