import { existsSync } from 'node:fs';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of this machine; CHROMIUM overrides it. Null if there is none: nothing is downloaded. */
export const browserPath: string | null = [process.env.CHROMIUM ?? '', ...usual].find(path => existsSync(path)) ?? null;

/** Containers run as root, where the sandbox of the browser does not work. */
export const browserArguments = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
