import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserArguments, browserPath } from '../../../tools/web/browser.js';
import { assertBooksBalance } from '../../support/assert-books-balance.js';
import { waitUntil } from '../../support/wait-until.js';
import { openPage, startWebService, type WebService } from './web-service.js';

vi.setConfig({ testTimeout: 120_000 });

/** Browsers support passkeys on HTTPS and on localhost only, and the arena compares the whole origin. */
const origin = 'http://localhost';

let service: WebService;
let browser: Browser;
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startWebService({ publicUrl: origin });
  const { port } = new URL(service.url);
  browser = await chromium.launch({
    executablePath: browserPath,
    args: [...browserArguments, `--host-resolver-rules=MAP localhost:80 127.0.0.1:${port}`],
  });
});
afterAll(async () => {
  if (browserPath === null) return;
  await browser.close();
  await assertBooksBalance(service.store);
  await service.stop();
});

const open = (cookie?: string) => openPage(browser, { ...service, url: origin }, cookie ? { cookie } : {});

describe.skipIf(browserPath === null)('the account page', () => {
  it('adds a passkey, signs in with it, and ends other sessions', async () => {
    const person = await service.aPerson();
    const { page, context, problems } = await open(person.headers.cookie);
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Test device');
    await dialog.getByLabel('Password').fill('not the password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(person.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Test device').waitFor();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: /^Account of / }).waitFor();

    await service.call('POST', '/api/people/sign-in', { json: { email: person.email, password: person.password } });
    await page.goto('/account');
    await page.getByText('This browser').waitFor();
    await page
      .getByRole('button', { name: /^End the session of / })
      .first()
      .click();
    await page.getByText('Session ended').first().waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    const over = await service.call('GET', '/api/people/me', { headers: person.headers });
    expect(over.status).toBe(401);
    expect(problems.filter(text => !/40[13]/.test(text))).toEqual([]);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('settings and forgotten passwords', () => {
  it('saves notification settings and downloads the personal data', async () => {
    const person = await service.aPerson();
    const { page, context, problems } = await open(person.headers.cookie);
    await page.goto('/account');
    const box = page.getByLabel('Trading on an event that you follow ends within a day.');
    await box.click();
    // The box shows the stored setting, which changes with the response.
    await waitUntil('the box is empty', async () => !(await box.isChecked()));
    const settings = async () =>
      (await service.call('GET', '/api/people/notifications/settings', { headers: person.headers })).body.kinds;
    await waitUntil('the setting is saved', async () =>
      (await settings()).some(
        (each: { kind: string; enabled: boolean }) => each.kind === 'event-closing' && !each.enabled,
      ),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString('utf8')).person).toMatchObject({ email: person.email });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('sets a new password with an operator’s link and explains that the arena sends no email', async () => {
    const person = await service.aPerson();
    const { body } = await service.operate('POST', `/people/${person.playerId}/reset-link`, {});
    const { page, context } = await open();
    await page.goto('/reset-password');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('This arena sends no email.').waitFor();
    await page.goto(body.url);
    await page.getByLabel('New password').fill('a wholly new password');
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('button', { name: /^Account of / }).waitFor();
    const json = { email: person.email, password: 'a wholly new password' };
    expect((await service.call('POST', '/api/people/sign-in', { json })).status).toBe(200);
    await context.close();
  });
});

describe.skipIf(browserPath === null)('actions other than trading', () => {
  it('follows a market, finds it under Followed, reports it and disputes its proposed resolution', async () => {
    const person = await service.aPerson();
    const { slug } = await service.anEvent({ title: 'Will the followed market be disputed?' });
    const order = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 20, limitPriceBps: 9999 };
    await service.call('POST', '/api/play/v1/orders', {
      headers: person.headers,
      json: { ...order, timeInForce: 'IOC', clientOrderId: 'followed-1' },
    });
    const { page, context, problems } = await open(person.headers.cookie);
    await page.goto(`/events/${slug}`);
    await page.getByRole('button', { name: 'Follow this market' }).click();
    await page.getByText('Following').waitFor();
    await page.getByRole('button', { name: 'Report this market' }).click();
    await page.getByLabel('Why').fill('The title and the rule name different stations.');
    await page.getByRole('button', { name: 'Send the report' }).click();
    await page.getByText('Report sent').first().waitFor();
    await page.goto('/?mine=followed');
    await page.getByRole('link', { name: 'Will the followed market be disputed?', exact: true }).waitFor();

    await service.operate('POST', `/events/${slug}/close`, {});
    await service.operate('POST', `/events/${slug}/propose`, {
      winningOutcomeIndex: 1,
      source: 'the test',
      evidence: { url: 'https://example.org', quote: 'It did not.' },
    });
    await page.goto(`/events/${slug}`);
    await page.getByRole('heading', { name: 'Proposed: No' }).waitFor();
    await page.getByRole('button', { name: 'Dispute' }).click();
    await page.getByLabel('Why the proposed answer is wrong').fill('The other station saw it happen.');
    await page.getByRole('button', { name: 'Dispute the proposal' }).click();
    await page.getByText('1 dispute. An operator decides.').waitFor();
    await page.getByText('The other station saw it happen.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows a notification when it arrives, without a reload', async () => {
    const person = await service.aPerson();
    const { slug } = await service.anEvent({ title: 'Will the bell ring?' });
    const order = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 20, limitPriceBps: 9999 };
    await service.call('POST', '/api/play/v1/orders', {
      headers: person.headers,
      json: { ...order, timeInForce: 'IOC', clientOrderId: 'bell-1' },
    });
    const { page, context } = await open(person.headers.cookie);
    await page.goto('/about');
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    const streams = async () =>
      Number(/^presage_streams_open\S* (\d+)$/m.exec(await service.services.service.metrics())?.[1] ?? '0');
    await waitUntil('the stream is open', async () => (await streams()) > 0);
    await service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'the test', note: '' });
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
    await page
      .getByRole('link', { name: /Will the bell ring/ })
      .first()
      .waitFor();
    await context.close();
  });
});
