/** The handshake with the host, and code shared by both pages. Data is only ever set as text, never as HTML. */
const bridge = `
const waiting = new Map();
let lastId = 0;
const send = message => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const request = (method, params) => new Promise((resolve, reject) => {
  waiting.set(++lastId, { resolve, reject });
  send({ id: lastId, method, params });
});
let host = {};
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const percent = bps => (bps / 100).toLocaleString(undefined, { maximumFractionDigits: 1 }) + ' %';
const credits = amount => Number(amount).toLocaleString(undefined, { maximumFractionDigits: 2 }) + ' credits';
const row = (name, value) => {
  const line = make('div', 'row');
  line.append(make('span', 'name', name), make('span', 'value', value));
  return line;
};
const show = (...elements) => {
  document.querySelector('main').replaceChildren(...elements.filter(Boolean));
  const { width, height } = document.documentElement.getBoundingClientRect();
  send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
};
const useTheme = context => {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme;
};
const dataOf = result => result.structuredContent ?? JSON.parse(result.content?.[0]?.text ?? '{}');
addEventListener('message', ({ data, source }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if (data.error) reject?.(new Error(data.error.message));
    else resolve?.(data.result);
  } else if (data.method === 'ui/notifications/tool-result') {
    const value = dataOf(data.params);
    if (data.params.isError) show(make('p', 'notice', value.error ?? 'The call was refused.'));
    else render(value);
  } else if (data.method === 'ui/notifications/host-context-changed') useTheme(data.params);
  else if (data.id !== undefined) send({ id: data.id, result: {} });
});
request('ui/initialize', {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'presage', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline'] },
}).then(result => {
  host = result?.hostCapabilities ?? {};
  useTheme(result?.hostContext);
  send({ method: 'ui/notifications/initialized', params: {} });
});
`;

const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 14px/1.45 var(--font-sans, system-ui, sans-serif); color: light-dark(#16181d, #eceef2);
  background: light-dark(#fff, #16181d); }
main { display: grid; gap: 10px; padding: 16px; }
h1 { margin: 0; font-size: 16px; line-height: 1.3; }
p { margin: 0; }
.muted, .name { color: light-dark(#5a6070, #a3a9b8); }
.row { display: flex; justify-content: space-between; gap: 12px; }
.value { font-variant-numeric: tabular-nums; text-align: right; }
.bar { height: 6px; border-radius: 3px; background: light-dark(#e6e8ee, #2c303a); overflow: hidden; }
.bar > div { height: 100%; background: light-dark(#2d5bd7, #7ea2ff); }
.notice { padding: 8px 10px; border-radius: 6px; background: light-dark(#fff3d6, #3a2f12); }
button { justify-self: start; padding: 8px 14px; border: 0; border-radius: 6px; font: inherit; font-weight: 600;
  color: light-dark(#fff, #10131a); background: light-dark(#2d5bd7, #7ea2ff); cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
`;

/** A page without URLs: hosts load it without network access. */
function pageOf(title: string, render: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><main><p class="muted">Waiting for the arena…</p></main><script type="module">${bridge}${render}</script></body>
</html>
`;
}

const mimeType = 'text/html;profile=mcp-app';

const marketCard = pageOf(
  'Market',
  `
function render({ event }) {
  const outcomes = event.outcomes.map(({ label, priceBps }) => {
    const outcome = make('div');
    const bar = make('div', 'bar');
    const level = make('div');
    level.style.width = priceBps / 100 + '%';
    bar.append(level);
    outcome.append(row(label, percent(priceBps)), bar);
    return outcome;
  });
  const winner = event.resolution?.winningOutcomeIndex;
  const state = winner !== undefined
    ? 'Resolved: ' + event.outcomes[winner].label
    : event.status + ', ends ' + new Date(event.endsAt).toLocaleString();
  const open = host.openLinks && make('button', '', 'Open the market');
  if (open) open.onclick = () => request('ui/open-link', { url: event.url });
  show(
    make('h1', '', event.title),
    make('p', 'muted', state),
    ...outcomes,
    row('Volume', credits(event.volumeCredits)),
    row('Traders', String(event.traders)),
    row('Decided by', event.resolutionSource.name),
    event.demo && make('p', 'notice', 'Demonstration event with an invented outcome.'),
    open,
  );
}
`,
);

const orderPreview = pageOf(
  'Order preview',
  `
function render({ order, account, market, warnings = [], next = [] }) {
  const place = next.find(({ tool }) => tool === 'play_place_order');
  const button = host.serverTools && place && make('button', '', 'Place this order');
  const outcome = make('p', 'muted');
  if (button) {
    // One id for this preview: a second click repeats the order instead of placing another.
    const clientOrderId = 'app-' + Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, '0')).join('');
    button.onclick = async () => {
      button.disabled = true;
      try {
        const result = await request('tools/call', { name: place.tool, arguments: { ...place.arguments, clientOrderId } });
        const placed = dataOf(result);
        outcome.textContent = result.isError ? placed.error : 'Order ' + placed.order.id + ': ' + placed.order.status;
        button.disabled = !result.isError;
      } catch (error) {
        outcome.textContent = error.message;
        button.disabled = false;
      }
    };
  }
  show(
    make('h1', '', (order.side === 'buy' ? 'Buy' : 'Sell') + ' outcome ' + order.outcomeIndex + ' of ' + order.eventSlug),
    row('Limit', percent(order.limitPriceBps)),
    row('Filled at once', credits(order.filledCredits ?? 0)),
    row('Shares', Number(order.filledShares ?? 0).toLocaleString(undefined, { maximumFractionDigits: 2 })),
    order.averagePriceBps !== undefined && row('Average price', percent(order.averagePriceBps)),
    row('Price after it', percent(market.priceBps[order.outcomeIndex])),
    row('Available after it', credits(account.availableBalance)),
    ...warnings.map(({ message }) => make('p', 'notice', message)),
    button,
    outcome,
  );
}
`,
);

interface App {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

const apps: readonly App[] = [
  {
    name: 'market-card',
    title: 'Market card',
    description: 'Shows the market that get_market returned.',
    html: marketCard,
  },
  {
    name: 'order-preview',
    title: 'Order preview',
    description: 'Shows what play_preview_order found, and places the order on a click.',
    html: orderPreview,
  },
];

export function appUri(name: string): string {
  return `ui://presage/${name}`;
}

/** Pages for hosts with support for MCP Apps (2026-01-26). They need no network. */
export const appResources = apps.map(({ name, title, description, html }) => ({
  uri: appUri(name),
  name,
  title,
  description,
  mimeType,
  size: Buffer.byteLength(html),
}));

export function readApp(
  uri: string,
): { uri: string; mimeType: string; text: string; _meta: Record<string, unknown> } | null {
  const app = apps.find(({ name }) => appUri(name) === uri);
  return app ? { uri, mimeType, text: app.html, _meta: { ui: { prefersBorder: true } } } : null;
}
