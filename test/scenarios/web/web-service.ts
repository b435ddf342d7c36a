import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import * as requestStore from '../../../src/developer/store.js';
import { packageRoot, webFolder } from '../../../src/package-root.js';
import { type OperatorService, startOperatorService } from '../../support/operator-service.js';
import { runClock } from '../../support/running-clock.js';
import type { TestOptions } from '../../support/test-service.js';

interface SetupSteps {
  buildWeb(say: (line: string) => void): Promise<void>;
}

export interface WebService extends OperatorService {
  stop(): Promise<void>;
}

/** The service with the built web app, on the real clock, because browsers have no other. */
export async function startWebService(options: TestOptions = {}): Promise<WebService> {
  const { buildWeb } = (await import(pathToFileURL(join(packageRoot, 'tools/setup/steps.mjs')).href)) as SetupSteps;
  await buildWeb(() => {});
  const service = await startOperatorService({ webFolder, ...options });
  service.clock.forward(Date.now() - service.clock.now());
  // The job that creates the partitions of the request log runs hourly.
  await service.store.transact(tx => requestStore.maintainPartitions(tx, service.clock.now(), 0));
  const stopClock = runClock(service);
  return {
    ...service,
    async stop() {
      stopClock();
      await service.stop();
    },
  };
}

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and of scripts, and violations of the content security policy. */
  readonly problems: string[];
}

interface Visit {
  readonly width?: number;
  /** A session cookie in the form name=value. */
  readonly cookie?: string;
}

/** The browser context of one visitor: its pages share cookies, storage and the cache. */
export async function openContext(browser: Browser, service: WebService, visit: Visit = {}): Promise<BrowserContext> {
  const { width = 1280, cookie } = visit;
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  });
  if (cookie !== undefined) {
    const at = cookie.indexOf('=');
    await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: service.url }]);
  }
  return context;
}

/** Opens a page that collects all errors on it. */
export async function watchPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', error => problems.push(String(error)));
  return { page, context, problems };
}

/** Opens a watched page in a separate browser context. */
export async function openPage(browser: Browser, service: WebService, visit: Visit = {}): Promise<WatchedPage> {
  return watchPage(await openContext(browser, service, visit));
}
