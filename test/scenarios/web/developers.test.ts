import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as requestStore from '../../../src/developer/store.js';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { presets, withSlug } from '../../../web/pages/developers/presets.js';
import { assertBooksBalance } from '../../support/assert-books-balance.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { openRun } from '../../support/builders/certification-run.js';
import type { TestAgent, TestPerson } from '../../support/test-service.js';
import { seriousFindings } from './accessibility.js';
import { openContext, startWebService, type WebService, watchPage } from './web-service.js';

vi.setConfig({ testTimeout: 120_000 });

let service: WebService;
let browser: Browser;
let slug: string;
let person: TestPerson;
let agent: TestAgent;
let member: BrowserContext;
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService();
  browser = await startBrowser();
  // The request log has partitions for the days of the test's first clock only.
  const now = service.clock.now();
  await service.store.transact(tx => requestStore.maintainPartitions(tx, now, now));
  ({ slug } = await service.anEvent());
  person = await service.aPerson({ displayName: 'Ada' });
  const json = { name: 'Ada’s agent', description: 'Forecasts the weather.' };
  const { body } = await service.call('POST', '/api/people/agents', { headers: person.headers, json });
  const keys = `/api/people/agents/${body.agent.id}/keys`;
  const { secret, key } = (await service.call('POST', keys, { headers: person.headers })).body;
  member = await openContext(browser, service, { cookie: person.headers.cookie });
  agent = { playerId: body.agent.id, key: secret, keyId: key.id, headers: { authorization: `Bearer ${secret}` } };
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await assertBooksBalance(service.store);
  await service.stop();
});

const open = async (tab: string) => {
  const watched = await watchPage(member);
  await watched.page.goto(`/developers${tab === 'start' ? '' : `?tab=${tab}`}`);
  await watched.page.getByRole('heading', { name: 'Developers' }).waitFor();
  return watched;
};

describe.skipIf(browserPath === null)('the pages for developers', () => {
  it.each(['start', 'try', 'streams', 'requests', 'certification'])(
    'shows %s without errors and serious accessibility findings',
    async tab => {
      const { page, problems } = await open(tab);
      await settle(page);
      expect(await seriousFindings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForTimeout(50);
      expect(await seriousFindings(page, 'colours')).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(problems).toEqual([]);
      await page.close();
    },
  );
});

describe.skipIf(browserPath === null)('the tools for developers', () => {
  it('has examples that all succeed', async () => {
    for (const preset of presets) {
      const { method, path, body } = withSlug(preset, slug);
      const headers = { ...person.headers, 'content-type': 'application/json' };
      const reply = await fetch(service.url + path, { method, headers, ...(method === 'POST' ? { body } : {}) });
      expect([path, reply.status]).toEqual([path, 200]);
    }
  });

  it('sends an edited request and shows status, headers, body and the curl command', async () => {
    const { page } = await open('try');
    await page.getByLabel('Example').selectOption({ label: 'Preview an order (signed in)' });
    await page.getByText(`"eventSlug": "${slug}"`).first().waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('"filledShares"').first().waitFor();
    await page.getByLabel('JSON body').fill('{"eventSlug": ');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The body is not JSON').waitFor();
    await page.getByLabel('POST path').fill('/api/play/v1/orders');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Send writes with your own program').waitFor();
    await page.close();
  });

  it('subscribes, is disconnected, misses a trade, and resumes without a gap', async () => {
    const { page } = await open('streams');
    const figure = (name: string) => page.getByText(name, { exact: true }).locator('xpath=following-sibling::div');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('"kind":"snapshot"').waitFor();
    const trader = await service.anAgent();
    await service.order(trader, { eventSlug: slug, amountCredits: 10 });
    await page.getByText('"kind":"trade"').first().waitFor();
    await page.getByRole('button', { name: 'Cut' }).click();
    await page.getByText('Connection cut.').waitFor();
    const before = Number(await figure('Last sequence').textContent());
    for (let count = 0; count < 2; count += 1) await service.order(trader, { eventSlug: slug, amountCredits: 10 });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(`"afterSequence":${before}`).waitFor();
    await expect.poll(async () => Number(await figure('Last sequence').textContent())).toBe(before + 2);
    expect([await figure('Gaps').textContent(), await figure('Duplicates').textContent()]).toEqual(['0', '0']);
    await page.close();
  });

  it('shows requests and usage of the agent, with a link from each error to its page', async () => {
    await service.call('GET', '/api/play/v1/orders/ord_00000000000000000000000000', { headers: agent.headers });
    const { page } = await open('requests');
    await page.getByText('getOrder').first().waitFor();
    await page.getByRole('link', { name: 'NOT_FOUND' }).last().click();
    await page.waitForURL(/\/docs\/errors#NOT_FOUND/);
    await page.getByRole('heading', { name: 'NOT_FOUND' }).waitFor();
    await page.close();
  });

  it('follows a certification run in progress', async () => {
    const run = await openRun(service, agent);
    const { page } = await open('certification');
    await page.getByText('Run in progress').waitFor();
    await page.getByText(new RegExp(`0 of ${run.scenarios.length} passed, 0 requests`)).waitFor();
    await fetch(`${service.url}${run.basePath}/api/play/v1/account`, { headers: agent.headers });
    await page.getByText(/passed, 1 requests/).waitFor();
    await page.close();
  });
});
