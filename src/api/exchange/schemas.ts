import { clientIdForm, requestBounds } from '../../http/limits.js';
import { NextCursor } from '../../http/paging-schemas.js';
import { Handle, PlayerKind } from '../../http/player-schemas.js';
import { closed, described, named, neededBy, nullable, oneOf, ruled, Timestamp, Type } from '../../http/schema.js';
import { Warnings } from '../../http/warning-schemas.js';
import { Certified } from '../certification/schemas.js';
import { OutcomeLabelMember, PubkeyMember, SlugMember, TitleMember } from '../market-data/events/member-schemas.js';
import { EventSchema } from '../market-data/events/schemas.js';

export const orderStatuses = ['open', 'filled', 'cancelled', 'expired'] as const;
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
  `Your own unique id, made once for each logical write and reused for its retries; ${clientIdForm.text}.`,
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
          'A play order: a buy has amountCredits, a sell amountShares. Send clientOrderId or the header Idempotency-Key; both must be equal.',
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
        clientOrderId: Type.Optional(
          ClientIdFilter('Not needed, and not used up: the order itself may have it still.'),
        ),
      },
      { description: 'The order to try; nothing is changed.', examples: [orderExample] },
    ),
    amountRule,
  ),
);

const FillSchema = named(
  'Fill',
  closed({
    id: Type.String({ description: 'Id of the trade.', examples: ['trd_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
    shares: Credits('Shares traded.'),
    credits: Credits('Credits traded.'),
    priceBps: Bps('The average price of this part.'),
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
        description: 'Id that the client sent with the order; null if it sent none.',
        examples: ['order-2026-03-17-001'],
      }),
    ),
    eventSlug: SlugMember,
    eventPubkey: PubkeyMember,
    outcomeIndex: Type.Integer({ description: 'Zero-based index of the outcome.' }),
    side: oneOf(['buy', 'sell'], { description: 'buy spends credits; sell sells shares.' }),
    timeInForce: oneOf(['GTC', 'IOC', 'FOK'], {
      description:
        'GTC: the rest stays in the book. IOC: the rest is cancelled at once. FOK: filled completely or not.',
    }),
    limitPriceBps: Bps('Limit price in basis points.'),
    amountCredits: Type.Optional(Credits('What a buy was to spend.')),
    amountShares: Type.Optional(Credits('What a sell was to sell.')),
    filledCredits: Credits('Credits paid or received so far.'),
    filledShares: Credits('Shares bought or sold so far.'),
    averagePriceBps: nullable(Bps('Filled credits per filled share, in basis points; null before the first fill.')),
    remainingCredits: Type.Optional(Credits('What a buy has not spent: held in reserve while open.')),
    remainingShares: Type.Optional(Credits('What a sell has not sold: held in reserve while open.')),
    status: oneOf(orderStatuses, {
      description: 'open: resting in the book. cancelled and expired orders may be filled in part.',
    }),
    cancelReason: nullable(
      oneOf(cancelReasons, {
        description:
          'Why the order was cancelled; null for other statuses. correction: its reserve repaid what a void or a correction took back.',
      }),
    ),
    createdAt: Timestamp({ description: 'When the order was accepted.' }),
    updatedAt: Timestamp({ description: 'When the order last changed.' }),
    expiresAt: nullable(Timestamp({ description: 'When the rest of the order expires; null if it does not.' })),
  }),
);

const MarketAfter = closed({
  eventSlug: SlugMember,
  sequence: Type.Integer({ description: 'Send it as ifSequence to trade exactly as quoted.' }),
  priceBps: Type.Array(Bps('Price by outcome.'), {
    description: 'Price of each outcome after the order, in basis points, in the order of the index.',
  }),
});

const placedMembers = {
  order: OrderSchema,
  fills: Type.Array(FillSchema, { description: 'Trades that the order made at once.' }),
  account: closed(
    {
      availableBalance: Credits('Free credits afterwards; on a practice event those of the practice purse.'),
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
    { description: 'The first result of this id, unchanged.' },
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
        availableBalance: Credits('Free credits afterwards; on a practice event those of the practice purse.'),
      },
      { description: 'Account after the cancellation.' },
    ),
  }),
);
export const CancelledOrders = named(
  'CancelledOrders',
  closed({
    orders: Type.Array(OrderSchema, { description: 'Orders that were cancelled.' }),
    cancelled: Type.Integer({ description: 'Number of orders that were cancelled.' }),
    account: closed(
      {
        availableBalance: Credits(
          'Free credits afterwards; those of the practice purse where eventSlug is a practice event.',
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
      description: 'Whose budget it is: an agent has one, the reads of a person count for the address.',
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
      availableBalance: Credits('Free play credits; they have no cash value.'),
      reservedBalance: Credits('Credits that open buys hold.'),
      positionsValue: Credits(
        'What selling every position to the market maker now would bring. For decided events whose payment is under way: what is still to come, less than 0 where a correction takes back.',
      ),
      owedCredits: Type.Number({
        minimum: 0,
        description:
          'What a void or a correction could not collect from you. Every credit that you receive repays it first, so availableBalance is 0 until it is repaid.',
        examples: [0],
      }),
      equity: Credits('availableBalance + reservedBalance + positionsValue − owedCredits.'),
      profit: Credits('equity − grantedTotal.'),
      grantedTotal: Credits('All grants so far.'),
      dailyGrant: Credits('Given for each UTC day.'),
      nextGrantAt: Timestamp({ description: 'When the next daily grant is due.' }),
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
      limits: closed(
        {
          reads: described(ReadBudget, 'Reads of the agent, or of the address for a person.'),
          orders: described(Budget, 'Placed orders.'),
          cancels: described(Budget, 'Cancelled orders.'),
          forecasts: described(Budget, 'Recorded forecasts.'),
        },
        { description: 'Rate limits of the player and what is left of them.' },
      ),
      userSequence: Type.Integer({
        minimum: 0,
        description:
          'The newest message of your private stream that is counted in here: /api/play/v1/stream goes on behind it with afterSequence.',
      }),
      asOf: Timestamp({ description: 'When the figures were computed.' }),
    },
    { description: 'The play account.' },
  ),
);

export const Discovery = named(
  'Discovery',
  closed({ events: Type.Array(EventSchema, { description: 'Events of this page.' }), nextCursor: NextCursor }),
);

const PositionSchema = named(
  'Position',
  closed({
    eventSlug: SlugMember,
    eventPubkey: PubkeyMember,
    title: TitleMember,
    outcomeIndex: Type.Integer({ description: 'Zero-based index of the outcome.' }),
    outcomeLabel: OutcomeLabelMember,
    shares: Type.Number({ description: 'Shares held, reserved ones included.' }),
    reservedShares: Type.Number({ description: 'Held by open sells.' }),
    averagePriceBps: nullable(
      Type.Integer({ description: 'costCredits per share, in basis points; null if no shares are held.' }),
    ),
    costCredits: Credits('What the shares still held have cost, at average cost.'),
    priceBps: Type.Integer({ description: 'Current price of the outcome, in basis points.' }),
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
  closed({ positions: Type.Array(PositionSchema, { description: 'Positions of this page.' }), nextCursor: NextCursor }),
);

const ActivitySchema = named(
  'Activity',
  Type.Object(
    {
      id: Type.String({ description: 'Id of the entry.', examples: ['act_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      kind: oneOf(activityKinds, { description: 'What happened.' }),
      at: Timestamp({ description: 'When it happened.' }),
      credits: Credits('The change of the available balance.'),
      balanceAfter: Credits('The available balance afterwards.'),
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
        'Further members depend on the kind. repaid: the part of an inflow that repaid owedCredits and is not in credits; owed: the part of a void or a correction that became owedCredits.',
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
