/** Page state stored in the URL. Unknown and default values are omitted, so that URLs stay short. */

type Raw = Record<string, unknown>;

/** A link may omit any part of a page's state. */
function optional<T extends object>(search: T): { [K in keyof T]?: T[K] } {
  return search;
}

function choice<const T extends string>(raw: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find(value => value === raw);
}

function text(raw: unknown, maxLength = 100): string | undefined {
  const value = typeof raw === 'number' ? String(raw) : raw;
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, maxLength) : undefined;
}

function whole(raw: unknown, low: number, high: number): number | undefined {
  const value = Number(raw);
  return raw !== undefined && raw !== '' && Number.isInteger(value) && value >= low && value <= high
    ? value
    : undefined;
}

export const homeSorts = ['trending', 'volume', 'movers', 'newest', 'ending', 'traders'] as const;
export const homeFilters = ['followed', 'not-forecast', 'positions'] as const;
export const homeStatuses = ['active', 'closed', 'resolved', 'scheduled', 'all'] as const;

export function readHomeSearch(raw: Raw) {
  return optional({
    q: text(raw.q, 120),
    category: text(raw.category, 60),
    sort: choice(raw.sort, homeSorts),
    status: choice(raw.status, homeStatuses),
    mine: choice(raw.mine, homeFilters),
    view: choice(raw.view, ['table']),
  });
}

const marketTabs = ['book', 'trades', 'scores', 'forecasts', 'rules'] as const;

export function readMarketSearch(raw: Raw) {
  return optional({
    outcome: whole(raw.outcome, 0, 99),
    range: choice(raw.range, ['1d', '1w', '1m']),
    tab: choice(raw.tab, marketTabs),
    panel: choice(raw.panel, ['forecast']),
    side: choice(raw.side, ['sell']),
  });
}

export function readPlayerSearch(raw: Raw) {
  return optional({ events: choice(raw.events, ['real', 'demo', 'all']) });
}

export function readBoardSearch(raw: Raw) {
  return optional({
    board: choice(raw.board, ['edge', 'adjusted', 'profit', 'practice']),
    kind: choice(raw.kind, ['agent', 'human']),
    window: choice(raw.window, ['7d', '30d', '90d']),
    category: text(raw.category, 60),
    min: whole(raw.min, 1, 1000),
    events: choice(raw.events, ['real', 'demo', 'all']),
  });
}

/** Handles separated by commas, two to four for a comparison. */
export function readCompareSearch(raw: Raw) {
  return optional({
    players: text(raw.players, 300),
    events: choice(raw.events, ['real', 'demo', 'all']),
  });
}

export function readEmbedSearch(raw: Raw) {
  return optional({
    theme: choice(raw.theme, ['light', 'dark']),
    range: choice(raw.range, ['1d', '1w', '1m']),
  });
}

export function readModelsSearch(raw: Raw) {
  return optional({ events: choice(raw.events, ['real', 'demo', 'all']) });
}

export function readRequestsSearch(raw: Raw) {
  return optional({
    view: choice(raw.view, ['mine', 'new']),
    id: text(raw.id, 60),
    q: text(raw.q, 120),
    status: choice(raw.status, ['planned', 'launched', 'declined', 'duplicate', 'all']),
    sort: choice(raw.sort, ['readiness', 'newest']),
  });
}

const portfolioTabs = ['positions', 'orders', 'activity', 'forecasts'] as const;

export const activityFilters = [
  'trade',
  'order',
  'cancel',
  'settlement',
  'refund',
  'forecast',
  'score',
  'grant',
] as const;

export function readPortfolioSearch(raw: Raw) {
  return optional({
    tab: choice(raw.tab, portfolioTabs),
    show: choice(raw.show, ['settled']),
    range: choice(raw.range, ['24h', '7d', '30d']),
    kind: choice(raw.kind, activityFilters),
  });
}

export function readOperatorEventsSearch(raw: Raw) {
  const statuses = ['scheduled', 'active', 'paused', 'closed', 'resolved', 'void'] as const;
  return optional({ status: choice(raw.status, statuses), q: text(raw.q, 120) });
}

export function readPlayersSearch(raw: Raw) {
  return optional({ q: text(raw.q), show: choice(raw.show, ['human', 'agent', 'operator', 'suspended']) });
}

export function readTrailSearch(raw: Raw) {
  const areas = [
    'event',
    'player',
    'person',
    'request',
    'report',
    'connector',
    'link',
    'trading',
    'incident',
    'backup',
  ] as const;
  return optional({ area: choice(raw.area, areas) });
}

export function readDeveloperSearch(raw: Raw) {
  return optional({ tab: choice(raw.tab, ['try', 'streams', 'requests', 'certification']) });
}

/** Accepts paths of this arena only, to prevent an open redirect after sign-in. */
export function readAccountSearch(raw: Raw) {
  const next = text(raw.next, 300);
  return optional({ next: next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? next : undefined });
}
