import { type Browser, chromium } from 'playwright-core';
import { browserArguments, browserPath } from '../../tools/web/browser.js';

export const whyNoBrowser = 'there is no Chromium on this machine; CHROMIUM=/path/to/it names one';

/** Pages of tests end before optimized code pays off. Without it, their processes take a tenth less CPU time. */
const withoutOptimizer = '--js-flags=--no-opt,--no-maglev';

let shared: Browser | null = null;

/**
 * Returns the browser of this test process, because each start takes a second. Playwright ends it with the process. The
 * files of a process run one after another, and each has its own contexts.
 */
export async function startBrowser(): Promise<Browser> {
  if (!shared?.isConnected())
    shared = await chromium.launch({
      executablePath: browserPath as string,
      args: [...browserArguments, withoutOptimizer],
    });
  return shared;
}

/** Closes everything that a test file has opened in the browser. */
export async function leaveBrowser(): Promise<void> {
  await Promise.all((shared?.contexts() ?? []).map(context => context.close()));
}
