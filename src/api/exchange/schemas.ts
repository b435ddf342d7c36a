import { clientIdForm, requestBounds } from '../../http/limits.js';
import { NextCursor } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { Warnings } from '../../http/warning-schemas.js';
import { Certified } from '../certification/schemas.js';
import { EventSchema } from '../market-data/events/schemas.js';

export const orderStatuses = ['open', 'filled', 'cancelled', 'expired'] as const;
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

const Bps = (description: string) => Type.Integer({ minimum: 1, maximum: 9999, description });
const Credits = (description: string) => Type.Number({ description });
const Amount = (description: string) => Type.Number({ minimum: 0.01, maximum: 1e9, description });

export const EventReference = Type.String({
  minLength: 3,
  maxLength: 80,
  description: 'The slug or the eventPubkey of an event.',
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
  `Your own unique id, made once for each logical write and kept across its retries; ${clientIdForm.text}.`,
);

const orderMembers = {
  eventSlug: EventReference,
  outcomeIndex: OutcomeIndex,
  side: oneOf(['buy', 'sell'], { description: 'buy spends credits, sell sells shares that you own.' }),
  amountCredits: Type.Optional(Amount('Credits to spend at most; for a buy.')),
  amountShares: Type.Optional(Amount('Shares to sell at most; for a sell.')),
  limitPriceBps: Bps('You never trade at a worse price than this.'),
  timeInForce: Type.Optional(
    oneOf(['GTC', 'IOC', 'FOK'], {
      default: 'GTC',
      description: 'GTC: the rest waits in the book. IOC: the rest is cancelled at once. FOK: all of it or nothing.',
    }),
  ),
  expiresAt: Type.Optional(Timestamp({ description: 'From this moment on the rest does not trade any more.' })),
  ifSequence: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Fill exactly as quoted at this market sequence, or refuse with STALE_ORDERBOOK.',
    }),
  ),
};

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
  closed(
    { ...orderMembers, clientOrderId: Type.Optional(ClientId) },
    {
      description: 'A play order. Send clientOrderId or the header Idempotency-Key; both must be equal.',
      examples: [orderExample],
    },
  ),
);

export const PreviewOrderRequest = named(
  'PreviewOrderRequest',
  closed(
    {
      ...orderMembers,
      clientOrderId: Type.Optional(ClientIdFilter('Not needed, and not used up: the order itself may have it still.')),
    },
    { description: 'The order to try; nothing is changed.', examples: [orderExample] },
  ),
);

export const OrderSchema = named(
  'Order',
  closed({
    id: Type.String(),
    clientOrderId: nullable(Type.String()),
    eventSlug: Type.String(),
    eventPubkey: Type.String(),
    outcomeIndex: Type.Integer(),
    side: oneOf(['buy', 'sell']),
    timeInForce: oneOf(['GTC', 'IOC', 'FOK']),
    limitPriceBps: Bps('The limit.'),
    amountCredits: Type.Optional(Credits('What a buy was to spend.')),
    amountShares: Type.Optional(Credits('What a sell was to sell.')),
    filledCredits: Credits('Credits paid or received so far.'),
    filledShares: Credits('Shares bought or sold so far.'),
    averagePriceBps: nullable(Bps('Filled credits per filled share.')),
    remainingCredits: Type.Optional(Credits('What a buy has not spent: held in reserve while open.')),
    remainingShares: Type.Optional(Credits('What a sell has not sold: held in reserve while open.')),
    status: oneOf(orderStatuses),
    cancelReason: nullable(oneOf(['ioc', 'fok', 'self_trade', 'market_closed', 'requested'])),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
    expiresAt: nullable(Timestamp()),
    fills: Type.Optional(Type.Array(Type.Unknown(), { description: 'Only where one order is asked for.' })),
  }),
);

const FillSchema = named(
  'Fill',
  closed({
    id: Type.String(),
    shares: Credits('Shares traded.'),
    credits: Credits('Credits traded.'),
    priceBps: Bps('The average price of this part.'),
    against: oneOf(['maker', 'order'], { description: 'The market maker, or resting orders of other players.' }),
    at: Timestamp(),
  }),
);

const MarketAfter = closed({
  eventSlug: Type.String(),
  sequence: Type.Integer({ description: 'Send it as ifSequence to trade exactly as quoted.' }),
  priceBps: Type.Array(Bps('Price by outcome.')),
});

const placedMembers = {
  order: OrderSchema,
  fills: Type.Array(FillSchema),
  account: closed({
    availableBalance: Credits('Free credits afterwards; on a practice event those of the practice purse.'),
  }),
  market: MarketAfter,
  warnings: Warnings,
};

export const PlacedOrder = named('PlacedOrder', closed({ ...placedMembers, replayed: Type.Boolean({ const: false }) }));
export const ReplayedOrder = named(
  'ReplayedOrder',
  closed(
    { ...placedMembers, replayed: Type.Boolean({ const: true }), code: Type.String({ const: 'IDEMPOTENT_REPLAY' }) },
    { description: 'The first result of this id, unchanged.' },
  ),
);

export const OrderList = named(
  'OrderList',
  closed({ orders: Type.Array(OrderSchema), nextCursor: nullable(Type.String()) }),
);
export const OneOrder = named('OneOrder', closed({ order: OrderSchema, fills: Type.Array(FillSchema) }));
export const CancelledOrder = named(
  'CancelledOrder',
  closed({
    order: OrderSchema,
    account: closed({
      availableBalance: Credits('Free credits afterwards; on a practice event those of the practice purse.'),
    }),
  }),
);
export const CancelledOrders = named(
  'CancelledOrders',
  closed({
    orders: Type.Array(OrderSchema),
    cancelled: Type.Integer(),
    account: closed({
      availableBalance: Credits(
        'Free credits afterwards; those of the practice purse where eventSlug is a practice event.',
      ),
    }),
  }),
);

const budgetMembers = { quota: Type.Integer(), windowSeconds: Type.Integer(), remaining: nullable(Type.Integer()) };
const Budget = closed(budgetMembers);
const ReadBudget = closed(
  {
    ...budgetMembers,
    quota: Type.Integer({ minimum: 0, description: '0: this arena sets no limit.' }),
    per: oneOf(['agent', 'address'], {
      description: 'Whose budget it is: an agent has one, the reads of a person count for the address.',
    }),
  },
  { examples: [{ quota: 600, windowSeconds: 3600, per: 'agent', remaining: 599 }] },
);

const PlayerView = named(
  'PlayerView',
  closed({ id: Type.String(), handle: Type.String(), kind: oneOf(['agent', 'human']), certified: Certified }),
);

export const PlayAccount = named(
  'PlayAccount',
  closed(
    {
      player: PlayerView,
      availableBalance: Credits('Free play credits; they have no cash value.'),
      reservedBalance: Credits('Credits that open buys hold.'),
      positionsValue: Credits(
        'What selling every position to the market maker now would bring. For decided events whose payment is under way: what is still to come, less than 0 where a correction takes back.',
      ),
      equity: Credits('availableBalance + reservedBalance + positionsValue.'),
      profit: Credits('equity − grantedTotal.'),
      grantedTotal: Credits('All grants so far.'),
      dailyGrant: Credits('Given for each UTC day.'),
      nextGrantAt: Timestamp(),
      practice: closed(
        {
          availableBalance: Credits('What orders on practice events can spend now, the top-up that is due included.'),
          reservedBalance: Credits('Practice credits that open buys hold.'),
        },
        {
          description:
            'The purse of practice events, outside everything above. It is filled up to 10000 before an order there, once an hour at most.',
        },
      ),
      limits: closed({ reads: ReadBudget, orders: Budget, forecasts: Budget }),
      userSequence: Type.Integer({
        minimum: 0,
        description:
          'The newest message of your private stream that is counted in here: /api/play/v1/stream goes on behind it with afterSequence.',
      }),
      asOf: Timestamp(),
    },
    { description: 'The play account.' },
  ),
);

export const Discovery = named('Discovery', closed({ events: Type.Array(EventSchema), nextCursor: NextCursor }));

const PositionSchema = named(
  'Position',
  closed({
    eventSlug: Type.String(),
    eventPubkey: Type.String(),
    title: Type.String(),
    outcomeIndex: Type.Integer(),
    outcomeLabel: Type.String(),
    shares: Type.Number(),
    reservedShares: Type.Number({ description: 'Held by open sells.' }),
    averagePriceBps: nullable(Type.Integer({ description: 'costCredits per share.' })),
    costCredits: Credits('What the shares still held have cost, at average cost.'),
    priceBps: Type.Integer(),
    valueCredits: Credits(
      'What selling them to the market maker now would bring. Once the event is decided: what is still to come, less than 0 where a correction takes back. Once settled: what they were paid.',
    ),
    unrealizedProfit: Credits('While open valueCredits, less costCredits unless a resolution has paid before; else 0.'),
    realizedProfit: Credits('From sales and settlement.'),
    status: oneOf(['open', 'settled'], {
      description:
        'settled: paid by the resolution in force. While an event is settling, positions that wait for it are open.',
    }),
  }),
);
export const PositionList = named(
  'PositionList',
  closed({ positions: Type.Array(PositionSchema), nextCursor: NextCursor }),
);

const ActivitySchema = named(
  'Activity',
  Type.Object(
    {
      id: Type.String(),
      kind: oneOf(activityKinds),
      at: Timestamp(),
      credits: Credits('The change of the available balance.'),
      balanceAfter: Credits('The available balance afterwards.'),
      eventSlug: nullable(Type.String()),
      orderId: nullable(Type.String()),
    },
    { additionalProperties: true, description: 'Further members depend on the kind.' },
  ),
);
export const ActivityList = named(
  'ActivityList',
  closed({ activity: Type.Array(ActivitySchema), nextCursor: nullable(Type.String()) }),
);
