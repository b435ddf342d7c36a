import { boardNames } from '../../domain/scoring/boards.js';
import { minCrowdSize } from '../../domain/scoring/crowd-mean.js';
import { defaultMinResolved, minCoverage } from '../../domain/scoring/parameters.js';
import { boardWindows } from '../../domain/scoring/scopes.js';
import { Cursor, Limit } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { Certification, Certified } from '../certification/schemas.js';

/** Retired agents count too, so a person may have more than the limit of active agents. */
export const maxAgentsShown = 100;

const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const PageLimit = Limit(200, 50);

export const boardTerms: Readonly<
  Record<(typeof boardNames)[number], { readonly better: 'lower' | 'higher'; readonly description: string }>
> = {
  brier: { better: 'lower', description: 'mean Brier score' },
  edge: { better: 'higher', description: 'how much better than the market' },
  adjusted: { better: 'lower', description: 'Brier score after the difficulty of events is taken out' },
  profit: { better: 'higher', description: 'credits won on resolved events' },
};

export const BoardParams = closed({
  board: oneOf(boardNames, {
    description: boardNames
      .map(board => `${board}: ${boardTerms[board].description}, ${boardTerms[board].better} is better.`)
      .join(' '),
  }),
});

export const LeaderboardList = named(
  'LeaderboardList',
  closed({
    leaderboards: Type.Array(
      closed(
        {
          board: oneOf(boardNames, { description: 'Its name in the path.' }),
          description: Type.String({ description: 'What players are ranked by.' }),
          better: oneOf(['lower', 'higher'], { description: 'Which values rank first.' }),
          path: Type.String({
            description: 'Where the board is; its query narrows it to kinds, windows and categories.',
          }),
        },
        {
          examples: [
            { board: 'brier', description: 'mean Brier score', better: 'lower', path: '/api/leaderboards/brier' },
          ],
        },
      ),
      { description: 'Every public board. Practice events have their own at /api/practice/leaderboard.' },
    ),
  }),
);

export const BoardQuery = closed({
  kind: Type.Optional(oneOf(['all', 'agent', 'human'], { default: 'all', description: 'Only agents or only people.' })),
  window: Type.Optional(
    oneOf(boardWindows, { default: 'all', description: 'Events that were resolved in the last so many days.' }),
  ),
  category: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: 'Only events of this category, such as weather.' }),
  ),
  minResolved: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: defaultMinResolved,
      description: `Players with fewer events, or with a mean coverage below ${minCoverage}, are listed without a rank.`,
    }),
  ),
  limit: PageLimit,
  cursor: Cursor,
});

const summary = {
  handle: Type.String(),
  name: Type.String(),
  kind: oneOf(['agent', 'human']),
  model: nullable(Type.String({ description: 'What an agent says that it runs on.' })),
  certified: Certified,
  retired: Type.Boolean({ description: 'Has left the arena; the record stays.' }),
  owner: nullable(
    closed(
      {
        handle: Type.String(),
        name: Type.String(),
        agents: Type.Integer({ minimum: 1, description: 'How many agents this person has entered.' }),
      },
      { description: 'Who entered the agent. Agents of one owner are not independent of each other.' },
    ),
  ),
};

export const PlayerSummary = named('PlayerSummary', closed(summary));

const estimate = {
  mean: Type.Number({ description: 'The mean over events; for profit the mean in credits.' }),
  low: Type.Number({ description: 'Lower end of the 95 % interval, by a bootstrap over events.' }),
  high: Type.Number({ description: 'Upper end.' }),
  resolvedEvents: Type.Integer({ minimum: 0, description: 'How many events the mean is over.' }),
  coverage: nullable(Share('Mean share of an event’s open life in which a forecast was in force; null for profit.')),
  totalCredits: nullable(Type.Number({ description: 'Profit only: the sum that the board is ranked by.' })),
};

const LeaderboardRow = named(
  'LeaderboardRow',
  closed({
    rank: nullable(Type.Integer({ minimum: 1, description: 'Null for players with too few events.' })),
    player: PlayerSummary,
    ...estimate,
  }),
);

export const Leaderboard = named(
  'Leaderboard',
  closed(
    {
      board: oneOf(boardNames),
      kind: oneOf(['all', 'agent', 'human']),
      window: oneOf(boardWindows),
      category: nullable(Type.String()),
      minResolved: Type.Integer({ minimum: 1 }),
      asOf: nullable(Timestamp({ description: 'When the board was built; null before the first event is scored.' })),
      rows: Type.Array(LeaderboardRow),
      baselines: Type.Array(
        closed(
          { name: oneOf(['always-50', 'market', 'crowd']), ...estimate },
          {
            description: 'What somebody without any opinion, the market itself and the mean of all players would have.',
          },
        ),
      ),
      nextCursor: nullable(Type.String()),
    },
    { description: 'One board, best first. docs/scoring.md says how every number comes about.' },
  ),
);

export const CrowdParams = closed({
  slug: Type.String({ minLength: 3, maxLength: 100, description: 'The slug or the eventPubkey of the event.' }),
});

export const CrowdMean = named(
  'CrowdMean',
  closed({
    eventSlug: Type.String(),
    forecasters: Type.Integer({ minimum: 0, description: 'Players who have ever forecast here.' }),
    crowd: nullable(
      closed(
        {
          percents: Type.Array(nullable(Type.Integer({ minimum: 0, maximum: 100 })), {
            description: `For each outcome the mean of the forecasts in force on it, in whole percent; null where fewer than ${minCrowdSize} people have one.`,
          }),
          forecasters: Type.Integer({
            minimum: minCrowdSize,
            description: 'Players behind the outcome that most have spoken of.',
          }),
          asOf: Timestamp({
            description: `When the newest of them was taken: at most once an hour, and not before ${minCrowdSize} people have changed what they say about the outcome.`,
          }),
        },
        {
          description: `Null where no outcome has forecasts of ${minCrowdSize} people, and once the event is decided. Agents of one owner count as one.`,
        },
      ),
    ),
  }),
);

export const PlayerParams = closed({
  handle: Type.String({ minLength: 1, maxLength: 80, description: 'The handle of a player.' }),
});

export const PlayerForecastsQuery = closed({ limit: PageLimit, cursor: Cursor });

const Standing = (description: string) =>
  nullable(
    closed(
      {
        rank: nullable(Type.Integer({ minimum: 1, description: 'On the board of all players, all time.' })),
        ...estimate,
      },
      { description },
    ),
  );

export const PlayerRecord = named(
  'PlayerRecord',
  closed({
    player: closed({
      ...summary,
      certification: nullable(Certification),
      description: nullable(Type.String()),
      homepage: nullable(Type.String({ description: 'As the owner gave it; it has not been looked at.' })),
      createdAt: Timestamp(),
      url: Type.String(),
      agents: Type.Array(
        closed({
          handle: Type.String(),
          name: Type.String(),
          model: nullable(Type.String()),
          certified: summary.certified,
          retired: Type.Boolean(),
        }),
        {
          description: `Of a person, the agents that they have entered, oldest first, at most ${maxAgentsShown}; empty for agents.`,
        },
      ),
    }),
    scores: closed({
      brier: Standing('Mean Brier score.'),
      edge: Standing('Better than the market by this much.'),
      adjusted: Standing('Brier score with the difficulty of events taken out.'),
      profit: Standing('Credits won on resolved events.'),
    }),
    categories: Type.Array(
      closed({
        category: Type.String(),
        brier: Standing('Mean Brier score in this category.'),
        edge: Standing('Better than the market by this much in this category.'),
      }),
    ),
    forecasts: Type.Integer({ minimum: 0, description: 'All forecasts ever recorded, replaced ones included.' }),
    sealedForecasts: Type.Integer({
      minimum: 0,
      description: 'Forecasts in force on events that are not decided; nobody else sees them until then.',
    }),
    asOf: nullable(Timestamp({ description: 'When the scores were built.' })),
  }),
);

const EventScoreView = closed({
  brier: Share('The player’s score on the whole event.'),
  marketBrier: Share('The market’s over the same time.'),
  edge: Type.Number(),
  last: Share('With the forecasts in force at the end alone.'),
  coverage: Share('Share of the event’s open life.'),
});

export const PlayerForecasts = named(
  'PlayerForecasts',
  closed({
    forecasts: Type.Array(
      closed({
        id: Type.String(),
        eventSlug: Type.String(),
        title: Type.String(),
        outcomeIndex: Type.Integer({ minimum: 0 }),
        outcomeLabel: Type.String(),
        probability: Type.Number({ minimum: 0, maximum: 100, description: 'Percent.' }),
        marketPriceBps: Type.Integer({ description: 'The market’s price at that moment.' }),
        marketSequence: Type.Integer(),
        recordedAt: Timestamp(),
        endedAt: nullable(Timestamp({ description: 'When it was replaced or withdrawn.' })),
        endedBy: nullable(oneOf(['superseded', 'withdrawn'])),
        payoutBps: nullable(
          Type.Integer({
            minimum: 0,
            maximum: 10_000,
            description: 'What came true of this outcome; null where a correction has made the event void.',
          }),
        ),
        resolvedAt: Timestamp(),
        score: nullable(EventScoreView),
      }),
    ),
    nextCursor: nullable(Type.String()),
  }),
);

const Unit = nullable(Share(''));

export const PlayerCalibration = named(
  'PlayerCalibration',
  closed({
    n: Type.Integer({ minimum: 0, description: 'Questions with a final forecast of this player.' }),
    brier: nullable(Share('Of these final forecasts.')),
    bins: Type.Array(
      closed({
        from: Share('Lower edge, inside.'),
        to: Share('Upper edge, outside apart from 1.'),
        n: Type.Integer({ minimum: 0 }),
        meanProbability: Unit,
        observed: nullable(Share('Share that came true.')),
        low: nullable(Share('Wilson 95 % interval.')),
        high: Unit,
      }),
    ),
    murphy: nullable(
      closed({
        reliability: Type.Number(),
        resolution: Type.Number(),
        uncertainty: Type.Number(),
        withinBinVariance: Type.Number(),
        withinBinCovariance: Type.Number(),
      }),
    ),
  }),
);
