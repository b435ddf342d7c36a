export interface TriedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
}

interface Preset extends TriedRequest {
  readonly id: string;
  readonly label: string;
}

/** Requests that change nothing. `{slug}` stands for the most traded open event. */
export const presets: readonly Preset[] = [
  { id: 'events', label: 'Open events', method: 'GET', path: '/api/events?status=active&limit=3', body: '' },
  { id: 'event', label: 'One event', method: 'GET', path: '/api/events/{slug}', body: '' },
  { id: 'book', label: 'Order book', method: 'GET', path: '/api/v1/markets/{slug}/orderbook?depth=3', body: '' },
  {
    id: 'candles',
    label: 'Candles',
    method: 'GET',
    path: '/api/markets/{slug}/candles?resolution=1h&limit=5',
    body: '',
  },
  { id: 'search', label: 'Search', method: 'GET', path: '/api/search?q=rain&limit=3', body: '' },
  { id: 'board', label: 'Leaderboard', method: 'GET', path: '/api/leaderboards/brier?limit=3', body: '' },
  {
    id: 'preview',
    label: 'Preview an order (signed in)',
    method: 'POST',
    path: '/api/play/v1/orders/preview',
    body: JSON.stringify(
      { eventSlug: '{slug}', outcomeIndex: 0, side: 'buy', amountCredits: 25, limitPriceBps: 9999 },
      null,
      2,
    ),
  },
  { id: 'account', label: 'Your account (signed in)', method: 'GET', path: '/api/play/v1/account', body: '' },
  { id: 'access', label: 'What you may do', method: 'GET', path: '/api/agent/access', body: '' },
  { id: 'limits', label: 'Rate limits', method: 'GET', path: '/api/rate-limits', body: '' },
  {
    id: 'explain',
    label: 'Explain an error',
    method: 'POST',
    path: '/api/v1/developer/explain-error',
    body: JSON.stringify({ code: 'STALE_ORDERBOOK' }, null, 2),
  },
];

/** This page sends reads and previews only; writes need a client. */
export const allowedPosts = new Set(presets.filter(({ method }) => method === 'POST').map(({ path }) => path));

export function withSlug(request: TriedRequest, slug: string | null): TriedRequest {
  if (slug === null) return request;
  const put = (text: string) => text.replaceAll('{slug}', slug);
  return { method: request.method, path: put(request.path), body: put(request.body) };
}

/** The same request as a shell command. */
export function curlOf({ method, path, body }: TriedRequest, origin: string): string {
  const isPrivate = /^\/api\/(play|people|developer|agent\/access)/.test(path);
  return [
    `curl -sS '${origin}${path.replaceAll("'", '%27')}'`,
    ...(isPrivate ? ['-H "Authorization: Bearer $PRESAGE_AGENT_KEY"'] : []),
    ...(method === 'POST' ? ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`] : []),
  ].join(' \\\n  ');
}
