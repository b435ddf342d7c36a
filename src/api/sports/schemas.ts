import { fixtureStatuses, lineMarkets, lineSelections } from '../../domain/sports/fixture.js';
import { leagueKeys, sportKeys } from '../../domain/sports/leagues.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';

const Sport = (description: string) => oneOf(sportKeys, { description, examples: ['soccer'] });
const League = (description: string) => oneOf(leagueKeys, { description, examples: ['epl'] });
const AsOf = Timestamp({
  description: 'The moment that the reply is of. Ages are counted to it, on a grid of ten seconds.',
});
const Demo = Type.Boolean({ description: 'Content of the demonstration arena, made up.', examples: [false] });
const MarketName = oneOf(lineMarkets, {
  description:
    'moneyline: who wins. spread: who wins with the handicap in point. total: points of both sides together.',
  examples: ['moneyline'],
});
const Selection = oneOf(lineSelections, { description: 'What the price is on.', examples: ['home'] });
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
          key: Type.String({ description: 'Value of the parameter sport.', examples: ['soccer'] }),
          name: Type.String({ description: 'Name of the sport.', examples: ['Association football'] }),
          leagues: Type.Array(
            closed({
              key: Type.String({ description: 'Value of the parameter league.', examples: ['epl'] }),
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
                    description: 'What happens to an event on a game that is not played on its date.',
                    examples: ['A postponed game that is completed within 3 days of its first date counts.'],
                  }),
                },
                { description: 'How events on games of the league are decided.' },
              ),
            }),
            { description: 'Leagues of the sport.' },
          ),
        }),
        { description: 'Sports with their leagues.' },
      ),
      asOf: Timestamp({ description: 'When the entries were last compared with their sources.' }),
    },
    { description: 'Sports and leagues with how events on their games are decided.' },
  ),
);

const days = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 60, default: 7, description: 'Fixtures that start up to so many days ahead.' }),
);

export const FeedQuery = closed({
  league: Type.Optional(League('Only fixtures of this league.')),
  sport: Type.Optional(Sport('Only fixtures of this sport.')),
  days,
  includeStale: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Fixtures without an update for 6 hours too; live ones go stale after 10 minutes.',
    }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});

const SideSchema = (which: string) =>
  closed(
    {
      name: Type.String({ description: 'Name of the team.', examples: ['Arsenal'] }),
      abbreviation: nullable(
        Type.String({ description: 'Short name; null where no source has one.', examples: ['ARS'] }),
      ),
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
      books: Type.Integer({ minimum: 1, description: 'Books with a current line on it.', examples: [6] }),
      outliers: Type.Integer({ minimum: 0, description: 'How many of them are outliers.', examples: [1] }),
      updatedAt: Timestamp({ description: 'When the newest of these lines was set.' }),
    },
    { description: 'What all books together say about one selection.' },
  ),
);

const FixtureSchema = named(
  'Fixture',
  closed(
    {
      id: Type.String({ description: 'Identifier of the fixture.', examples: ['fix_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      source: Type.String({ description: 'The source that reported it first.', examples: ['espn'] }),
      sourceEventId: Type.String({
        description: 'Its identifier there; the parameter of lines/history.',
        examples: ['401547439'],
      }),
      sport: Type.String({ description: 'Key of the sport.', examples: ['soccer'] }),
      league: Type.String({ description: 'Key of the league.', examples: ['epl'] }),
      startsAt: Timestamp({ description: 'When the game starts.' }),
      status: oneOf(fixtureStatuses, { description: 'How it stands.', examples: ['scheduled'] }),
      period: nullable(
        Type.Integer({ description: 'Current or last period; null where no source says.', examples: [2] }),
      ),
      clock: nullable(
        Type.String({ description: 'Game clock as the source shows it; null without one.', examples: ["63'"] }),
      ),
      home: SideSchema('The home side.'),
      away: SideSchema('The away side.'),
      lines: Type.Array(ConsensusLineSchema, {
        description: 'Consensus of the current lines: moneyline, spread, total, each by point.',
      }),
      eventSlug: nullable(
        Type.String({
          description: 'The event on its winner; null without one.',
          examples: ['epl-arsenal-at-chelsea'],
        }),
      ),
      confidence: Type.Number({ minimum: 0, maximum: 1, description: Confidence, examples: [0.8] }),
      stale: Type.Boolean({ description: 'No update for 6 hours, live ones for 10 minutes.', examples: [false] }),
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
      fixtures: Type.Array(FixtureSchema, { description: 'By starting time.' }),
      nextCursor: NextCursor,
      asOf: AsOf,
    },
    { description: 'Fixtures from yesterday (UTC) to so many days ahead.' },
  ),
);

export const LinesQuery = closed({
  sourceEventId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      description: 'Only lines of the game that a source lists under this id.',
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
      source: Type.String({ description: 'The source that carried it.', examples: ['the-odds-api'] }),
      sourceEventId: Type.String({ description: 'The game’s identifier at that source.', examples: ['401547439'] }),
      book: Type.String({ description: 'The book that offered it.', examples: ['pinnacle'] }),
      market: MarketName,
      selection: Selection,
      point: Point,
      decimalPrice: Type.Number({
        exclusiveMinimum: 1,
        description: 'What a bet of 1 returns, stake included.',
        examples: [1.9],
      }),
      impliedBps: Type.Number({
        minimum: 0,
        maximum: 10_000,
        description: '10,000 over the price: the probability with the book’s margin in it.',
        examples: [5263.157894736842],
      }),
      fairBps: Type.Number({
        minimum: 0,
        maximum: 10_000,
        description: 'The same without the margin: its part of the sum over all selections of the quote.',
        examples: [5000],
      }),
      outlier: Type.Boolean({
        description: 'Whether it stood apart from the other books, when it was last current.',
        examples: [false],
      }),
      at: Timestamp({ description: 'When the book set it, by its source.' }),
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
        description: 'When the newest line of the page was set; the time of the request without lines.',
      }),
    },
    { description: 'Lines that books have offered, for up to 90 days.' },
  ),
);

export const MetricsQuery = closed({
  days,
  sport: Type.Optional(Sport('Only fixtures of this sport.')),
  league: Type.Optional(League('Only fixtures of this league.')),
});

const metrics = {
  fixtures: Type.Integer({ minimum: 0, description: 'Fixtures in the window, stale ones included.', examples: [42] }),
  stale: Type.Integer({ minimum: 0, description: 'How many of them are stale.', examples: [2] }),
  staleShare: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'stale / fixtures; null without fixtures.', examples: [0.05] }),
  ),
  confidence: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'Mean confidence; null without fixtures.', examples: [0.81] }),
  ),
  reviewRequired: Type.Integer({ minimum: 0, description: 'Fixtures that need a look.', examples: [3] }),
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
        { description: 'The same for each league that has fixtures, by sport and league.' },
      ),
      asOf: AsOf,
    },
    { description: 'Quality of the fixtures that the feed lists with includeStale.' },
  ),
);
