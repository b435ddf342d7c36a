import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../../tools/web/browser.js';
import { stopBalanced } from '../support/assert-books-balance.js';
import { leaveBrowser, startBrowser, whyNoBrowser } from '../support/browser.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';

if (browserPath === null) console.warn(`MCP Apps are not tried in a browser: ${whyNoBrowser}`);

let service: OperatorService;
let client: Client;
let browser: Browser;
let slug: string;
const title = 'Will <b>the card</b> show this?';
beforeAll(async () => {
  if (browserPath === null) return;
  service = await startOperatorService();
  ({ slug } = await service.anEvent({ title }));
  const { headers } = await service.anAgent();
  client = new Client({ name: 'host', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
  browser = await startBrowser();
});
afterAll(async () => {
  if (browserPath === null) return;
  await leaveBrowser();
  await client.close();
  await stopBalanced(service);
});

/**
 * A host that follows the specification of 2026-01-26: a sandboxed frame, the handshake, then the result of the call.
 */
const hostScript = `
const frame = document.querySelector('iframe');
window.messages = [];
addEventListener('message', async ({ data, source }) => {
  if (source !== frame.contentWindow) return;
  window.messages.push(data);
  const answer = result => frame.contentWindow.postMessage({ jsonrpc: '2.0', id: data.id, result }, '*');
  if (data.method === 'ui/initialize') {
    const { protocolVersion } = data.params;
    answer({ protocolVersion, hostInfo: { name: 'test', version: '1' }, hostCapabilities: { openLinks: {}, serverTools: {} }, hostContext: { theme: 'dark' } });
  }
  if (data.method === 'ui/notifications/initialized')
    frame.contentWindow.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: window.result }, '*');
  if (data.method === 'tools/call') answer(await window.callTool(data.params));
  if (data.method === 'ui/open-link') answer({});
});
frame.srcdoc = window.html;
`;

async function openApp(name: string, args: Record<string, unknown>): Promise<{ page: Page; problems: string[] }> {
  const { tools } = await client.listTools();
  const meta = tools.find(tool => tool.name === name)?._meta as { ui: { resourceUri: string } };
  const { contents } = await client.readResource({ uri: meta.ui.resourceUri });
  expect(contents[0].mimeType).toBe('text/html;profile=mcp-app');
  const result = await client.callTool({ name, arguments: args });
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(String(error)));
  page.on('request', request => /^https?:/.test(request.url()) && problems.push(`asked for ${request.url()}`));
  await page.exposeFunction('callTool', (call: { name: string; arguments: Record<string, unknown> }) =>
    client.callTool(call),
  );
  await page.setContent('<iframe sandbox="allow-scripts" width="420" height="600"></iframe>');
  const { text } = contents[0] as { text: string };
  await page.evaluate(([html, given]) => Object.assign(globalThis, { html, result: given }), [text, result] as const);
  await page.addScriptTag({ content: hostScript });
  return { page, problems };
}

const messagesOf = (page: Page): Promise<{ method?: string; params: Record<string, unknown> }[]> =>
  page.evaluate(() => (globalThis as unknown as { messages: never[] }).messages);

describe.skipIf(browserPath === null)('MCP Apps', () => {
  it('show a market as text, report their size and open its page', async () => {
    const { page, problems } = await openApp('get_market', { eventSlug: slug });
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: title }).waitFor();
    expect(await frame.locator('main b').count()).toBe(0);
    expect(await frame.locator('.bar').count()).toBe(2);
    await frame.getByRole('button', { name: 'Open the market' }).click();
    await expect.poll(async () => (await messagesOf(page)).map(({ method }) => method)).toContain('ui/open-link');
    const messages = await messagesOf(page);
    const size = messages.find(({ method }) => method === 'ui/notifications/size-changed')?.params;
    expect(size?.height).toBeGreaterThan(100);
    expect(messages.find(({ method }) => method === 'ui/open-link')?.params.url).toContain(`/events/${slug}`);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('show a preview, and place the order once on a click', async () => {
    const order = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 12, limitPriceBps: 9000 };
    const { page, problems } = await openApp('play_preview_order', order);
    const frame = page.frameLocator('iframe');
    await frame.getByText('12 credits').waitFor();
    await frame.getByRole('button', { name: 'Place this order' }).click();
    await frame.getByText(/Order ord_\w+: filled/).waitFor();
    const { orders } = (await client.callTool({ name: 'play_orders', arguments: { status: 'all' } }))
      .structuredContent as {
      orders: { clientOrderId: string; amountCredits: number; status: string }[];
    };
    expect(orders).toMatchObject([
      { amountCredits: 12, status: 'filled', clientOrderId: expect.stringMatching(/^app-/) },
    ]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('show why a call was rejected', async () => {
    const { page } = await openApp('get_market', { eventSlug: 'no-such-event' });
    await page
      .frameLocator('iframe')
      .getByText(/no event|not found/i)
      .waitFor();
    await page.close();
  });
});
