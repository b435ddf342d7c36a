import { EventSchema } from '../events/schemas.js';
import { Cursor, closed, Limit, NextCursor, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { replayMembers } from '../http/write-result.js';
import { fixtureStatuses } from './rules/fixture.js';
import { leagueKeys, sportKeys } from './rules/leagues.js';
import { lineMarkets, lineSelections } from './rules/lines.js';

const Sport = (description: string) => oneOf(sportKeys, { description, examples: ['soccer'] });
const League = (description: string) => oneOf(leagueKeys, { description, examples: ['epl'] });
const AsOf = Timestamp({
  description: 'Time of the response, rounded to ten seconds; ages are relative to it.',
});
const Demo = Type.Boolean({ description: 'Simulated content of the demo arena.', examples: [false] });
const MarketName = oneOf(lineMarkets, {
  description:
    'moneyline: who wins. spread: who wins with the handicap in point. total: points of both sides together.',
  examples: ['moneyline'],
});
const Selection = oneOf(lineSelections, { description: 'Selection that the price is for.', examples: ['home'] });
const Point = nullable(
  Type.Number({ description: 'Handicap of the selection, or the total; null for a moneyline.', examples: [-3.5] }),
);
const Confidence = 'min(1, books/5) × (1 − outlier share) × freshness; 0 without lines.';

export const SportsCatalog = named(
  'SportsCatalog',
  closed(
    {
      sports: Type.Array(
        closed({
          key: Type.String({ description: 'Value for the parameter sport.', examples: ['soccer'] }),
          name: Type.String({ description: 'Name of the sport.', examples: ['Association football'] }),
          leagues: Type.Array(
            closed({
              key: Type.String({ description: 'Value for the parameter league.', examples: ['epl'] }),
              name: Type.String({ description: 'Name of the league.', examples: ['Premier League'] }),
              resolution: closed(
                {
                  source: Type.String({
                    description: 'Who publishes the official result.',
                    examples: ['Premier League'],
                  }),
                  url: Type.String({
                    description: 'Where it is published.',
                    examples: ['https://www.premierleague.com/matches'],
                  }),
                  finalWhen: Type.String({
                    description: 'What counts as the final score.',
                    examples: ['The score at the end of 90 minutes plus stoppage time.'],
                  }),
                  postponement: Type.String({
                    description: 'Rule for a game that is not played on its date.',
                    examples: ['A postponed game that is completed within 3 days of its first date counts.'],
                  }),
                },
                { description: 'Resolution rules for games of the league.' },
              ),
            }),
            { description: 'Leagues of the sport.' },
          ),
        }),
        { description: 'Sports with their leagues.' },
      ),
      asOf: Timestamp({ description: 'When the entries were last checked against their sources.' }),
    },
    { description: 'Sports and leagues with their resolution rules.' },
  ),
);

const days = Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 7, description: 'Number of days ahead.' }));

export const FeedQuery = closed({
  league: Type.Optional(League('Only fixtures of this league.')),
  sport: Type.Optional(Sport('Only fixtures of this sport.')),
  days,
  status: Type.Optional(
    oneOf([...fixtureStatuses, 'all'], { default: 'all', description: 'Only fixtures in this status.' }),
  ),
  includeStale: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also include fixtures without an update for 6 hours; live ones become stale after 10 minutes.',
    }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});

const SideSchema = (which: string) =>
  closed(
    {
      name: Type.String({ description: 'Name of the team.', examples: ['Arsenal'] }),
      abbreviation: nullable(Type.String({ description: 'Short name; null if no source has one.', examples: ['ARS'] })),
      score: nullable(
        Type.Integer({ minimum: 0, description: 'Points or goals so far; null before the game.', examples: [2] }),
      ),
    },
    { description: which },
  );

const ConsensusLineSchema = named(
  'ConsensusLine',
  closed(
    {
      market: MarketName,
      selection: Selection,
      point: Point,
      consensusBps: Type.Number({
        minimum: 0,
        maximum: 10_000,
        description: 'Median of the books’ fair probabilities, in basis points.',
        examples: [5263.157894736842],
      }),
      books: Type.Integer({ minimum: 1, description: 'Number of books with a current line.', examples: [6] }),
      outliers: Type.Integer({ minimum: 0, description: 'Number of them that are outliers.', examples: [1] }),
      updatedAt: Timestamp({ description: 'When the newest of these lines was set.' }),
    },
    { description: 'Consensus of all books on one selection.' },
  ),
);

const FixtureSchema = named(
  'Fixture',
  closed(
    {
      id: Type.String({ description: 'Identifier of the fixture.', examples: ['fix_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      source: Type.String({ description: 'Source that reported it first.', examples: ['espn'] }),
      sourceEventId: Type.String({
        description: 'Identifier at that source; the parameter of lines/history.',
        examples: ['401547439'],
      }),
      sport: Type.String({ description: 'Key of the sport.', examples: ['soccer'] }),
      league: Type.String({ description: 'Key of the league.', examples: ['epl'] }),
      startsAt: Timestamp({ description: 'When the game starts.' }),
      status: oneOf(fixtureStatuses, { description: 'Status of the game.', examples: ['scheduled'] }),
      period: nullable(Type.Integer({ description: 'Current or last period; null if unknown.', examples: [2] })),
      clock: nullable(
        Type.String({ description: 'Game clock as shown by the source; null if there is none.', examples: ["63'"] }),
      ),
      home: SideSchema('The home side.'),
      away: SideSchema('The away side.'),
      lines: Type.Array(ConsensusLineSchema, {
        description: 'Consensus of the current lines: moneyline, spread, total, each by point.',
      }),
      eventSlug: nullable(
        Type.String({
          description: 'Event on the winner; null if there is none.',
          examples: ['epl-arsenal-at-chelsea'],
        }),
      ),
      confidence: Type.Number({ minimum: 0, maximum: 1, description: Confidence, examples: [0.8] }),
      stale: Type.Boolean({
        description: 'Whether there was no update for 6 hours, or 10 minutes if live.',
        examples: [false],
      }),
      reviewRequired: Type.Boolean({
        description: 'Confidence below 0.5, sources that disagree on the final score, postponed or cancelled.',
        examples: [false],
      }),
      demo: Demo,
    },
    { description: 'One game.' },
  ),
);

export const SportsFeed = named(
  'SportsFeed',
  closed(
    {
      fixtures: Type.Array(FixtureSchema, { description: 'By start time.' }),
      nextCursor: NextCursor,
      asOf: AsOf,
    },
    { description: 'Fixtures from yesterday (UTC) to the given number of days ahead.' },
  ),
);

export const LinesQuery = closed({
  sourceEventId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      description: 'Only lines of the game with this id at a source.',
      examples: ['401547439'],
    }),
  ),
  market: Type.Optional(oneOf(lineMarkets, { description: 'Only lines of this market.', examples: ['moneyline'] })),
  limit: Limit(200, 50),
  cursor: Cursor,
});

const LineSchema = named(
  'SportsLine',
  closed(
    {
      id: Type.String({ description: 'Identifier of the line.', examples: ['lin_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      source: Type.String({ description: 'Source of the line.', examples: ['the-odds-api'] }),
      sourceEventId: Type.String({ description: 'The game’s identifier at that source.', examples: ['401547439'] }),
      book: Type.String({ description: 'Book that offered it.', examples: ['pinnacle'] }),
      market: MarketName,
      selection: Selection,
      point: Point,
      decimalPrice: Type.Number({
        exclusiveMinimum: 1,
        description: 'Return of a bet of 1, including the stake.',
        examples: [1.9],
      }),
      impliedBps: Type.Number({
        minimum: 0,
        maximum: 10_000,
        description: '10,000 divided by the price: the probability including the book’s margin.',
        examples: [5263.157894736842],
      }),
      fairBps: Type.Number({
        minimum: 0,
        maximum: 10_000,
        description: 'The same without the margin: its share of the sum over all selections of the quote.',
        examples: [5000],
      }),
      outlier: Type.Boolean({
        description: 'Whether it deviated from the other books when it was last current.',
        examples: [false],
      }),
      at: Timestamp({ description: 'When the book set it, according to the source.' }),
      demo: Demo,
    },
    { description: 'One price of one book.' },
  ),
);

export const LineHistory = named(
  'SportsLineHistory',
  closed(
    {
      lines: Type.Array(LineSchema, { description: 'Newest first.' }),
      nextCursor: NextCursor,
      asOf: Timestamp({
        description: 'When the newest line of the page was set; the time of the request if there are none.',
      }),
    },
    { description: 'Lines offered by bookmakers in the last 90 days.' },
  ),
);

export const MetricsQuery = closed({
  days,
  sport: Type.Optional(Sport('Only fixtures of this sport.')),
  league: Type.Optional(League('Only fixtures of this league.')),
});

const metrics = {
  fixtures: Type.Integer({ minimum: 0, description: 'Fixtures in the window, stale ones included.', examples: [42] }),
  stale: Type.Integer({ minimum: 0, description: 'Number of stale fixtures.', examples: [2] }),
  staleShare: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'stale / fixtures; null without fixtures.', examples: [0.05] }),
  ),
  confidence: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'Mean confidence; null without fixtures.', examples: [0.81] }),
  ),
  reviewRequired: Type.Integer({ minimum: 0, description: 'Fixtures that need review.', examples: [3] }),
  outliers: Type.Integer({ minimum: 0, description: 'Current lines that are outliers.', examples: [5] }),
};

export const SportsMetrics = named(
  'SportsMetrics',
  closed(
    {
      days: Type.Integer({ minimum: 1, maximum: 60, description: 'The window, as in the request.', examples: [7] }),
      total: closed(metrics, { description: 'Over all fixtures of the window.' }),
      leagues: Type.Array(
        closed({
          sport: Type.String({ description: 'Key of the sport.', examples: ['soccer'] }),
          league: Type.String({ description: 'Key of the league.', examples: ['epl'] }),
          ...metrics,
        }),
        { description: 'The same for each league with fixtures, by sport and league.' },
      ),
      asOf: AsOf,
    },
    { description: 'Quality of the fixtures that the feed lists with includeStale.' },
  ),
);

export const FixtureParams = closed({
  id: Type.String({
    maxLength: 40,
    description: 'Identifier of the fixture, from the feed.',
    examples: ['fix_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

export const OpenMarketRequest = closed({
  liquidityCredits: Type.Optional(
    Type.Number({
      minimum: 100,
      maximum: 1_000_000,
      default: 1_000,
      description: 'Liquidity b of the market maker, in credits.',
      examples: [1000],
    }),
  ),
});

export const OpenedMarket = named(
  'FixtureMarket',
  closed(
    {
      event: EventSchema,
      ...replayMembers('Whether the fixture already had its event.'),
    },
    { description: 'The event on the winner of a fixture.' },
  ),
);
