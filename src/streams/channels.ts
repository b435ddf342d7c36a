// The specification of each channel, from which the manifest, the AsyncAPI document and the tests are built.
import Type, { type TSchema } from 'typebox';
import { marketStatuses } from '../engine/lifecycle.js';
import { Count, PriceBps, SignedAmount } from '../http/schema.js';
import { House } from '../players/player-view.js';

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
const anyBps = Type.Integer({ minimum: 1, maximum: 9999 });
const Text = (description: string) => Type.String({ description });
const SlugMember = Text('Slug of the event.');
const BalanceAfter = SignedAmount('Your free credits afterwards.');
const Status = word(marketStatuses, 'Status of the market.');
const Side = word(['buy', 'sell'], 'Side of the incoming order.');
const Against = word(['maker', 'order'], 'The market maker, or resting orders of other players.');

interface Described {
  readonly summary: string;
  /** The meaning of the message's sequence; null if it has none. */
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
    key: Type.String({ description: channel === 'user' ? 'Handle of the player.' : 'Slug of the event.' }),
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
        'Everything up to this sequence has been sent. Sent when the stream has caught up, and every 15 seconds.',
      sequence: 'Newest sequence that was sent to you.',
    }),
    kind(channel, 'overflow', false, {
      summary: 'You fell 1 MiB behind; the stream ends here. Reconnect and resume.',
      sequence: 'Has no meaning here.',
      members: reason('Why the stream ends.'),
    }),
    kind(channel, 'end', false, {
      summary: 'The stream ends here: the node is stopping, the credential is no longer valid, or an error occurred.',
      sequence: 'Has no meaning here.',
      members: { reason: word(['stopping', 'credential', 'failed'], 'credential: do not reconnect with it.') },
    }),
  ];
}

/** Why a stream starts or continues with a snapshot. */
const snapshotReasons = {
  asked: 'requested by the client',
  gone: 'messages after your sequence are no longer stored',
  ahead: 'the sequence does not exist yet',
  'storage-off': 'this arena stores no messages',
  clock: 'time alone has changed the book, and its new sequence is not written yet',
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
  shares: SignedAmount('Shares traded.'),
  credits: SignedAmount('Credits traded.'),
  priceBps: PriceBps('Average price in basis points.'),
  against: Against,
  sequence: Count('Market sequence.'),
  at: Time('When it was traded.'),
};

const middle = {
  midBps: PriceBps('The price of the outcome in basis points.'),
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
      sequence: Count('Market sequence.'),
      priceBps: list(anyBps, 'Price of each outcome in basis points, by index.'),
      volumeCredits: SignedAmount('Credits traded since the opening.'),
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
  const sequence = 'Number of the trade: 1, 2, 3 … for each event.';
  return [
    kind('trades', 'trade', true, {
      summary: 'A public trade.',
      sequence,
      members: { trade: closed({ ...tradeMembers, player }, 'The trade.') },
    }),
    kind('trades', 'snapshot', true, {
      summary: 'State of the market. Sent first if requested or if the stream can’t resume.',
      sequence: 'Number of the newest trade; the next one follows.',
      members: { ...snapshotMembers(logReasons), market },
    }),
    kind('trades', 'status', false, {
      summary: 'Status of the market, at the start and when it changes.',
      sequence: 'Number of the newest trade.',
      members: { status: Status },
    }),
    kind('trades', 'top', false, {
      summary:
        'With book=true: best bid and ask when they change, at most ten times a second. It has no sequence in this channel; marketSequence is that of the market.',
      sequence: null,
      members: {
        marketSequence: Count('Market sequence of this state, as in books and events.'),
        status: Status,
        outcomes: list(top, 'Every outcome, by index.'),
      },
    }),
    ...streamKinds('trades'),
  ];
}

function bookKinds(BookLevel: TSchema): KindSpec[] {
  const sides = {
    outcomeIndex: Count('Zero-based index of the outcome.'),
    ...middle,
    bids: list(BookLevel, 'Levels that a sell fills against, highest first.'),
    asks: list(BookLevel, 'Levels that a buy fills against, lowest first.'),
  };
  return [
    kind('orderbook', 'snapshot', true, {
      summary: 'The whole book, as returned by /orderbook/snapshot at this sequence.',
      sequence: 'Market sequence.',
      members: {
        ...snapshotMembers(['asked', 'gone', 'ahead', 'clock']),
        status: Status,
        depth: Type.Integer({ minimum: 1, description: 'Requested levels per side.' }),
        outcomes: list(closed({ ...sides, label: Text('Label of the outcome.') }), 'The requested outcomes.'),
      },
    }),
    kind('orderbook', 'delta', true, {
      summary: 'New sizes of the levels that changed; 0 removes a level. Unchanged outcomes are omitted.',
      sequence: 'Market sequence after the change.',
      members: {
        previousSequence: Count('Market sequence before the change; if it is not your last one, there is a gap.'),
        status: Status,
        outcomes: list(closed(sides), 'Changed outcomes.'),
      },
    }),
    ...streamKinds('orderbook'),
  ];
}

const Settlement = closed(
  {
    eventSlug: SlugMember,
    outcomeIndex: Count('Zero-based index of the outcome.'),
    refund: Type.Boolean({ description: 'Whether the event is void: the net amount you paid is refunded.' }),
    practice: Type.Boolean({
      description: 'Whether it was paid into the practice account, whose balance availableBalance then is.',
    }),
    version: Type.Integer({ minimum: 1, description: 'Version of the resolution; above 1 it is a correction.' }),
    shares: SignedAmount('Shares of the holding.'),
    costCredits: SignedAmount('Cost of the shares.'),
    paidCredits: Type.Number({
      description: 'Amount paid for the holding so far; negative if a void collected a gain.',
    }),
    credits: Type.Number({
      description: 'Change of your balance; negative if a void or a correction collects credits.',
    }),
    owedCredits: Type.Number({ minimum: 0, description: 'Debt that could not be collected.' }),
    repaidCredits: Type.Number({ minimum: 0, description: 'Part that repaid owedCredits, not included in credits.' }),
    availableBalance: BalanceAfter,
    payoutBps: nullable(
      Type.Integer({ minimum: 0, maximum: 10_000 }),
      'Payout per share in basis points; null if the event is void.',
    ),
  },
  'The payment.',
);

function userKinds(Order: TSchema): KindSpec[] {
  const sequence = 'Numbers your messages: 1, 2, 3 …';
  const owedCredits = Type.Number({ minimum: 0, description: 'Your debt; every inflow repays it first.' });
  const account = closed(
    {
      availableBalance: SignedAmount('Your free credits.'),
      reservedBalance: SignedAmount('Credits reserved by your resting buys.'),
      owedCredits,
    },
    'Your account at this sequence.',
  );
  const grant = closed(
    {
      day: Type.String({ format: 'date', description: 'UTC day.' }),
      credits: Type.Number({ minimum: 0, description: 'Change of your balance.' }),
      repaidCredits: Type.Number({ minimum: 0, description: 'Part of the grant that repaid owedCredits.' }),
      availableBalance: BalanceAfter,
    },
    'The grant.',
  );
  return [
    kind('user', 'order', true, {
      summary: 'One of your orders after a change: placed, filled, cancelled, expired or ended by a close.',
      sequence,
      members: { order: Order, marketSequence: Count('Market sequence of this state.') },
    }),
    kind('user', 'trade', true, {
      summary: 'A fill of one of your orders.',
      sequence,
      members: { trade: closed({ ...tradeMembers, orderId: Text('Id of your order.') }, 'The trade.') },
    }),
    kind('user', 'settlement', true, {
      summary: 'A holding was paid, refunded or corrected.',
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
        orders: list(Order, 'Your open orders, newest first.'),
        moreOrders: Type.Boolean({ description: 'Whether you have more open orders than are listed.' }),
      },
    }),
    ...streamKinds('user'),
  ];
}

const countedPolicy = 'Sequences are consecutive; a gap means that messages are missing.';
const retentionPolicy =
  'Stored for 7 days, across restarts and on every node; after that, the stream starts with a snapshot.';

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
        'The market sequence. Changes are merged, so it may jump; a previousSequence other than the last sequence seen is a gap.',
      replayPolicy:
        'Not stored. Each node caches its latest states for about a minute and continues from them with one delta; otherwise, and after a restart, the stream starts with a snapshot that says so.',
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
