import { OutcomeLabelMember, PubkeyMember, SlugMember, TitleMember } from '../events/schemas.js';
import { clientIdForm, requestBounds } from '../http/limits.js';
import {
  Cursor,
  closed,
  described,
  Limit,
  NextCursor,
  named,
  neededBy,
  nullable,
  oneOf,
  PriceBps,
  ruled,
  SignedAmount,
  Timestamp,
  Type,
  Warnings,
} from '../http/schema.js';
import { Certified } from '../players/certification-schemas.js';
import { Handle, PlayerKind } from '../players/player-view.js';

const orderStatuses = ['open', 'filled', 'cancelled', 'expired'] as const;
const cancelReasons = ['ioc', 'fok', 'self_trade', 'market_closed', 'requested', 'correction'] as const;
export const activityKinds = [
  'grant',
  'order',
  'trade',
  'cancel',
  'settlement',
  'refund',
  'forecast',
  'score',
] as const;

const OrderAmount = (description: string) => Type.Number({ minimum: 0.01, maximum: 1e9, description });

export const EventReference = Type.String({
  minLength: 3,
  maxLength: 80,
  description: 'Slug or eventPubkey of an event.',
});
export const OutcomeIndex = Type.Integer({ minimum: 0, maximum: 99, description: 'Zero-based index of the outcome.' });
export function ClientIdFilter(description: string) {
  return Type.String({
    minLength: 1,
    maxLength: requestBounds.idempotencyKeyCharacters,
    pattern: clientIdForm.pattern,
    description,
  });
}
export const ClientId = ClientIdFilter(
  `Unique id of your choice, generated once per logical write and reused for its retries; ${clientIdForm.text}.`,
);

const orderMembers = {
  eventSlug: EventReference,
  outcomeIndex: OutcomeIndex,
  side: oneOf(['buy', 'sell'], { description: 'buy spends credits, sell sells shares that you own.' }),
  amountCredits: Type.Optional(OrderAmount('Maximum credits to spend; for a buy.')),
  amountShares: Type.Optional(OrderAmount('Maximum shares to sell; for a sell.')),
  limitPriceBps: PriceBps('You never trade at a worse price than this.'),
  timeInForce: Type.Optional(
    oneOf(['GTC', 'IOC', 'FOK'], {
      default: 'GTC',
      description:
        'GTC: the remainder rests in the book. IOC: the remainder is cancelled immediately. FOK: filled completely or cancelled.',
    }),
  ),
  expiresAt: Type.Optional(Timestamp({ description: 'When the unfilled remainder expires.' })),
  ifSequence: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Fill exactly as quoted at this market sequence, or reject with STALE_ORDERBOOK.',
    }),
  ),
};

const amountRule = neededBy('side', { buy: 'amountCredits', sell: 'amountShares' });

const orderExample = {
  eventSlug: 'rain-in-london-on-1-may',
  outcomeIndex: 0,
  side: 'buy',
  amountCredits: 25,
  limitPriceBps: 6500,
  clientOrderId: 'order-2026-03-17-001',
};

export const PlaceOrderRequest = named(
  'PlaceOrderRequest',
  ruled(
    closed(
      { ...orderMembers, clientOrderId: Type.Optional(ClientId) },
      {
        description:
          'A play order: a buy has amountCredits, a sell amountShares. Send clientOrderId or the header Idempotency-Key; if both are sent, they must be equal.',
        examples: [orderExample],
      },
    ),
    amountRule,
  ),
);

export const PreviewOrderRequest = named(
  'PreviewOrderRequest',
  ruled(
    closed(
      {
        ...orderMembers,
        clientOrderId: Type.Optional(ClientIdFilter('Optional, and not consumed: the order itself can still use it.')),
      },
      { description: 'The order to preview; nothing is changed.', examples: [orderExample] },
    ),
    amountRule,
  ),
);

const FillSchema = named(
  'Fill',
  closed({
    id: Type.String({ description: 'Id of the trade.', examples: ['trd_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
    shares: SignedAmount('Shares traded.'),
    credits: SignedAmount('Credits traded.'),
    priceBps: PriceBps('Average price of this part.'),
    against: oneOf(['maker', 'order'], { description: 'The market maker, or resting orders of other players.' }),
    at: Timestamp({ description: 'When the fill happened.' }),
  }),
);

export const OrderSchema = named(
  'Order',
  closed({
    id: Type.String({ description: 'Id of the order.', examples: ['ord_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
    clientOrderId: nullable(
      Type.String({
        description: 'Client id of the order; null if none was sent.',
        examples: ['order-2026-03-17-001'],
      }),
    ),
    eventSlug: SlugMember,
    eventPubkey: PubkeyMember,
    outcomeIndex: Type.Integer({ description: 'Zero-based index of the outcome.' }),
    side: oneOf(['buy', 'sell'], { description: 'buy spends credits; sell sells shares.' }),
    timeInForce: oneOf(['GTC', 'IOC', 'FOK'], {
      description:
        'GTC: the remainder rests in the book. IOC: the remainder is cancelled immediately. FOK: filled completely or not.',
    }),
    limitPriceBps: PriceBps('Limit price in basis points.'),
    amountCredits: Type.Optional(SignedAmount('Credits that a buy may spend.')),
    amountShares: Type.Optional(SignedAmount('Shares that a sell may sell.')),
    filledCredits: SignedAmount('Credits paid or received so far.'),
    filledShares: SignedAmount('Shares bought or sold so far.'),
    averagePriceBps: nullable(
      PriceBps('Filled credits per filled share, in basis points; null before the first fill.'),
    ),
    remainingCredits: Type.Optional(SignedAmount('Unspent credits of a buy, reserved while it is open.')),
    remainingShares: Type.Optional(SignedAmount('Unsold shares of a sell, reserved while it is open.')),
    status: oneOf(orderStatuses, {
      description: 'open: resting in the book. cancelled and expired orders may be partly filled.',
    }),
    cancelReason: nullable(
      oneOf(cancelReasons, {
        description:
          'Why the order was cancelled; null for other statuses. correction: its reserve repaid a debt from a void or a correction.',
      }),
    ),
    createdAt: Timestamp({ description: 'When the order was accepted.' }),
    updatedAt: Timestamp({ description: 'When the order last changed.' }),
    expiresAt: nullable(Timestamp({ description: 'When the unfilled remainder expires; null if it does not.' })),
  }),
);

const MarketAfter = closed({
  eventSlug: SlugMember,
  sequence: Type.Integer({ description: 'Send it as ifSequence to trade exactly as quoted.' }),
  priceBps: Type.Array(PriceBps('Prices by outcome.'), {
    description: 'Price of each outcome after the order, in basis points, by index.',
  }),
});

const placedMembers = {
  order: OrderSchema,
  fills: Type.Array(FillSchema, { description: 'Immediate fills of the order.' }),
  account: closed(
    {
      availableBalance: SignedAmount(
        'Free credits after the order; on a practice event those of the practice account.',
      ),
    },
    { description: 'Account after the order.' },
  ),
  market: described(MarketAfter, 'The market after the order.'),
  warnings: Warnings,
};

export const PlacedOrder = named(
  'PlacedOrder',
  closed({
    ...placedMembers,
    replayed: Type.Boolean({ const: false, description: 'false: the order was placed by this request.' }),
  }),
);
export const ReplayedOrder = named(
  'ReplayedOrder',
  closed(
    {
      ...placedMembers,
      replayed: Type.Boolean({ const: true, description: 'true: the order was placed by an earlier request.' }),
      code: Type.String({ const: 'IDEMPOTENT_REPLAY', description: 'Marks the replay of an earlier request.' }),
    },
    { description: 'The first result for this id, unchanged.' },
  ),
);

export const OrderList = named(
  'OrderList',
  closed({ orders: Type.Array(OrderSchema, { description: 'Newest first.' }), nextCursor: NextCursor }),
);
export const OneOrder = named(
  'OneOrder',
  closed({
    order: OrderSchema,
    fills: Type.Array(FillSchema, { description: 'Every fill of the order.' }),
  }),
);
export const CancelledOrder = named(
  'CancelledOrder',
  closed({
    order: OrderSchema,
    account: closed(
      {
        availableBalance: SignedAmount(
          'Free credits after the cancellation; on a practice event those of the practice account.',
        ),
      },
      { description: 'Account after the cancellation.' },
    ),
  }),
);
export const CancelledOrders = named(
  'CancelledOrders',
  closed({
    orders: Type.Array(OrderSchema, { description: 'The cancelled orders.' }),
    cancelled: Type.Integer({ description: 'Number of cancelled orders.' }),
    account: closed(
      {
        availableBalance: SignedAmount(
          'Free credits after the cancellation; those of the practice account if eventSlug is a practice event.',
        ),
      },
      { description: 'Account after the cancellation.' },
    ),
  }),
);

const budgetMembers = {
  quota: Type.Integer({ minimum: 0, description: 'Requests in one window; 0 if this arena sets no limit.' }),
  windowSeconds: Type.Integer({ description: 'Length of the sliding window in seconds.' }),
  remaining: nullable(
    Type.Integer({
      description: 'Requests left in the current window; null if the request is charged to another budget.',
    }),
  ),
};
const Budget = closed(budgetMembers);
const ReadBudget = closed(
  {
    ...budgetMembers,
    per: oneOf(['agent', 'address'], {
      description: 'Owner of the budget: an agent has its own; reads of a person count for the client address.',
    }),
  },
  { examples: [{ quota: 600, windowSeconds: 3600, per: 'agent', remaining: 599 }] },
);

const PlayerView = named(
  'PlayerView',
  closed({
    id: Type.String({ description: 'Id of the player.', examples: ['agt_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
    handle: Handle,
    kind: PlayerKind,
    certified: Certified,
  }),
);

export const PlayAccount = named(
  'PlayAccount',
  closed(
    {
      player: PlayerView,
      availableBalance: SignedAmount('Free play credits; they have no cash value.'),
      reservedBalance: SignedAmount('Credits reserved by open buys.'),
      positionsValue: SignedAmount(
        'Proceeds of selling every position to the market maker now. For resolved events that are still settling: the outstanding payout, negative if a correction takes credits back.',
      ),
      owedCredits: Type.Number({
        minimum: 0,
        description:
          'Debt from a void or a correction that could not be collected. Every inflow repays it first, so availableBalance is 0 until it is repaid.',
        examples: [0],
      }),
      equity: SignedAmount('availableBalance + reservedBalance + positionsValue − owedCredits.'),
      profit: SignedAmount('equity − grantedTotal.'),
      grantedTotal: SignedAmount('Sum of all grants.'),
      dailyGrant: SignedAmount('Grant per UTC day.'),
      nextGrantAt: Timestamp({ description: 'When the next daily grant is due.' }),
      practice: closed(
        {
          availableBalance: SignedAmount('Practice credits available for orders now, including a top-up that is due.'),
          reservedBalance: SignedAmount('Practice credits reserved by open buys.'),
        },
        {
          description:
            'Account for practice events, separate from all figures above. It is topped up to 10000 before an order on a practice event, at most once an hour.',
        },
      ),
      limits: closed(
        {
          reads: described(ReadBudget, 'Reads of the agent; for a person, of the client address.'),
          orders: described(Budget, 'Placed orders.'),
          cancels: described(Budget, 'Cancelled orders.'),
          forecasts: described(Budget, 'Recorded forecasts.'),
        },
        { description: 'Rate limits of the player and the remaining requests.' },
      ),
      userSequence: Type.Integer({
        minimum: 0,
        description:
          'Newest message of your private stream that is included here: resume /api/play/v1/stream from it with afterSequence.',
      }),
      asOf: Timestamp({ description: 'When the figures were computed.' }),
    },
    { description: 'The play account.' },
  ),
);

const PositionSchema = named(
  'Position',
  closed({
    eventSlug: SlugMember,
    eventPubkey: PubkeyMember,
    title: TitleMember,
    outcomeIndex: Type.Integer({ description: 'Zero-based index of the outcome.' }),
    outcomeLabel: OutcomeLabelMember,
    shares: Type.Number({ description: 'Shares held, including reserved ones.' }),
    reservedShares: Type.Number({ description: 'Shares reserved by open sells.' }),
    averagePriceBps: nullable(
      Type.Integer({ description: 'costCredits per share, in basis points; null if no shares are held.' }),
    ),
    costCredits: SignedAmount('Cost of the shares still held, at average cost.'),
    priceBps: Type.Integer({ description: 'Current price of the outcome, in basis points.' }),
    valueCredits: SignedAmount(
      'Proceeds of selling them to the market maker now. Once the event is resolved: the outstanding payout, negative if a correction takes credits back. Once settled: the amount paid.',
    ),
    unrealizedProfit: SignedAmount(
      'While open: valueCredits minus costCredits, or valueCredits alone if an earlier resolution has paid; otherwise 0.',
    ),
    realizedProfit: SignedAmount('Profit from sales and settlement.'),
    status: oneOf(['open', 'settled'], {
      description: 'settled: paid by the current resolution. While an event is settling, unpaid positions are open.',
    }),
  }),
);
export const PositionList = named(
  'PositionList',
  closed({ positions: Type.Array(PositionSchema, { description: 'Positions of this page.' }), nextCursor: NextCursor }),
);

const ActivitySchema = named(
  'Activity',
  Type.Object(
    {
      id: Type.String({ description: 'Id of the entry.', examples: ['act_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      kind: oneOf(activityKinds, { description: 'What happened.' }),
      at: Timestamp({ description: 'When it happened.' }),
      credits: SignedAmount('Change of the available balance.'),
      balanceAfter: SignedAmount('Available balance after the entry.'),
      eventSlug: nullable(
        Type.String({
          description: 'Slug of the event; null if the entry concerns none.',
          examples: ['rain-in-london-on-1-may'],
        }),
      ),
      orderId: nullable(
        Type.String({
          description: 'Id of the order; null if the entry concerns none.',
          examples: ['ord_01kx3v7p9ye1f8m2q4s6t8v0wz'],
        }),
      ),
    },
    {
      additionalProperties: true,
      description:
        'Further members depend on the kind. repaid: the part of an inflow that repaid owedCredits, not included in credits; owed: the part of a void or a correction that became owedCredits.',
    },
  ),
);
export const ActivityList = named(
  'ActivityList',
  closed({
    activity: Type.Array(ActivitySchema, { description: 'Entries of this page, newest first.' }),
    nextCursor: NextCursor,
  }),
);

export const OrderParams = closed({
  orderId: Type.String({
    pattern: '^ord_[0-9a-z]{26}$',
    description: 'Id of one of your orders.',
    examples: ['ord_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

export const OrdersQuery = closed({
  status: Type.Optional(oneOf([...orderStatuses, 'all'], { description: 'Default: open; with clientOrderId: all.' })),
  eventSlug: Type.Optional(EventReference),
  clientOrderId: Type.Optional(ClientIdFilter('Only the order with this client id.')),
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const CancelQuery = closed({ eventSlug: Type.Optional(EventReference) });

export const PositionsQuery = closed({
  status: Type.Optional(
    oneOf(['open', 'settled', 'all'], {
      default: 'open',
      description: 'settled: paid by the current resolution. While an event is settling, unpaid positions are open.',
    }),
  ),
  practice: Type.Optional(
    Type.Boolean({ default: false, description: 'true: positions in practice events; false: in all others.' }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const ActivityQuery = closed({
  kind: Type.Optional(oneOf(activityKinds, { description: 'Only entries of this kind.' })),
  practice: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: entries of the practice account; false: of the main account.',
    }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});
