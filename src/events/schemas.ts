import { marketStatuses } from '../engine/lifecycle.js';
import { Amount, closed, NextCursor, named, nullable, oneOf, PriceBps, Timestamp, Type } from '../http/schema.js';
import { maxLinkLength } from '../kernel/links.js';
import { Handle, House, PlayerKind } from '../players/player-view.js';

// Members that identify an event and its outcomes in responses.

export const SlugMember = Type.String({ description: 'Slug of the event.', examples: ['rain-in-london-on-1-may'] });

export const PubkeyMember = Type.String({
  description: 'Public key of the event, in Base58; accepted wherever a slug is.',
  examples: ['8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y'],
});

export const TitleMember = Type.String({
  description: 'The question of the event.',
  examples: ['Will it rain in London on 1 May 2026?'],
});

export const OutcomeIndexMember = Type.Integer({
  minimum: 0,
  description: 'Zero-based index of the outcome.',
  examples: [0],
});

export const OutcomeLabelMember = Type.String({ description: 'Label of the outcome.', examples: ['Yes'] });

const answerKinds = ['outcome', 'split', 'void'] as const;

const outcomeMembers = {
  index: Type.Integer({ minimum: 0, description: 'Index that orders and forecasts refer to.' }),
  label: OutcomeLabelMember,
  priceBps: PriceBps('Price in basis points.'),
  lastTradeAt: nullable(Timestamp({ description: 'When this outcome was last traded; null if never.' })),
  volumeCredits: Amount('Credits traded on this outcome.'),
};

const EventOutcome = named('EventOutcome', closed(outcomeMembers));

const answer = {
  kind: oneOf(answerKinds, { description: 'outcome: one wins; split: several share; void: costs are refunded.' }),
  winningOutcomeIndex: nullable(
    Type.Integer({ minimum: 0, description: 'Zero-based index of the winning outcome; null for split and void.' }),
  ),
  payoutBps: nullable(
    Type.Array(Type.Integer({ minimum: 0, maximum: 10_000 }), {
      description: 'Payout per share of each outcome, 10000 in total; null if the event is void.',
    }),
  ),
};

const EventResolution = named(
  'EventResolution',
  closed({
    ...answer,
    source: Type.String({
      description: 'Where the outcome was published.',
      examples: ['https://www.metoffice.gov.uk'],
    }),
    note: Type.String({ description: 'Note of the operator; empty if there is none.', examples: ['4.2 mm'] }),
    correctedFrom: nullable(closed(answer, { description: 'The resolution that a correction replaced.' })),
  }),
);

const EventProposal = named(
  'EventProposal',
  closed(
    {
      resolution: closed(
        {
          ...answer,
          source: Type.String({
            description: 'Where the outcome was published.',
            examples: ['https://www.metoffice.gov.uk'],
          }),
          note: Type.String({ description: 'Note of the operator; empty if there is none.', examples: ['4.2 mm'] }),
          effectiveCloseAt: Timestamp({ description: 'When the outcome became known: later forecasts do not count.' }),
        },
        { description: 'The proposed resolution.' },
      ),
      evidence: closed(
        {
          url: Type.String({
            description: 'Page that shows the outcome; empty if there is none.',
            examples: ['https://www.metoffice.gov.uk/observations'],
          }),
          quote: Type.String({ description: 'Decisive words or figures.', examples: ['Rainfall: 4.2 mm'] }),
        },
        { description: 'Evidence for the proposal.' },
      ),
      proposedBy: oneOf(['operator', 'final-score'], {
        description: 'operator: proposed by a person. final-score: derived from the result of a fixture.',
      }),
      proposedAt: Timestamp({ description: 'When it was proposed.' }),
      challengeEndsAt: nullable(
        Timestamp({
          description: 'When it becomes final unless disputed; null until an operator has confirmed it.',
        }),
      ),
      disputes: Type.Integer({
        minimum: 0,
        description: 'Number of people who dispute it; a disputed proposal waits for an operator.',
      }),
    },
    { description: 'The proposed resolution of a closed market.' },
  ),
);

export const ResolutionSource = named(
  'ResolutionSource',
  closed(
    {
      name: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the source.', examples: ['Met Office'] }),
      url: Type.String({
        maxLength: maxLinkLength,
        description:
          'Where the outcome will be published: http or https, without a user name; empty if no page is known.',
        examples: ['https://www.metoffice.gov.uk'],
      }),
      rule: Type.String({
        minLength: 1,
        maxLength: 4000,
        description: 'How the source determines the outcome.',
        examples: ['Daily rainfall at Heathrow.'],
      }),
    },
    { description: 'What resolves the event.' },
  ),
);

const example = {
  id: 'evt_01kx3v7p9ye1f8m2q4s6t8v0wz',
  slug: 'rain-in-london-on-1-may',
  eventPubkey: '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y',
  title: 'Will it rain in London on 1 May 2026?',
  description: 'At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.',
  category: 'weather',
  tags: ['london'],
  status: 'active',
  outcomes: [
    { index: 0, label: 'Yes', priceBps: 6200, lastTradeAt: '2026-03-17T11:58:02.114Z', volumeCredits: 812.5 },
    { index: 1, label: 'No', priceBps: 3800, lastTradeAt: null, volumeCredits: 0 },
  ],
  createdAt: '2026-03-01T09:00:00.000Z',
  opensAt: '2026-03-01T09:00:00.000Z',
  endsAt: '2026-05-01T00:00:00.000Z',
  closedAt: null,
  resolvedAt: null,
  effectiveCloseAt: null,
  resolution: null,
  proposal: null,
  resolutionSource: { name: 'Met Office', url: 'https://www.metoffice.gov.uk', rule: 'Daily rainfall at Heathrow.' },
  volumeCredits: 812.5,
  volume24hCredits: 120,
  traders: 14,
  forecasters: 9,
  openOrders: 3,
  liquidityCredits: 1000,
  sequence: 57,
  settling: null,
  demo: false,
  practice: false,
  url: 'https://presage.example/events/rain-in-london-on-1-may',
};

const eventMembers = {
  id: Type.String({ description: 'Id of the event.', examples: ['evt_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
  slug: Type.String({
    description: 'Short name; eventPubkey is accepted wherever a slug is.',
    examples: ['rain-in-london-on-1-may'],
  }),
  eventPubkey: Type.String({
    description: 'Base58 of SHA-256 over the canonical JSON of id, slug, title, outcomes and createdAt.',
    examples: ['8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y'],
  }),
  title: TitleMember,
  description: Type.String({
    description: 'The exact question.',
    examples: ['At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.'],
  }),
  category: Type.String({ description: 'Category of the event.', examples: ['weather'] }),
  tags: Type.Array(Type.String(), { description: 'Keywords of the event.', examples: [['london']] }),
  status: oneOf(marketStatuses, { description: 'Current status of the market.' }),
  outcomes: Type.Array(EventOutcome, { description: 'Every outcome, by index.' }),
  createdAt: Timestamp({ description: 'When the event was created.' }),
  opensAt: Timestamp({ description: 'When trading opens.' }),
  endsAt: Timestamp({ description: 'When trading ends.' }),
  closedAt: nullable(Timestamp({ description: 'When trading ended; null before that.' })),
  resolvedAt: nullable(Timestamp({ description: 'When the current resolution was made; null if there is none.' })),
  effectiveCloseAt: nullable(
    Timestamp({ description: 'When the outcome became known: later forecasts do not count. null if not set.' }),
  ),
  resolution: nullable(EventResolution),
  proposal: nullable(EventProposal),
  resolutionSource: ResolutionSource,
  volumeCredits: Amount('Credits traded since the opening.'),
  volume24hCredits: Amount('Credits traded in the last 24 hours, to the minute.'),
  traders: Type.Integer({ minimum: 0, description: 'Players who have traded here.' }),
  forecasters: Type.Integer({ minimum: 0, description: 'Players who have forecast here.' }),
  openOrders: Type.Integer({ minimum: 0, description: 'Number of resting orders in the market.' }),
  liquidityCredits: Amount('Liquidity of the market maker: b of the logarithmic scoring rule.'),
  sequence: Type.Integer({ minimum: 1, description: 'Increases with every change of the book or the status.' }),
  settling: nullable(
    closed(
      {
        settled: Type.Integer({ minimum: 0, description: 'Holdings paid so far.' }),
        total: Type.Integer({ minimum: 0, description: 'Holdings to pay in total.' }),
      },
      { description: 'Progress of the payouts; null unless they are in progress.' },
    ),
  ),
  demo: Type.Boolean({ description: 'Simulated demo content.' }),
  practice: Type.Boolean({ description: 'Not part of equity, profit and the leaderboards.' }),
  url: Type.String({
    description: 'Page of the event.',
    examples: ['https://presage.example/events/rain-in-london-on-1-may'],
  }),
};

export const EventSchema = named(
  'Event',
  closed(eventMembers, { description: 'An event and its market.', examples: [example] }),
);

/** The cursor of a list without further pages. */
export const OnePage = Type.Null({
  description: 'Always null: the list has one page; truncated says whether it is incomplete.',
});

/** Members of every list without further pages. */
export const extent = {
  total: Type.Integer({
    minimum: 0,
    description: 'Total number, including those beyond limit, at most 10 seconds old; counting stops at 10000.',
    examples: [84],
  }),
  truncated: Type.Boolean({ description: 'Whether more exist than are listed.', examples: [true] }),
};

export const EventList = named(
  'EventList',
  closed({
    events: Type.Array(EventSchema, { description: 'Events of this page.' }),
    nextCursor: NextCursor,
    missing: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Slugs and public keys of the request that match no event; only if slugs was sent.',
        examples: [['first-snow-in-oslo']],
      }),
    ),
  }),
);

export const OneEvent = named('OneEvent', closed({ event: EventSchema }));

const { outcomes: exampleOutcomes, ...exampleRest } = example;

const TopOutcome = named(
  'TopOutcome',
  closed({
    ...outcomeMembers,
    previousBps: PriceBps('Price at the start of the look-back; the opening price of a younger market.'),
    changeBps: Type.Integer({ description: 'priceBps − previousBps.' }),
  }),
);

export const TopEvents = named(
  'TopEvents',
  closed({
    events: Type.Array(
      named(
        'TopEvent',
        closed(
          {
            ...eventMembers,
            outcomes: Type.Array(TopOutcome, { description: 'Leading outcomes by price, at most outcomeLimit.' }),
            outcomeCount: Type.Integer({ minimum: 2, description: 'Number of outcomes of the event.' }),
            lookbackVolumeCredits: Amount('Credits traded within the look-back.'),
            lookbackTrades: Type.Integer({ minimum: 0, description: 'Public trades within the look-back.' }),
            largestMoveBps: Type.Integer({
              minimum: 0,
              description: 'Largest price change of any outcome, up or down.',
            }),
          },
          {
            description: 'An event with its activity within the look-back.',
            examples: [
              {
                ...exampleRest,
                outcomes: exampleOutcomes.map(outcome => ({
                  ...outcome,
                  previousBps: 5000,
                  changeBps: outcome.priceBps - 5000,
                })),
                outcomeCount: 2,
                lookbackVolumeCredits: 120,
                lookbackTrades: 7,
                largestMoveBps: 1200,
              },
            ],
          },
        ),
      ),
      { description: 'Most active events first.' },
    ),
    lookbackHours: Type.Integer({ description: 'Length of the look-back in hours.' }),
    since: Timestamp({ description: 'Full hour at which the look-back starts.' }),
    asOf: Timestamp({ description: 'When trades were summed up, at most 10 seconds ago.' }),
    nextCursor: OnePage,
    ...extent,
  }),
);

/** The player whose order led to a trade. */
export const TradePlayer = closed(
  {
    handle: Handle,
    kind: PlayerKind,
    retired: Type.Boolean({
      description: 'Whether the player has left; the record remains. Snapshots may lag by a minute.',
    }),
    house: House,
  },
  { description: 'Player of the incoming order.' },
);

const TradeSchema = named(
  'Trade',
  closed(
    {
      id: Type.String({ description: 'Id of the trade.', examples: ['trd_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      eventSlug: SlugMember,
      outcomeIndex: OutcomeIndexMember,
      side: oneOf(['buy', 'sell'], { description: 'Side of the incoming order.' }),
      shares: Type.Number({ minimum: 0, description: 'Shares traded.' }),
      credits: Amount('Credits traded.'),
      priceBps: PriceBps('Average price of the trade.'),
      against: oneOf(['maker', 'order'], { description: 'The market maker, or resting orders of other players.' }),
      player: TradePlayer,
      sequence: Type.Integer({ minimum: 1, description: 'Market sequence after the order.' }),
      at: Timestamp({ description: 'When the trade happened.' }),
    },
    {
      description: 'One trade for each incoming order and its counterparty.',
      examples: [
        {
          id: 'trd_01kx3v7p9ye1f8m2q4s6t8v0wz',
          eventSlug: 'rain-in-london-on-1-may',
          outcomeIndex: 0,
          side: 'buy',
          shares: 41.2,
          credits: 25,
          priceBps: 6068,
          against: 'maker',
          player: { handle: 'weather-watcher', kind: 'agent', retired: false, house: false },
          sequence: 57,
          at: '2026-03-17T11:58:02.114Z',
        },
      ],
    },
  ),
);

export const TradeList = named(
  'TradeList',
  closed({ trades: Type.Array(TradeSchema, { description: 'Trades of this page.' }), nextCursor: NextCursor }),
);
