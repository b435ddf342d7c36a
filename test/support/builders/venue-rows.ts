/** Rows in the providers' formats. Row `n` is invalid if `isBroken(n)`: exactly 3 of every 100. */

export const isBroken = (n: number): boolean => n % 100 === 13 || n % 100 === 47 || n % 100 === 88;

const priceOf = (n: number) => ((n * 37) % 97) / 100 + 0.01;
const closeAt = Date.parse('2027-01-01T00:00:00.000Z');
const title = (n: number) => `Will question number ${n} of series ${n % 211} be answered with yes?`;

export function manifoldRow(n: number, price = priceOf(n)): Record<string, unknown> {
  const row = {
    id: `mf${n}`,
    question: title(n),
    url: `https://manifold.markets/house/question-${n}`,
    outcomeType: 'BINARY',
    mechanism: 'cpmm-1',
    probability: price,
    createdTime: closeAt - 400 * 86_400_000 + n,
    closeTime: closeAt + n,
    volume: n * 3.5,
    volume24Hours: n,
    isResolved: false,
    uniqueBettorCount: n % 50,
  };
  if (!isBroken(n)) return row;
  return n % 100 === 13
    ? { ...row, probability: 1.7 }
    : n % 100 === 47
      ? { ...row, question: undefined }
      : { ...row, closeTime: 'soon' };
}

export function polymarketRow(n: number): Record<string, unknown> {
  const price = priceOf(n);
  const row = {
    id: String(n + 1),
    question: title(n),
    slug: `question-${n}`,
    category: n % 2 === 0 ? 'Politics' : 'Crypto',
    endDate: new Date(closeAt + n).toISOString(),
    createdAt: new Date(closeAt - 300 * 86_400_000).toISOString(),
    outcomes: '["Yes", "No"]',
    outcomePrices: JSON.stringify([price.toFixed(4), (1 - price).toFixed(4)]),
    clobTokenIds: '["1", "2"]',
    active: true,
    closed: false,
    acceptingOrders: true,
    bestBid: Math.max(0, price - 0.01),
    bestAsk: Math.min(1, price + 0.01),
    volumeNum: n * 11,
    volume24hr: n,
    liquidityNum: 100,
  };
  if (!isBroken(n)) return row;
  return n % 100 === 13
    ? { ...row, outcomePrices: '["0.5"]' }
    : n % 100 === 47
      ? { ...row, outcomes: 'Yes, No' }
      : { ...row, endDate: 'never' };
}

export function kalshiRow(n: number): Record<string, unknown> {
  const price = priceOf(n);
  const row = {
    ticker: `KX-${n}`,
    event_ticker: `KX${n % 500}`,
    title: title(n),
    yes_sub_title: `Above ${n}`,
    open_time: new Date(closeAt - 90 * 86_400_000).toISOString(),
    close_time: new Date(closeAt + n).toISOString(),
    status: 'active',
    result: '',
    yes_bid_dollars: (price - 0.01).toFixed(4),
    yes_ask_dollars: (price + 0.01).toFixed(4),
    no_bid_dollars: (0.99 - price).toFixed(4),
    no_ask_dollars: (1.01 - price).toFixed(4),
    last_price_dollars: price.toFixed(4),
    volume_fp: `${n}.00`,
    volume_24h_fp: `${n % 10}.00`,
  };
  if (!isBroken(n)) return row;
  return n % 100 === 13
    ? { ...row, ticker: '' }
    : n % 100 === 47
      ? { ...row, status: 'sleeping' }
      : { ...row, volume_fp: '-4.00' };
}

export function metaculusRow(n: number): Record<string, unknown> {
  const price = priceOf(n);
  const row = {
    id: n + 1,
    title: title(n),
    slug: `question-${n}`,
    status: 'open',
    nr_forecasters: n,
    published_at: new Date(closeAt - 90 * 86_400_000).toISOString(),
    question: {
      type: 'binary',
      resolution_criteria: 'As the source says.',
      scheduled_close_time: new Date(closeAt + n).toISOString(),
      resolution: null,
      options: null,
      aggregations: { recency_weighted: { latest: { centers: [price], forecast_values: [1 - price, price] } } },
    },
  };
  if (!isBroken(n)) return row;
  if (n % 100 === 13) return { ...row, title: 7 };
  if (n % 100 === 47) return { ...row, question: { ...row.question, scheduled_close_time: '2026-02-31' } };
  const aggregations = { recency_weighted: { latest: { centers: [-2] } } };
  return { ...row, question: { ...row.question, aggregations } };
}

/** A row of a file or a push. */
export function normalizedRow(n: number): Record<string, unknown> {
  const price = Math.round(priceOf(n) * 10_000);
  const row = {
    rowId: `row-${n}`,
    title: title(n),
    category: n % 3 === 0 ? 'weather' : 'energy',
    tradable: true,
    outcomes: [
      { label: 'Yes', priceBps: price, bidBps: Math.max(0, price - 50), askBps: price + 50 },
      { label: 'No', priceBps: 10_000 - price },
    ],
    volume: n,
    volumeUnit: 'votes',
    closesAt: new Date(closeAt + n).toISOString(),
    url: `https://example.org/question/${n}`,
  };
  if (!isBroken(n)) return row;
  return n % 100 === 13
    ? { ...row, outcomes: [] }
    : n % 100 === 47
      ? { ...row, title: '' }
      : { ...row, url: 'javascript:alert(1)' };
}

const cell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`;

/** The same as a line of CSV. */
export function csvLine(n: number): string {
  const { rowId, title: question, category, volume, volumeUnit, closesAt, url, outcomes } = normalizedRow(n);
  const pairs = (outcomes as { label: string; priceBps: number }[]).map(
    ({ label, priceBps }) => `${label}=${priceBps}`,
  );
  return [rowId, question, category, 'true', pairs.join('|'), volume, volumeUnit, closesAt, url].map(cell).join(',');
}
export const csvHead = 'rowId,title,category,tradable,outcomes,volume,volumeUnit,closesAt,url';
