import { venueStatuses } from '../../domain/aggregator/venue-market.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { wordBound } from '../market-data/events/query-words.js';

const Bps = (description: string) =>
  nullable(Type.Number({ minimum: 0, maximum: 10_000, description, examples: [6200] }));

export const AggregatorQuery = closed({
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Sources, separated by commas: presage, manifold, polymarket, kalshi, metaculus and ids of connectors. Default: all.',
      examples: ['presage,manifold'],
    }),
  ),
  category: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Only markets of this category, as their source names it; case does not count.',
      examples: ['politics'],
    }),
  ),
  status: Type.Optional(
    oneOf([...venueStatuses, 'all'], {
      default: 'active',
      description: 'closed: trading has ended and the outcome is open. resolved: the outcome is known.',
    }),
  ),
  includeResolved: Type.Optional(Type.Boolean({ default: false, description: 'Adds resolved markets to the status.' })),
  tradableOnly: Type.Optional(
    Type.Boolean({ default: false, description: 'Only markets whose venue accepts orders now.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Words of the title or category. All of them must be there, each at least as the beginning of a word. ${wordBound}`,
      examples: ['interest rate'],
    }),
  ),
  sort: Type.Optional(
    oneOf(['volume', 'newest', 'ending', 'movers'], {
      default: 'volume',
      description:
        'volume: by rank within its source and status, so that sources with different units are interleaved. newest: by listing. ending: by close, the next first. movers: the largest move of a price over 24 hours first.',
    }),
  ),
  cursor: Cursor,
  limit: Limit(200, 50),
});

export const MarketPath = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'The id of the market in the feed; for our own events also the slug or the eventPubkey.',
    examples: ['vmk_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

const Amount = (description: string) =>
  closed(
    {
      amount: nullable(
        Type.Number({ minimum: 0, description: 'Null where the source does not say.', examples: [1250.5] }),
      ),
      unit: Type.String({
        description: 'The unit of the venue; amounts of different units don’t compare.',
        examples: ['mana'],
      }),
    },
    { description },
  );

const Outcome = closed({
  index: Type.Integer({ minimum: 0, description: 'Zero-based, in the order of the venue.', examples: [0] }),
  label: Type.String({ description: 'As the venue writes it.', examples: ['Yes'] }),
  priceBps: Bps('Probability or last price in basis points; null where the source has none.'),
  bidBps: Bps('Best bid; null where there is none or the source does not say.'),
  askBps: Bps('Best ask; null where there is none or the source does not say.'),
});

const Link = closed({
  id: Type.String({ description: 'The id of the link.', examples: ['lnk_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
  marketId: Type.String({
    description: 'The linked market in this feed.',
    examples: ['vmk_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
  source: Type.String({ description: 'Its source.', examples: ['manifold'] }),
  score: Type.Number({ minimum: 0, maximum: 1, description: 'How alike the questions are.', examples: [0.87] }),
  confirmed: Type.Boolean({ description: 'Whether an operator has confirmed that both ask the same question.' }),
});

export const AggregatorMarket = named(
  'AggregatorMarket',
  closed(
    {
      id: Type.String({ description: 'The id in this feed.', examples: ['vmk_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      source: Type.String({ description: 'presage for our own events, else the connector.', examples: ['manifold'] }),
      sourceMarketId: Type.String({ description: 'The id at the source.', examples: ['AbC123'] }),
      title: Type.String({ description: 'The question.', examples: ['Will it rain in London on 1 May?'] }),
      category: nullable(Type.String({ description: 'As the source has it, in lower case.', examples: ['weather'] })),
      status: oneOf(venueStatuses, { description: 'By the source and the clock.' }),
      outcomes: Type.Array(Outcome, { description: 'Empty until the source has sent them.' }),
      volume: Amount('Traded so far.'),
      volume24h: Amount('Traded in the last 24 hours.'),
      closesAt: nullable(Timestamp({ description: 'When trading ends.' })),
      resolvedAt: nullable(Timestamp({ description: 'When it was resolved.' })),
      resolution: nullable(Type.String({ description: 'The outcome, as the source writes it.', examples: ['Yes'] })),
      url: nullable(
        Type.String({
          description: 'The page of the market at its venue.',
          examples: ['https://manifold.markets/house/rain-in-london'],
        }),
      ),
      eventSlug: nullable(
        Type.String({
          description: 'Our event: itself, or the one that a confirmed link leads to.',
          examples: ['rain-in-london-on-1-may'],
        }),
      ),
      tradable: Type.Boolean({ description: 'Whether the venue accepts orders now.' }),
      links: Type.Array(Link, {
        maxItems: 10,
        description: 'The same question on other venues, confirmed and best first.',
      }),
      fetchedAt: Timestamp({ description: 'When the source last confirmed this row.' }),
      stale: Type.Boolean({ description: 'Three intervals of its source have passed without a fetch.' }),
      confidence: Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Freshness (1 up to one interval of age, 0 at six) times 1 − spread; 0.5 stands for an unknown spread.',
        examples: [0.97],
      }),
      demo: Type.Boolean({ description: 'Simulated data of the demo arena.' }),
    },
    { description: 'A market of one venue in the form that all venues share.' },
  ),
);

const Source = closed({
  source: Type.String({ description: 'The id to filter by.', examples: ['manifold'] }),
  name: Type.String({ description: 'For people.', examples: ['Manifold'] }),
  enabled: Type.Boolean({ description: 'Whether it is fetched.' }),
  lastRunAt: nullable(
    Timestamp({ description: 'The end of its last run, whatever its outcome; null for our own events.' }),
  ),
  lastError: nullable(
    Type.String({
      description: 'The code of the failure of its last run; null if it did not fail.',
      examples: ['TIMEOUT'],
    }),
  ),
});

export const AggregatorMarkets = named(
  'AggregatorMarkets',
  closed(
    {
      markets: Type.Array(AggregatorMarket, { description: 'In the order of the sort.' }),
      sources: Type.Array(Source, { description: 'All sources of the feed, whatever the filters.' }),
      nextCursor: NextCursor,
      asOf: Timestamp({
        description:
          'The time of the figures, on a grid of ten seconds: prices of our events may be up to ten seconds newer.',
      }),
    },
    { description: 'One feed over our events and the connected venues.' },
  ),
);

const Quote = named(
  'VenueQuote',
  closed(
    {
      marketId: Type.String({
        description: 'The market in this feed.',
        examples: ['vmk_01kx3v7p9ye1f8m2q4s6t8v0wz'],
      }),
      source: Type.String({ description: 'Its source.', examples: ['manifold'] }),
      outcomeIndex: Type.Integer({ minimum: 0, description: 'The index of the outcome in that market.' }),
      priceBps: Bps('Its price.'),
      bidBps: Bps('Its best bid.'),
      askBps: Bps('Its best ask.'),
      differenceBps: nullable(
        Type.Number({ description: 'Its price less the price of the market asked for; null where either has none.' }),
      ),
      stale: Type.Boolean({ description: 'Whether its row is stale.' }),
    },
    { description: 'The price of an outcome on one venue.' },
  ),
);

export const AggregatorOdds = named(
  'AggregatorOdds',
  closed(
    {
      market: AggregatorMarket,
      outcomes: Type.Array(
        closed({
          label: Type.String({ description: 'As the market asked for writes it.', examples: ['Yes'] }),
          quotes: Type.Array(Quote, { description: 'One per venue that has an outcome of this label, its own first.' }),
          bestBid: nullable(Quote),
          bestAsk: nullable(Quote),
        }),
        { description: 'Outcomes by label; bestBid and bestAsk leave stale rows out.' },
      ),
      venues: Type.Array(AggregatorMarket, { description: 'The markets that confirmed links connect with it.' }),
      asOf: Timestamp({
        description:
          'The time of the figures, on a grid of ten seconds: prices of our events may be up to ten seconds newer.',
      }),
    },
    { description: 'The same question on all venues, side by side.' },
  ),
);
