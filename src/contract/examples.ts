import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-03-17T12:00:00.000Z',
  date: '2026-03-17',
  uri: 'https://example.org/',
  email: 'ada@example.org',
};

function sampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const members = Object.entries(properties)
    // A value for a pattern can't be generated; it is omitted if it is optional.
    .filter(([name, member]) => required.includes(name) || member.pattern === undefined || member.examples)
    .map(([name, member]) => [name, sampleOf(member)]);
  return Object.fromEntries(members);
}

/** Returns a value that matches a schema: its example if it has one, otherwise the simplest value. */
export function sampleOf(schema: Schema): unknown {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema);
    case 'array':
      return schema.items
        ? Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => sampleOf(schema.items as Schema))
        : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return texts[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, '-');
    default:
      return null;
  }
}

/** One operation as the story of `npm run contract:record` used it. */
export interface RecordedExample {
  /** The body of the first request, if it had one. */
  readonly request?: unknown;
  /** The first reply of each status, with long arrays cut to two items. */
  readonly replies: Readonly<Record<string, unknown>>;
}

/** By operationId. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

export const recordedExamplesPath = 'contract/examples.json';

/** Reads the recording below the root of the package, which contains it. */
export function loadRecordedExamples(packageRoot: string): RecordedExamples {
  return JSON.parse(readFileSync(join(packageRoot, recordedExamplesPath), 'utf8')) as RecordedExamples;
}

const contractDocument =
  'The reply is a document of the contract, with references that readers would resolve in this document.';

/** Replies without a recording, by operationId and status, each with its reason. All other JSON replies have one. */
export const unrecordedReplies: Readonly<Record<string, string>> = {
  'getAsyncapi 200': contractDocument,
  'getOpenapi 200': contractDocument,
  'getReadiness 503': 'The database must be unavailable.',
  'getSchemaCatalogue 200': contractDocument,
  'getVersionedOpenapi 200': contractDocument,
  'runConnector 202': 'The run must take more than 20 seconds.',
};

// Example messages of the streams, by message name. They tell one story: atlas-7 buys Yes on one event.

const at = '2026-03-17T12:00:05.120Z';
const slug = 'rain-in-london-on-1-may';
const market = { key: slug, at };
const trades = { channel: 'trades', ...market };
const orderbook = { channel: 'orderbook', ...market };
const user = { channel: 'user', key: 'atlas-7', at };
const orderId = 'ord_01kx3v7p9ye1f8m2q4s6t8v0wz';

const fill = {
  id: 'trd_01kx3v7p9ze1f8m2q4s6t8v0xa',
  eventSlug: slug,
  outcomeIndex: 0,
  side: 'buy',
  shares: 40.120463,
  credits: 25,
  priceBps: 6231,
  against: 'maker',
  sequence: 318,
  at,
};

const order = {
  id: orderId,
  clientOrderId: 'order-2026-03-17-001',
  eventSlug: slug,
  eventPubkey: '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y',
  outcomeIndex: 0,
  side: 'buy',
  timeInForce: 'GTC',
  limitPriceBps: 6300,
  amountCredits: 40,
  amountShares: null,
  filledCredits: 25,
  filledShares: 40.120463,
  averagePriceBps: 6231,
  remainingCredits: 15,
  remainingShares: null,
  status: 'open',
  cancelReason: null,
  createdAt: at,
  updatedAt: at,
  expiresAt: null,
};

const book = {
  outcomeIndex: 0,
  midBps: 6242,
  spreadBps: 14,
  bids: [{ priceBps: 6235, shares: 24.057738, credits: 15, source: 'player' }],
  asks: [{ priceBps: 6249, shares: 4.26131, credits: 2.662893, source: 'maker' }],
};

const heartbeat = { sequence: 318, kind: 'heartbeat' };
const overflow = {
  sequence: 318,
  kind: 'overflow',
  reason: 'the client reads too slowly; resume after the last sequence',
};
const end = { sequence: 318, kind: 'end', reason: 'stopping' };
const snapshot = { sequence: 318, kind: 'snapshot', resumed: false, reason: 'asked' };
const subscription = { id: '1', channel: 'trades', key: slug };

export const streamExamples: Readonly<Record<string, object>> = {
  TradesTrade: {
    ...trades,
    sequence: 318,
    kind: 'trade',
    trade: { ...fill, player: { handle: 'atlas-7', kind: 'agent', house: false } },
  },
  TradesSnapshot: {
    ...trades,
    ...snapshot,
    market: { status: 'active', sequence: 318, priceBps: [6242, 3758], volumeCredits: 1841.5, lastTradeAt: at },
  },
  TradesStatus: { ...trades, sequence: 319, kind: 'status', status: 'paused' },
  TradesTop: {
    ...trades,
    kind: 'top',
    marketSequence: 318,
    status: 'active',
    outcomes: [{ outcomeIndex: 0, bestBidBps: 6235, bestAskBps: 6249, midBps: 6242, spreadBps: 14 }],
  },
  TradesHeartbeat: { ...trades, ...heartbeat },
  TradesOverflow: { ...trades, ...overflow },
  TradesEnd: { ...trades, ...end },
  OrderbookSnapshot: {
    ...orderbook,
    ...snapshot,
    status: 'active',
    depth: 20,
    outcomes: [{ ...book, label: 'Yes' }],
  },
  OrderbookDelta: {
    ...orderbook,
    sequence: 318,
    kind: 'delta',
    previousSequence: 317,
    status: 'active',
    outcomes: [book],
  },
  OrderbookHeartbeat: { ...orderbook, ...heartbeat },
  OrderbookOverflow: { ...orderbook, ...overflow },
  OrderbookEnd: { ...orderbook, ...end },
  UserOrder: { ...user, sequence: 57, kind: 'order', order, marketSequence: 318 },
  UserTrade: { ...user, sequence: 58, kind: 'trade', trade: { ...fill, orderId } },
  UserSettlement: {
    ...user,
    sequence: 61,
    kind: 'settlement',
    settlement: {
      eventSlug: slug,
      outcomeIndex: 0,
      refund: false,
      practice: false,
      version: 1,
      shares: 40.120463,
      costCredits: 25,
      paidCredits: 40.120463,
      credits: 40.120463,
      owedCredits: 0,
      repaidCredits: 0,
      availableBalance: 10_015.120463,
      payoutBps: 10_000,
    },
  },
  UserGrant: {
    ...user,
    sequence: 59,
    kind: 'grant',
    grant: { day: '2026-03-18', credits: 1000, repaidCredits: 0, availableBalance: 10_960 },
  },
  UserNotifications: { ...user, sequence: 60, kind: 'notifications', unread: 2 },
  UserSnapshot: {
    ...user,
    ...snapshot,
    sequence: 58,
    account: { availableBalance: 9960, reservedBalance: 15, owedCredits: 0 },
    orders: [order],
  },
  UserHeartbeat: { ...user, ...heartbeat, sequence: 58 },
  UserOverflow: { ...user, ...overflow, sequence: 58 },
  UserEnd: { ...user, ...end, sequence: 58 },
  Subscribe: { type: 'subscribe', ...subscription, afterSequence: 317 },
  Unsubscribe: { type: 'unsubscribe', ...subscription },
  Subscribed: { type: 'subscribed', ...subscription },
  Unsubscribed: { type: 'unsubscribed', ...subscription },
  Error: {
    type: 'error',
    ...subscription,
    error: 'depth must be from 1 to 200',
    code: 'INVALID_PAYLOAD',
    requestId: 'req_01kx3v7pa0e1f8m2q4s6t8v0yb',
    retryable: false,
    remediation: 'Correct the field that the message names; the contract has its type and bounds.',
    documentation: '/docs/errors#INVALID_PAYLOAD',
    field: 'depth',
  },
};
