import { Cursor, closed, Limit, NextCursor, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { wordBound } from '../market-data/event-parameters.js';
import { venueStatuses } from './rules/venue-market.js';

const Bps = (description: string) =>
  nullable(Type.Number({ minimum: 0, maximum: 10_000, description, examples: [6200] }));

export const AggregatorQuery = closed({
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Comma-separated sources: presage, manifold, polymarket, kalshi, metaculus or ids of connectors. Default: all.',
      examples: ['presage,manifold'],
    }),
  ),
  category: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Only markets of this category, as named by the source; case-insensitive.',
      examples: ['politics'],
    }),
  ),
  status: Type.Optional(
    oneOf([...venueStatuses, 'all'], {
      default: 'active',
      description: 'closed: trading has ended and the outcome is not known yet. resolved: the outcome is known.',
    }),
  ),
  includeResolved: Type.Optional(Type.Boolean({ default: false, description: 'Also include resolved markets.' })),
  tradableOnly: Type.Optional(
    Type.Boolean({ default: false, description: 'Only markets whose venue currently accepts orders.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Words of the title or category. All must match, each at least as a word prefix. ${wordBound}`,
      examples: ['interest rate'],
    }),
  ),
  sort: Type.Optional(
    oneOf(['volume', 'newest', 'ending', 'movers'], {
      default: 'volume',
      description:
        'volume: by rank within source and status, so that sources with different units are interleaved. newest: by listing time. ending: by closing time, soonest first. movers: largest 24-hour price change first.',
    }),
  ),
  cursor: Cursor,
  limit: Limit(200, 50),
});

export const MarketPath = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'Id of the market in the feed; for events of this arena, also the slug or eventPubkey.',
    examples: ['vmk_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

const Amount = (description: string) =>
  closed(
    {
      amount: nullable(
        Type.Number({ minimum: 0, description: 'Null if the source does not state it.', examples: [1250.5] }),
      ),
      unit: Type.String({
        description: 'Unit of the venue; amounts in different units are not comparable.',
        examples: ['mana'],
      }),
    },
    { description },
  );

const Outcome = closed({
  index: Type.Integer({ minimum: 0, description: 'Zero-based index, in the venue’s order.', examples: [0] }),
  label: Type.String({ description: 'Label as the venue writes it.', examples: ['Yes'] }),
  priceBps: Bps('Probability or last price in basis points; null if the source has none.'),
  bidBps: Bps('Best bid; null if there is none or the source does not state it.'),
  askBps: Bps('Best ask; null if there is none or the source does not state it.'),
});

const Link = closed({
  id: Type.String({ description: 'Id of the link.', examples: ['lnk_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
  marketId: Type.String({
    description: 'The linked market in this feed.',
    examples: ['vmk_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
  source: Type.String({ description: 'Its source.', examples: ['manifold'] }),
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Similarity of the two questions, from 0 to 1.',
    examples: [0.87],
  }),
  confirmed: Type.Boolean({
    description: 'Whether an operator has confirmed that both markets ask the same question.',
  }),
});

export const AggregatorMarket = named(
  'AggregatorMarket',
  closed(
    {
      id: Type.String({ description: 'Id of the market in this feed.', examples: ['vmk_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      source: Type.String({
        description: 'presage for events of this arena, otherwise the id of the connector.',
        examples: ['manifold'],
      }),
      sourceMarketId: Type.String({ description: 'Id of the market at its source.', examples: ['AbC123'] }),
      title: Type.String({ description: 'The question.', examples: ['Will it rain in London on 1 May?'] }),
      category: nullable(
        Type.String({ description: 'Category as the source names it, in lower case.', examples: ['weather'] }),
      ),
      status: oneOf(venueStatuses, {
        description: 'Status reported by the source, with closing times applied at request time.',
      }),
      outcomes: Type.Array(Outcome, { description: 'Empty until the source has sent outcomes.' }),
      volume: Amount('Total volume.'),
      volume24h: Amount('Volume of the last 24 hours.'),
      closesAt: nullable(Timestamp({ description: 'When trading ends.' })),
      resolvedAt: nullable(Timestamp({ description: 'When the market was resolved.' })),
      resolution: nullable(Type.String({ description: 'Outcome, as the source writes it.', examples: ['Yes'] })),
      url: nullable(
        Type.String({
          description: 'Page of the market at its venue.',
          examples: ['https://manifold.markets/house/rain-in-london'],
        }),
      ),
      eventSlug: nullable(
        Type.String({
          description: 'The event on this arena: the market itself, or the one that a confirmed link connects.',
          examples: ['rain-in-london-on-1-may'],
        }),
      ),
      tradable: Type.Boolean({ description: 'Whether the venue currently accepts orders.' }),
      links: Type.Array(Link, {
        maxItems: 10,
        description: 'The same question on other venues, confirmed links first.',
      }),
      fetchedAt: Timestamp({ description: 'When the source last confirmed this row.' }),
      stale: Type.Boolean({ description: 'Whether three fetch intervals have passed without a successful fetch.' }),
      confidence: Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Freshness (1 up to one interval of age, 0 at six) times 1 − spread; an unknown spread counts as 0.5.',
        examples: [0.97],
      }),
      demo: Type.Boolean({ description: 'Simulated data of the demo arena.' }),
    },
    { description: 'A market in the format that all venues share.' },
  ),
);

const Source = closed({
  source: Type.String({ description: 'Id to filter by.', examples: ['manifold'] }),
  name: Type.String({ description: 'For people.', examples: ['Manifold'] }),
  enabled: Type.Boolean({ description: 'Whether the source is fetched.' }),
  lastRunAt: nullable(
    Timestamp({ description: 'End of the last run, successful or not; null for events of this arena.' }),
  ),
  lastError: nullable(
    Type.String({
      description: 'Error code of the last run; null if it succeeded.',
      examples: ['TIMEOUT'],
    }),
  ),
});

export const AggregatorMarkets = named(
  'AggregatorMarkets',
  closed(
    {
      markets: Type.Array(AggregatorMarket, { description: 'Markets in the requested order.' }),
      sources: Type.Array(Source, { description: 'All sources of the feed, regardless of filters.' }),
      nextCursor: NextCursor,
      asOf: Timestamp({
        description:
          'Time of the figures, rounded to ten seconds: prices of this arena’s events may be up to ten seconds newer.',
      }),
    },
    { description: 'One feed of this arena’s events and the markets of connected venues.' },
  ),
);

const Quote = named(
  'VenueQuote',
  closed(
    {
      marketId: Type.String({
        description: 'Id of the market in this feed.',
        examples: ['vmk_01kx3v7p9ye1f8m2q4s6t8v0wz'],
      }),
      source: Type.String({ description: 'Its source.', examples: ['manifold'] }),
      outcomeIndex: Type.Integer({ minimum: 0, description: 'Index of the outcome in that market.' }),
      priceBps: Bps('Its price.'),
      bidBps: Bps('Best bid of the outcome.'),
      askBps: Bps('Best ask of the outcome.'),
      differenceBps: nullable(
        Type.Number({ description: 'Price minus the price on the requested market; null if either is missing.' }),
      ),
      stale: Type.Boolean({ description: 'Whether the row is stale.' }),
    },
    { description: 'Price of an outcome on one venue.' },
  ),
);

export const AggregatorOdds = named(
  'AggregatorOdds',
  closed(
    {
      market: AggregatorMarket,
      outcomes: Type.Array(
        closed({
          label: Type.String({ description: 'Label as the requested market writes it.', examples: ['Yes'] }),
          quotes: Type.Array(Quote, {
            description: 'One quote per venue that has an outcome with this label, the requested market first.',
          }),
          bestBid: nullable(Quote),
          bestAsk: nullable(Quote),
        }),
        { description: 'Outcomes by label; bestBid and bestAsk ignore stale rows.' },
      ),
      venues: Type.Array(AggregatorMarket, { description: 'Markets that confirmed links connect to this one.' }),
      asOf: Timestamp({
        description:
          'Time of the figures, rounded to ten seconds: prices of this arena’s events may be up to ten seconds newer.',
      }),
    },
    { description: 'The same question across venues.' },
  ),
);

const linkStatuses = ['suggested', 'confirmed', 'rejected'] as const;

export const LinksQuery = closed({
  status: Type.Optional(oneOf(linkStatuses, { default: 'suggested', description: 'Only links with this status.' })),
  cursor: Cursor,
  limit: Limit(100, 50),
});

export const LinkPath = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'Id of the link.',
    examples: ['lnk_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

export const SetLinkRequest = named(
  'SetVenueLinkRequest',
  closed(
    { confirmed: Type.Boolean({ description: 'Whether both markets ask the same question.', examples: [true] }) },
    { description: 'An operator’s decision about a link.', examples: [{ confirmed: true }] },
  ),
);

export const CreateLinkRequest = named(
  'CreateVenueLinkRequest',
  closed(
    {
      marketIds: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
        minItems: 2,
        maxItems: 2,
        description: 'Two markets in the feed, from different sources.',
        examples: [['evt_01kx3v7p9ye1f8m2q4s6t8v0wz', 'vmk_01kx3v7p9ye1f8m2q4s6t8v0wz']],
      }),
    },
    { description: 'Two markets that ask the same question.' },
  ),
);

const VenueLink = named(
  'VenueLink',
  closed(
    {
      id: Type.String({ description: 'Id of the link.', examples: ['lnk_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      score: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Similarity of the two questions, from 0 to 1.',
        examples: [0.87],
      }),
      status: oneOf(linkStatuses, { description: 'A rejected pair is not suggested again.' }),
      suggestedAt: Timestamp({ description: 'When the pair was suggested or linked.' }),
      decidedAt: nullable(Timestamp({ description: 'When an operator last confirmed or rejected it.' })),
      decidedBy: nullable(Type.String({ description: 'Operator who made the last decision.', examples: ['operator'] })),
      markets: Type.Array(AggregatorMarket, { description: 'Both markets in their current state.' }),
    },
    { description: 'The same question on two venues.' },
  ),
);

export const LinkReply = named('VenueLinkReply', closed({ link: VenueLink }, { description: 'One link.' }));

export const LinksReply = named(
  'VenueLinks',
  closed(
    { links: Type.Array(VenueLink, { description: 'Highest score first.' }), nextCursor: NextCursor },
    { description: 'A page of links.' },
  ),
);
