import { existsSync } from 'node:fs';

/** The shell without windows comes first: it draws the same pages with a tenth less CPU time. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of this machine; CHROMIUM overrides it. Null if there is none: nothing is downloaded. */
export const browserPath: string | null = [process.env.CHROMIUM ?? '', ...usual].find(path => existsSync(path)) ?? null;

/** Features that Playwright turns off. A second list replaces its own, so ours repeats it. */
const playwrightFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
];

/** Pop-ups of the address bar. Each window, visible or not, would render them in a separate process. */
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];

/** Containers run as root, where the sandbox of the browser does not work. */
export const browserArguments = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  `--disable-features=${[...playwrightFeatures, ...addressBarFeatures].join()}`,
];
