/** Example messages of the streams, by message name. They tell one story: atlas-7 buys Yes on one event. */

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
