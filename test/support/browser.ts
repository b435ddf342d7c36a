import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of this machine; CHROMIUM names another one. Null where there is none: nothing is downloaded. */
export const browserPath: string | null = [process.env.CHROMIUM ?? '', ...usual].find(path => existsSync(path)) ?? null;

export const whyNoBrowser = 'there is no Chromium on this machine; CHROMIUM=/path/to/it names one';

export function startBrowser(): Promise<Browser> {
  // Containers run as root, where the sandbox of the browser does not work.
  return chromium.launch({ executablePath: browserPath as string, args: ['--no-sandbox'] });
}
