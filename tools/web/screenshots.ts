// npm run web:screenshots [-- NAME…]: screenshots of the web app in both themes and three widths, into screenshots/. It
// starts a separate demo arena; PRESAGE_URL and PRESAGE_OPERATOR_TOKEN select a running one. Names select pages by
// prefix; a width (390, 820, 1440) or a theme (light, dark) selects only that one.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { packageRoot } from '../../src/package-root.js';
import { browserArguments, browserPath } from './browser.js';
import { fillArena, type Shown } from './screenshot-arena.js';
import { settle } from './settle.js';
import { startDemoArena } from './start-arena.js';

const folder = join(packageRoot, 'screenshots');
const allWidths = [390, 820, 1440];
const allThemes = ['light', 'dark'] as const;

/** The selection of the arguments; everything by default. */
const words = process.argv.slice(2);
const chosenOf = <T>(all: readonly T[]) => {
  const chosen = all.filter(each => words.includes(String(each)));
  return chosen.length > 0 ? chosen : all;
};
const widths = chosenOf(allWidths);
const themes = chosenOf(allThemes);
const names = words.filter(word => ![...allWidths, ...allThemes].map(String).includes(word));

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly isVisitor?: true;
  /** Signed in as an operator. */
  readonly isOperator?: true;
  /** Prepares the page before it loads. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Shows a page whose data never arrives. */
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

/** Types a question that lacks a source, so that the readiness panel has findings. */
async function fillRequest(page: Page): Promise<void> {
  await page.getByLabel('Question', { exact: true }).fill('Will it rain at Heathrow on 1 May 2027?');
  await page.getByTestId('readiness-score').waitFor();
}

/** Pages of the operator console. */
function operatorPictures(slug: string): Picture[] {
  const paths: readonly (readonly [name: string, path: string])[] = [
    ['inbox', '/operator'],
    ['events', '/operator/events'],
    ['new-event', '/operator/events/new'],
    ['event', `/operator/events/${slug}`],
    ['requests', '/operator/requests'],
    ['reports', '/operator/reports'],
    ['players', '/operator/players'],
    ['connectors', '/operator/connectors'],
    ['books', '/operator/books'],
    ['trail', '/operator/trail'],
    ['incidents', '/operator/incidents'],
  ];
  const resolve = async (page: Page) => {
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByRole('radio').first().check();
    await page.getByRole('table', { name: 'Payouts' }).waitFor();
  };
  return [
    ...paths.map(([name, path]): Picture => ({ name: `operator-${name}`, path, isOperator: true })),
    { name: 'operator-resolve', path: `/operator/events/${slug}`, isOperator: true, after: resolve },
  ];
}

/** A market without its stream, and with the share dialog. */
function marketStates(slug: string): Picture[] {
  return [
    {
      name: 'market-stream-down',
      path: `/events/${slug}`,
      before: async page => {
        await page.addInitScript('delete window.SharedWorker; delete Navigator.prototype.locks;');
        await page.routeWebSocket(/\/api\/v1\/ws/, socket => socket.close());
        await page.route('**/stream*', route => route.abort());
      },
      after: page => page.getByText('Reconnecting').waitFor(),
    },
    {
      name: 'market-share',
      path: `/events/${slug}`,
      after: page => page.getByRole('button', { name: 'Share', exact: true }).click(),
    },
  ];
}

function pictures(shown: Shown): Picture[] {
  const { binary, many, long, extreme, resolved, proposed, player, compared } = shown;
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
    { name: 'market-resolved', path: `/events/${resolved}?tab=scores` },
    { name: 'market-proposed', path: `/events/${proposed}?tab=rules` },
    {
      name: 'market-loading',
      isLoading: true,
      // A page that the server renders contains its event, so only links lead to the skeleton.
      path: '/',
      before: page => page.route('**/api/events/*', () => {}),
      after: page => page.locator('article a').first().click(),
    },
    { name: 'market-missing', path: '/events/no-such-market', isLoading: true },
    ...marketStates(binary),
    { name: 'embed', path: `/embed/${many}`, isVisitor: true },
    { name: 'leaderboards', path: '/leaderboards?min=1' },
    { name: 'leaderboards-practice', path: '/leaderboards?board=practice' },
    { name: 'player', path: `/players/${player}` },
    { name: 'compare', path: `/compare?players=${compared.join(',')}` },
    { name: 'compare-none', path: '/compare' },
    { name: 'models', path: '/models' },
    { name: 'requests', path: '/requests?status=all' },
    { name: 'requests-visitor', path: '/requests', isVisitor: true },
    { name: 'requests-form', path: '/requests?view=new', after: fillRequest },
    { name: 'portfolio', path: '/portfolio' },
    { name: 'portfolio-activity', path: '/portfolio?tab=activity' },
    { name: 'agents', path: '/agents' },
    { name: 'agents-visitor', path: '/agents', isVisitor: true },
    { name: 'account', path: '/account' },
    { name: 'sign-in', path: '/sign-in', isVisitor: true },
    { name: 'sign-up', path: '/sign-up', isVisitor: true },
    { name: 'reset-password', path: '/reset-password', isVisitor: true },
    { name: 'confirm', path: '/account/confirm#password-reset=token', isVisitor: true },
    { name: 'about', path: '/about' },
    { name: 'status', path: '/status', isVisitor: true },
    ...operatorPictures(many),
    { name: 'developers', path: '/developers' },
    { name: 'developers-requests', path: '/developers?tab=requests' },
    { name: 'docs', path: '/docs', isVisitor: true },
    { name: 'docs-scoring', path: '/docs/scoring', isVisitor: true },
    { name: 'palette', path: '/', after: page => page.keyboard.press('/') },
    { name: 'shortcuts', path: '/', after: page => page.keyboard.press('?') },
    // Last, because the tour continues until it is ended.
    {
      name: 'tour',
      path: '/',
      before: page => page.addInitScript("localStorage.setItem('presage.tour', '0')"),
      after: page => page.getByText('Trade what you believe').waitFor(),
    },
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
    // Bars at the bottom of narrow screens would float in the middle of a full-page screenshot.
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
      const [visitor, member, operator] = await Promise.all([1, 2, 3].map(() => browser.newContext(options)));
      const expires = Date.now() / 1000 + hour;
      await member.addCookies([{ ...shown.cookie, url: baseURL, expires }]);
      await operator.addCookies([{ ...shown.operatorCookie, url: baseURL, expires }]);
      for (const picture of chosen) {
        const file = join(folder, `${picture.name}-${width}-${colorScheme}.png`);
        const signedIn = picture.isOperator ? operator : member;
        await take(picture.isVisitor ? visitor : signedIn, picture, file);
      }
      await Promise.all([visitor, member, operator].map(context => context.close()));
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
  const count = await takeAll(browser, arena.url, shown, names);
  console.log(`presage: ${count} pictures in ${folder}`);
} finally {
  await browser.close();
  await arena.stop();
}
