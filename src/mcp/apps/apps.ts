import { pageOf } from './page.js';

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
  const found = apps.find(({ name }) => appUri(name) === uri);
  return found ? { uri, mimeType, text: found.html, _meta: { ui: { prefersBorder: true } } } : null;
}
