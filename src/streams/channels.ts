import Type, { type TSchema } from 'typebox';
import { marketStatuses } from '../domain/market-status.js';
import { House } from '../http/player-schemas.js';

/** The specification of each channel, from which the manifest, the AsyncAPI document and the tests are built. */

export type ChannelName = 'trades' | 'orderbook' | 'user';

export interface KindSpec {
  readonly kind: string;
  /** Has an id and can be resumed from. */
  readonly sequenced: boolean;
  readonly summary: string;
  /** The whole message. */
  readonly payload: TSchema;
}

export interface ChannelSpec {
  readonly channel: ChannelName;
  readonly key: string;
  readonly isPrivate: boolean;
  /** Of the SSE stream; {slug} stands for the event. */
  readonly path: string;
  readonly parameters: readonly string[];
  readonly snapshotPath: string;
  /** The member of that snapshot that is a sequence of this channel. */
  readonly snapshotSequence: string;
  readonly sequencePolicy: string;
  readonly replayPolicy: string;
  readonly replayable: boolean;
  readonly kinds: readonly KindSpec[];
}

/** Schemas that streams share with requests. */
export interface SharedSchemas {
  readonly Order: TSchema;
  readonly BookLevel: TSchema;
}

const closed = (properties: Record<string, TSchema>, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description ? { description } : {}) });
const list = (items: TSchema, description: string) => Type.Array(items, { description });
const word = (values: readonly string[], description?: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], ...(description ? { description } : {}) });
const nullable = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description });
const Time = (description: string) => Type.String({ format: 'date-time', description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const anyBps = Type.Integer({ minimum: 1, maximum: 9999 });
const Bps = (description: string) => Type.Integer({ minimum: 1, maximum: 9999, description });
const Credits = (description: string) => Type.Number({ description });
const Text = (description: string) => Type.String({ description });
const SlugMember = Text('The slug of the event.');
const BalanceAfter = Credits('Your free credits after it.');
const Status = word(marketStatuses, 'The status of the market.');
const Side = word(['buy', 'sell'], 'Side of the incoming order.');
const Against = word(['maker', 'order'], 'The market maker, or resting orders of other players.');

interface Described {
  readonly summary: string;
  /** What the sequence of the message is; null: it has none. */
  readonly sequence: string | null;
  readonly members?: Record<string, TSchema>;
}

function kind(
  channel: ChannelName,
  name: string,
  sequenced: boolean,
  { summary, sequence, members }: Described,
): KindSpec {
  const payload = closed({
    channel: Type.Unsafe<string>({ type: 'string', const: channel }),
    key: Type.String({ description: channel === 'user' ? 'The handle of the player.' : 'The slug of the event.' }),
    ...(sequence === null ? {} : { sequence: Count(sequence) }),
    kind: Type.Unsafe<string>({ type: 'string', const: name }),
    at: Time('When it happened.'),
    ...members,
  });
  return { kind: name, sequenced, summary, payload };
}

/** Kinds about the stream itself. */
function streamKinds(channel: ChannelName): KindSpec[] {
  const reason = (description: string) => ({ reason: Type.String({ description }) });
  return [
    kind(channel, 'heartbeat', false, {
      summary:
        'Everything up to this sequence has been sent. Comes when the stream has caught up, and every 15 seconds.',
      sequence: 'The newest sequence that you have been sent.',
    }),
    kind(channel, 'overflow', false, {
      summary: 'You fell 1 MiB behind; the stream ends here. Connect again and resume.',
      sequence: 'Of no meaning.',
      members: reason('Why it ends.'),
    }),
    kind(channel, 'end', false, {
      summary: 'The stream ends here: the node stops, the credential is no longer good, or something failed.',
      sequence: 'Of no meaning.',
      members: { reason: word(['stopping', 'credential', 'failed'], 'credential: do not connect again with it.') },
    }),
  ];
}

/** Why a stream begins, or goes on, with a snapshot. */
const snapshotReasons = {
  asked: 'you wanted it',
  gone: 'what follows your sequence is not kept any more',
  ahead: 'there is no such sequence yet',
  'storage-off': 'messages are not kept in this arena',
  clock: 'time alone has changed the book, and the sequence that writes it down is still to come',
} as const;

const snapshotMembers = (reasons: readonly string[]) => ({
  resumed: Type.Boolean({ const: false, description: 'A snapshot never continues what you had.' }),
  reason: word(
    reasons,
    reasons.map(reason => `${reason}: ${snapshotReasons[reason as keyof typeof snapshotReasons]}`).join('; '),
  ),
});
const logReasons = ['asked', 'gone', 'ahead', 'storage-off'];

const tradeMembers = {
  id: Text('Id of the trade.'),
  eventSlug: SlugMember,
  outcomeIndex: Count('Zero-based index of the outcome.'),
  side: Side,
  shares: Credits('Shares traded.'),
  credits: Credits('Credits traded.'),
  priceBps: Bps('Average price in basis points.'),
  against: Against,
  sequence: Count('The market sequence.'),
  at: Time('When it was traded.'),
};

const middle = {
  midBps: Bps('The price of the outcome in basis points.'),
  spreadBps: nullable(Type.Integer({ minimum: 0 }), 'Best ask minus best bid; null if a side is empty.'),
};

function tradesKinds(): KindSpec[] {
  const player = closed(
    {
      handle: Text('Handle of the player.'),
      kind: word(['agent', 'human'], 'agent: a program. human: a person.'),
      house: House,
    },
    'Player of the incoming order.',
  );
  const market = closed(
    {
      status: Status,
      sequence: Count('The market sequence.'),
      priceBps: list(anyBps, 'Price of each outcome in basis points, in the order of the index.'),
      volumeCredits: Credits('Credits traded since the opening.'),
      lastTradeAt: nullable(Type.String({ format: 'date-time' }), 'When it was last traded; null if never.'),
    },
    'The market at this sequence.',
  );
  const top = closed({
    outcomeIndex: Count('Zero-based index of the outcome.'),
    bestBidBps: nullable(anyBps, 'Highest price at which a sell trades; null if that side is empty.'),
    bestAskBps: nullable(anyBps, 'Lowest price at which a buy trades; null if that side is empty.'),
    ...middle,
  });
  const sequence = 'The number of the trade: 1, 2, 3 … for each event.';
  return [
    kind('trades', 'trade', true, {
      summary: 'A public trade.',
      sequence,
      members: { trade: closed({ ...tradeMembers, player }, 'The trade.') },
    }),
    kind('trades', 'snapshot', true, {
      summary: 'How the market stands. Comes first where it was asked for or where the stream can’t go on.',
      sequence: 'The number of the newest trade; the next one follows.',
      members: { ...snapshotMembers(logReasons), market },
    }),
    kind('trades', 'status', false, {
      summary: 'The status of the market, at the beginning and when it changes.',
      sequence: 'The number of the newest trade.',
      members: { status: Status },
    }),
    kind('trades', 'top', false, {
      summary:
        'With book=true: best bid and ask, when they change, at most ten times a second. It has no sequence of this channel; marketSequence is the market’s.',
      sequence: null,
      members: {
        marketSequence: Count('The market sequence at which it is so, as books and events have it.'),
        status: Status,
        outcomes: list(top, 'Every outcome, in the order of the index.'),
      },
    }),
    ...streamKinds('trades'),
  ];
}

function bookKinds(BookLevel: TSchema): KindSpec[] {
  const sides = {
    outcomeIndex: Count('Zero-based index of the outcome.'),
    ...middle,
    bids: list(BookLevel, 'Levels that a sell trades at, the highest first.'),
    asks: list(BookLevel, 'Levels that a buy trades at, the lowest first.'),
  };
  return [
    kind('orderbook', 'snapshot', true, {
      summary: 'The whole book, the same as /orderbook/snapshot gives at this sequence.',
      sequence: 'The market sequence.',
      members: {
        ...snapshotMembers(['asked', 'gone', 'ahead', 'clock']),
        status: Status,
        depth: Type.Integer({ minimum: 1, description: 'Levels per side that were asked for.' }),
        outcomes: list(closed({ ...sides, label: Text('Label of the outcome.') }), 'The outcomes that were asked for.'),
      },
    }),
    kind('orderbook', 'delta', true, {
      summary:
        'New sizes of the levels that changed; 0 means that the level is gone. Outcomes without a change are left out.',
      sequence: 'The market sequence that it leads to.',
      members: {
        previousSequence: Count('The sequence that it leads on from; any other than your last one is a gap.'),
        status: Status,
        outcomes: list(closed(sides), 'Outcomes with a change.'),
      },
    }),
    ...streamKinds('orderbook'),
  ];
}

const Settlement = closed(
  {
    eventSlug: SlugMember,
    outcomeIndex: Count('Zero-based index of the outcome.'),
    refund: Type.Boolean({ description: 'The event is void: what you paid less what you received is given back.' }),
    practice: Type.Boolean({ description: 'Paid into the practice purse, whose balance availableBalance is then.' }),
    version: Type.Integer({ minimum: 1, description: 'Above 1 it is a correction.' }),
    shares: Credits('Shares of the holding.'),
    costCredits: Credits('What the shares have cost.'),
    paidCredits: Type.Number({ description: 'Paid for the holding so far; below 0 where a void took a gain back.' }),
    credits: Type.Number({ description: 'The change of your balance; a void or a correction may take some back.' }),
    owedCredits: Type.Number({ minimum: 0, description: 'What you owe since, because it could not be collected.' }),
    repaidCredits: Type.Number({ minimum: 0, description: 'What repaid owedCredits and is not in credits.' }),
    availableBalance: BalanceAfter,
    payoutBps: nullable(
      Type.Integer({ minimum: 0, maximum: 10_000 }),
      'What a share pays in basis points; null where the event is void.',
    ),
  },
  'The payment.',
);

function userKinds(Order: TSchema): KindSpec[] {
  const sequence = 'Counts your messages: 1, 2, 3 …';
  const owedCredits = Type.Number({ minimum: 0, description: 'What you owe; every inflow repays it first.' });
  const account = closed(
    {
      availableBalance: Credits('Your free credits.'),
      reservedBalance: Credits('Credits held by your resting buys.'),
      owedCredits,
    },
    'Your account at this sequence.',
  );
  const grant = closed(
    {
      day: Type.String({ format: 'date', description: 'The day, UTC.' }),
      credits: Type.Number({ minimum: 0, description: 'The change of your balance.' }),
      repaidCredits: Type.Number({ minimum: 0, description: 'The part of the grant that repaid owedCredits.' }),
      availableBalance: BalanceAfter,
    },
    'The grant.',
  );
  return [
    kind('user', 'order', true, {
      summary: 'One of your orders as a change has left it: placed, filled, cancelled, expired, ended by a close.',
      sequence,
      members: { order: Order, marketSequence: Count('The market sequence at which it is so.') },
    }),
    kind('user', 'trade', true, {
      summary: 'A trade of one of your orders.',
      sequence,
      members: { trade: closed({ ...tradeMembers, orderId: Text('Id of your order.') }, 'The trade.') },
    }),
    kind('user', 'settlement', true, {
      summary: 'A holding was paid, given back or corrected.',
      sequence,
      members: { settlement: Settlement },
    }),
    kind('user', 'grant', true, { summary: 'Play credits of a day.', sequence, members: { grant } }),
    kind('user', 'notifications', false, {
      summary: 'Notifications were added or read. GET /api/people/notifications has them.',
      sequence: 'The newest sequence of the channel.',
      members: { unread: Count('How many are unread.') },
    }),
    kind('user', 'snapshot', true, {
      summary: 'Your balance and open orders at this sequence.',
      sequence,
      members: {
        ...snapshotMembers(logReasons),
        account,
        orders: list(Order, 'Your open orders, the newest first.'),
        moreOrders: Type.Boolean({ description: 'Whether you have more open orders than are listed.' }),
      },
    }),
    ...streamKinds('user'),
  ];
}

const countedPolicy = 'Sequences count 1, 2, 3 … without a gap; a jump means that messages are missing.';
const retentionPolicy = 'Kept for 7 days, across restarts and on every node; then the stream begins with a snapshot.';

export function channelSpecs({ Order, BookLevel }: SharedSchemas): readonly ChannelSpec[] {
  return [
    {
      channel: 'trades',
      key: 'slug of the event',
      isPrivate: false,
      path: '/api/events/{slug}/stream',
      parameters: ['afterSequence', 'snapshot', 'book'],
      snapshotPath: '/api/events/{slug}/snapshot',
      snapshotSequence: 'tradesSequence',
      sequencePolicy: countedPolicy,
      replayPolicy: retentionPolicy,
      replayable: true,
      kinds: tradesKinds(),
    },
    {
      channel: 'orderbook',
      key: 'slug of the event',
      isPrivate: false,
      path: '/api/events/{slug}/orderbook/stream',
      parameters: ['afterSequence', 'snapshot', 'outcomeIndex', 'depth'],
      snapshotPath: '/api/events/{slug}/orderbook/snapshot',
      snapshotSequence: 'sequence',
      sequencePolicy:
        'The market sequence. Changes are merged, so it may jump; a gap is a previousSequence other than the last sequence seen.',
      replayPolicy:
        'Not stored. The node that you read from remembers its last states for about a minute and leads on from them with one delta; otherwise, and after a restart, the stream begins with a snapshot that says so.',
      replayable: false,
      kinds: bookKinds(BookLevel),
    },
    {
      channel: 'user',
      key: 'handle of the player',
      isPrivate: true,
      path: '/api/play/v1/stream',
      parameters: ['afterSequence', 'snapshot'],
      snapshotPath: '/api/play/v1/account',
      snapshotSequence: 'userSequence',
      sequencePolicy: countedPolicy,
      replayPolicy: retentionPolicy,
      replayable: true,
      kinds: userKinds(Order),
    },
  ];
}
