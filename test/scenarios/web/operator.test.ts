import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packageRoot } from '../../../src/package-root.js';
import { operatorPages } from '../../../src/web/pages.js';
import { browserPath } from '../../../tools/web/browser.js';
import { settle } from '../../../tools/web/settle.js';
import { assertBooksBalance } from '../../support/assert-books-balance.js';
import { leaveBrowser, startBrowser } from '../../support/browser.js';
import { operatorHeaders } from '../../support/operator-service.js';
import type { TestPerson } from '../../support/test-service.js';
import { waitUntil } from '../../support/wait-until.js';
import { overflowOf, seriousFindings } from './accessibility.js';
import { openPage, startWebService, type WatchedPage, type WebService } from './web-service.js';

/** Journeys have many steps, and browsers are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

let service: WebService;
let browser: Browser;
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService();
  browser = await startBrowser();
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await assertBooksBalance(service.store);
  await service.stop();
});

const token = operatorHeaders.authorization.replace('Bearer ', '');

async function anOperator(): Promise<TestPerson> {
  const person = await service.aPerson({ displayName: 'Olga Operator' });
  await service.operate('PUT', `/people/${person.playerId}/role`, { role: 'operator' });
  return person;
}

const local = (moment: Date) =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

async function createEvent(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Create an event' }).first().click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').fill('test');
  await page.getByLabel('Rule').fill('Resolves to Yes if the official gauge shows at least 1 mm on that day.');
  await page.getByLabel('Source', { exact: true }).fill('Weather office');
  await page.getByLabel('Address of the source').fill('https://example.org/gauge');
  await page.getByLabel('Trading ends').fill(local(new Date(Date.now() + 3 * 86_400_000)));
  await expect
    .poll(async () => Number.parseInt(await page.getByTestId('readiness-score').innerText(), 10))
    .toBeGreaterThan(30);
  await page.getByRole('button', { name: 'Create the event' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function propose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close now' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Propose a resolution' }).click();
  await page.getByLabel('Yes wins').check();
  await page.getByLabel('Link to the evidence').fill('https://example.org/gauge');
  await page.getByLabel('Quote').fill('1.2 mm');
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await page.getByRole('heading', { name: 'Proposed resolution' }).waitFor();
}

/** Buys, records a forecast, and stays on the market's page. */
async function play(page: Page, slug: string): Promise<void> {
  await page.goto(`/events/${slug}?tab=rules`);
  const ticket = page.getByRole('form', { name: 'Trade' });
  await ticket.getByLabel('Credits', { exact: true }).fill('100');
  await ticket.getByText('Balance after').waitFor();
  await page.getByRole('button', { name: 'Buy 100.00 credits of Yes' }).click();
  await page
    .getByText(/Bought [\d.]+ shares of Yes/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Forecast', exact: true }).click();
  await page.getByRole('textbox', { name: 'Probability of Chance of Yes in percent' }).fill('80');
  await page.getByRole('button', { name: 'Record the forecast' }).click();
  await page.getByText('Forecast recorded').first().waitFor();
}

async function becomeOperator(page: Page): Promise<void> {
  // The token creates the first operator; a wrong one does not.
  await page.goto('/operator');
  await page.getByLabel('Operator token').fill('wrong-token');
  await page.getByRole('button', { name: 'Become an operator' }).click();
  await page.getByText('This is not the operator token.').waitFor();
  await page.getByLabel('Operator token').fill(token);
  await page.getByRole('button', { name: 'Become an operator' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
}

/** The proposal appears on the open page. A person disputes it once. */
async function dispute(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dispute', exact: true }).click();
  await page.getByLabel('Why the proposed answer is wrong').fill('The gauge was broken that day.');
  await page.getByRole('button', { name: 'Dispute the proposal' }).click();
  await page.getByText('1 dispute. An operator decides.').first().waitFor();
  await page.getByRole('list', { name: 'Disputes' }).waitFor();
  await page.getByRole('button', { name: 'Dispute', exact: true }).waitFor({ state: 'detached' });
}

/** Resolves a disputed event from the inbox; the dialog shows payouts and scores first. */
async function resolveDisputed(page: Page, title: string, handle: string): Promise<void> {
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await page.getByText('Disputed', { exact: true }).waitFor();
  await page.getByRole('link', { name: title }).click();
  await page.getByText('The gauge was broken that day.').waitFor();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  expect(await page.getByRole('button', { name: 'Choose an answer' }).isDisabled()).toBe(true);
  const confirm = page.getByRole('button', { name: 'Resolve to Yes' });
  await page.getByLabel('Yes wins').check();
  await page.getByRole('table', { name: 'Payouts' }).getByText(handle).waitFor();
  await page.getByText('1 forecaster, mean Brier').waitFor();
  await page.getByLabel('Note').fill('A second gauge agrees.');
  await confirm.click();
  await page.getByRole('heading', { name: 'Resolution', exact: true }).waitFor();
}

async function correct(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Correct the resolution' }).click();
  await page.getByLabel('No wins').check();
  await page.getByText(/credits are taken back from players/).waitFor();
  await page.getByLabel('Note').fill('Both gauges were misread.');
  await page.getByRole('button', { name: 'Correct to No' }).click();
  await page.getByText('Corrected from: Yes wins').waitFor();
}

const balanceOf = (page: Page) => page.getByLabel(/^Available balance/).innerText();

describe.skipIf(browserPath === null)('the operator console', () => {
  it('takes an event from creation through a dispute and a correction to changed balances, in two browsers', async () => {
    const [boss, player] = [
      await service.aPerson({ displayName: 'Olga' }),
      await service.aPerson({ displayName: 'Pia' }),
    ];
    const [console_, market] = await Promise.all([
      openPage(browser, service, { cookie: boss.headers.cookie, width: 1024 }),
      openPage(browser, service, { cookie: player.headers.cookie }),
    ]);
    const { page } = console_;

    await becomeOperator(page);
    const title = 'Will the gauge show rain on the day of the test?';
    await createEvent(page, title);
    const slug = page.url().split('/').at(-1) as string;
    await play(market.page, slug);
    const before = await balanceOf(market.page);

    await propose(page);
    await dispute(market.page);

    await resolveDisputed(page, title, player.handle);

    // The player sees it without a reload.
    await expect.poll(() => balanceOf(market.page), { timeout: 20_000 }).not.toBe(before);
    const won = await balanceOf(market.page);
    await waitUntil('the forecast is ranked', async () => {
      const { body } = await service.call('GET', '/api/leaderboards/brier?minResolved=1');
      return body.rows.some((row: { player: { handle: string } }) => row.player.handle === player.handle);
    });
    await market.page.goto('/leaderboards?min=1');
    await market.page.getByRole('link', { name: 'Pia' }).first().waitFor();

    await correct(page);
    await expect.poll(() => balanceOf(market.page), { timeout: 20_000 }).not.toBe(won);

    // Everything is in the audit trail, with reasons.
    await page.getByRole('link', { name: 'Audit trail' }).click();
    for (const text of ['event.correct', 'Both gauges were misread.', 'event.resolve', 'person.role']) {
      await page.getByText(text).first().waitFor();
    }
    // Players are named by handles, not by ids.
    const role = page.getByRole('listitem').filter({ hasText: 'person.role' }).first();
    await role.locator('a[href^="/players/"]').first().waitFor();
    expect(await page.getByRole('main').innerText()).not.toContain('plr_');
    const changes = page.getByRole('listitem').filter({ hasText: 'event.correct' });
    expect(await changes.innerText()).toMatch(/Resolution › Answer\s+Yes wins → No wins/);
    expect(market.problems).toEqual([]);
    expect(console_.problems.filter(problem => !/40[13]/.test(problem))).toEqual([]);
    await Promise.all([console_.context.close(), market.context.close()]);
  });
});

describe.skipIf(browserPath === null)('the safeguards of the operator console', () => {
  it('rates an edit by its own fields and does not send an unchanged event', async () => {
    const operator = await anOperator();
    const { slug } = await service.anEvent({ title: 'Will the edited event be ready on 1 May 2027?' });
    const { page, context } = await openPage(browser, service, { cookie: operator.headers.cookie, width: 1024 });
    await page.goto(`/operator/events/${slug}/edit`);
    const save = page.getByRole('button', { name: 'Save the changes' });
    await page.getByTestId('readiness-score').waitFor();
    expect(await page.getByText(/The question is the same as/).count()).toBe(0);
    await page.getByText('Nothing is changed yet.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('Address of the source').fill('http://localhost/');
    await page
      .getByText(/“Address of the source”/)
      .first()
      .waitFor();
    await page.getByLabel('Address of the source').fill('https://example.org/rain');
    await save.click();
    await page.getByText('The event is changed').waitFor();
    await context.close();
  });

  it('explains why it rejects a dangerous action and suspends a player with a reason', async () => {
    const operator = await anOperator();
    const target = await service.aPerson({ displayName: 'Tom Target' });
    const { slug } = await service.anEvent();
    const play_ = {
      clientOrderId: 'rest',
      eventSlug: slug,
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 20,
      limitPriceBps: 500,
    };
    await service.call('POST', '/api/play/v1/orders', { headers: target.headers, json: play_ });
    const { page, context } = await openPage(browser, service, { cookie: operator.headers.cookie, width: 1024 });

    // An operator with a stake can't resolve.
    const own = await service.anEvent();
    await service.call('POST', '/api/play/v1/orders', {
      headers: operator.headers,
      json: { ...play_, eventSlug: own.slug, limitPriceBps: 9999 },
    });
    await page.goto(`/operator/events/${own.slug}`);
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByLabel('Yes wins').check();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Resolve to Yes' }).isDisabled()).toBe(true);

    await page.goto(`/operator/players?q=${target.handle}`);
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByLabel('Reason').fill('Insults in the name.');
    await page.getByRole('button', { name: 'Suspend', exact: true }).last().click();
    await page.getByRole('button', { name: 'Unsuspend' }).waitFor();
    const orders = await service.call('GET', '/api/play/v1/orders?status=open', { headers: target.headers });
    expect(orders.body.orders).toEqual([]);
    const refused = await service.call('POST', '/api/play/v1/orders', {
      headers: target.headers,
      json: { ...play_, clientOrderId: 'again' },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'PLAYER_SUSPENDED', reason: 'Insults in the name.' } });
    await context.close();
  });
});

const isTooLow = (field: unknown) => (field as { validity: { rangeUnderflow: boolean } }).validity.rangeUnderflow;

describe.skipIf(browserPath === null)('connectors', () => {
  it('are added, changed by fields with the bounds of their format, and turned off', async () => {
    const operator = await anOperator();
    const { page, context, problems } = await openPage(browser, service, { cookie: operator.headers.cookie });
    const settings = async () => {
      const { connectors } = (await service.operate('GET', '/connectors')).body;
      return connectors.find(({ id }: { id: string }) => id === 'house-polls');
    };
    await page.goto('/operator/connectors');
    await page.getByRole('button', { name: 'Add a source' }).click();
    await page.getByLabel('Id', { exact: true }).fill('house-polls');
    await page.getByLabel('Name (optional)').fill('House polls');
    await page.getByLabel('Kind of source').selectOption('push');
    await page.getByLabel('Interval seconds').fill('600');
    await page.getByRole('button', { name: 'Add the source' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'House polls' });
    await row.getByRole('button', { name: 'Settings' }).click();
    expect(await page.getByLabel('Interval seconds').inputValue()).toBe('600');
    await page.getByLabel('Interval seconds').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByLabel('Interval seconds').evaluate(isTooLow)).toBe(true);
    await page.getByLabel('Interval seconds').fill('900');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings of House polls are saved').first().waitFor();
    expect(await settings()).toMatchObject({ enabled: true, settings: { intervalSeconds: 900 } });
    await row.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn off' }).last().click();
    await row.getByText('Off', { exact: true }).waitFor();
    expect(await settings()).toMatchObject({ enabled: false, settings: { intervalSeconds: 900 } });
    expect(problems).toEqual([]);
    await context.close();
  });
});

const pages = Object.keys(operatorPages);

describe.skipIf(browserPath === null)('operator pages', () => {
  it('are the same in the service and in the router of the web app', () => {
    const source = readFileSync(join(packageRoot, 'web', 'operator-routes.tsx'), 'utf8');
    const routed = [...source.matchAll(/path: '(\/operator[^']*)'/g)].map(([, path]) =>
      path.replace('$slug', '{slug}'),
    );
    expect(routed.sort()).toEqual([...pages].sort());
  });

  it('return 403 to people without the role, agents and visitors and show them nothing', async () => {
    const member = await service.aPerson();
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    for (const path of pages.map(each => each.replace('{slug}', slug))) {
      for (const headers of [member.headers, agent.headers, {}]) {
        const reply = await fetch(`${service.url}${path}`, { headers: { ...headers, accept: 'text/html' } });
        expect([path, reply.status]).toEqual([path, 403]);
      }
    }
    const { page, context } = await openPage(browser, service, { cookie: member.headers.cookie });
    const calls: string[] = [];
    page.on('request', request => calls.push(request.url()));
    for (const path of ['/operator', '/operator/players', `/operator/events/${slug}`]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: 'Operators only' }).waitFor();
    }
    expect(calls.filter(url => url.includes('/api/operator'))).toEqual([]);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('accessibility of operator pages', () => {
  // One tab for all pages; each new tab would start another renderer process.
  let office: WatchedPage;
  let slug: string;
  beforeAll(async () => {
    const { cookie } = (await anOperator()).headers;
    office = await openPage(browser, service, { cookie, width: 1024 });
    ({ slug } = await service.anEvent({ title: 'Is the operator page of an event accessible?' }));
    const incident = { title: 'Orders are slow', impact: 'minor', text: 'We look into it.' };
    await service.operate('POST', '/incidents', incident);
  });

  it.each([...pages, '/status'])('%s has no serious findings, fits 1024 px and logs no errors', async path => {
    const { page, problems } = office;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path.replace('{slug}', slug));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settle(page);
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForTimeout(50);
    expect(await seriousFindings(page, 'colours')).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(problems.splice(0)).toEqual([]);
  });
});
