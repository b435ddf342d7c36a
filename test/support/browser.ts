import { type Browser, chromium } from 'playwright-core';
import { browserArguments, browserPath } from '../../tools/web/browser.js';

export const whyNoBrowser = 'there is no Chromium on this machine; CHROMIUM=/path/to/it names one';

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath as string, args: browserArguments });
}
