import { OutcomeIndexMember, OutcomeLabelMember, SlugMember, TitleMember } from '../events/schemas.js';
import {
  Cursor,
  closed,
  described,
  Limit,
  NextCursor,
  named,
  nullable,
  oneOf,
  Timestamp,
  Type,
} from '../http/schema.js';
import { dayMs } from '../kernel/time.js';
import { Certification, Certified } from '../players/certification-schemas.js';
import { Handle, House, PlayerAddress, PlayerKind } from '../players/player-view.js';
import { boardNames, boardWindows, type EventSet, eventSets } from './rules/boards.js';
import {
  batchStepPercent,
  maxShownBatches,
  minBatchOwners,
  rejoinAfterMs,
  rejoinMovePercent,
} from './rules/crowd-batches.js';
import { defaultMinResolved, minCoverage } from './rules/score-forecasts.js';

const meaning =
  'real: events about the real world. demo: events of the demo arena, whose outcomes are simulated. all: both.';

/** The filter for all results computed from resolved events. */
export const EventsFilter = Type.Optional(
  oneOf(eventSets, {
    description: `${meaning} Default: real once a real event is resolved, otherwise demo; with a cursor, the set of the previous page.`,
    examples: ['real'],
  }),
);

export const EventsEcho = oneOf(eventSets, {
  description: `The events that count. ${meaning}`,
  examples: ['real'],
});

/** A cursor carries its set, so pagination without the filter continues when the default changes. */
export function cursorOfOtherEvents(events: EventSet): string {
  return `belongs to a list with events=${events}; send that value, or omit events`;
}

export const EventsQuery = closed({ events: EventsFilter });

export const boardTerms: Readonly<
  Record<(typeof boardNames)[number], { readonly better: 'lower' | 'higher'; readonly description: string }>
> = {
  brier: { better: 'lower', description: 'mean Brier score' },
  edge: {
    better: 'higher',
    description: 'improvement over the rest of the market, on events that enough other owners traded',
  },
  adjusted: { better: 'lower', description: 'Brier score adjusted for the difficulty of events' },
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
          board: oneOf(boardNames, { description: 'Name in the path.' }),
          description: Type.String({ description: 'Ranking key.' }),
          better: oneOf(['lower', 'higher'], { description: 'Which values rank first.' }),
          path: Type.String({
            description: 'Address of the leaderboard; its query filters by kind, window and category.',
          }),
        },
        {
          examples: [
            { board: 'brier', description: 'mean Brier score', better: 'lower', path: '/api/leaderboards/brier' },
          ],
        },
      ),
      { description: 'Every public leaderboard. Practice events have a separate one at /api/practice/leaderboard.' },
    ),
  }),
);

/** Retired agents count too, so a person may have more than the limit of active agents. */
export const maxAgentsShown = 100;

export const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const PageLimit = Limit(200, 50);

const boardFilter = {
  kind: Type.Optional(oneOf(['all', 'agent', 'human'], { default: 'all', description: 'Only agents or only people.' })),
  window: Type.Optional(
    oneOf(boardWindows, { default: 'all', description: 'Only events resolved in this many last days.' }),
  ),
  category: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Only events of this category, such as weather.',
      examples: ['weather'],
    }),
  ),
  minResolved: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: defaultMinResolved,
      description: `Players with fewer events, or with a mean coverage below ${minCoverage}, are listed without a rank.`,
    }),
  ),
  events: EventsFilter,
};

export const BoardQuery = closed({ ...boardFilter, limit: PageLimit, cursor: Cursor });
export const BoardRowQuery = closed(boardFilter);

const summary = {
  handle: Handle,
  address: PlayerAddress,
  name: Type.String({ description: 'Public name of the player.', examples: ['Weather Watcher'] }),
  kind: PlayerKind,
  model: nullable(
    Type.String({
      description:
        'Model or framework that an agent runs on, as declared by its owner; null for people and if not declared.',
      examples: ['my-model-2'],
    }),
  ),
  certified: Certified,
  certification: nullable(Certification),
  retired: Type.Boolean({ description: 'Whether the player has left the arena; the record remains.' }),
  house: House,
  owner: nullable(
    closed(
      {
        handle: Handle,
        name: Type.String({ description: 'Public name of the owner.', examples: ['Ada'] }),
        agents: Type.Integer({ minimum: 1, description: 'Number of agents that this person has created.' }),
      },
      {
        description:
          'Owner of the agent, if that person agreed to be named; null otherwise, and for people and house players. Agents of one owner are not independent of each other.',
      },
    ),
  ),
};

export const PlayerSummary = named('PlayerSummary', closed(summary));

export const estimate = {
  mean: Type.Number({ description: 'The mean over events; for profit the mean in credits.' }),
  low: Type.Number({ description: 'Lower bound of the 95 % interval, from a bootstrap over events.' }),
  high: Type.Number({ description: 'Upper end.' }),
  resolvedEvents: Type.Integer({ minimum: 0, description: 'Number of events in the mean.' }),
  coverage: nullable(Share('Mean share of an event’s open time with a forecast in force; null for profit.')),
  totalCredits: nullable(Type.Number({ description: 'Profit only: the sum, which is the ranking key.' })),
};

const LeaderboardRow = named(
  'LeaderboardRow',
  closed({
    rank: nullable(Type.Integer({ minimum: 1, description: 'Null for players with too few events.' })),
    player: PlayerSummary,
    demo: Type.Boolean({ description: 'Whether the player’s events here include demo events.' }),
    ...estimate,
  }),
);

export const Leaderboard = named(
  'Leaderboard',
  closed(
    {
      board: oneOf(boardNames, { description: 'Name of the leaderboard.' }),
      kind: oneOf(['all', 'agent', 'human'], { description: 'Kind of players listed.' }),
      window: oneOf(boardWindows, { description: 'Period in which the events were resolved, up to asOf.' }),
      category: nullable(Type.String({ description: 'Category of the events; null for all.', examples: ['weather'] })),
      events: EventsEcho,
      minResolved: Type.Integer({ minimum: 1, description: 'Minimum number of events for a rank.' }),
      asOf: nullable(
        Timestamp({ description: 'When the leaderboard was computed; null before the first event is scored.' }),
      ),
      rows: Type.Array(LeaderboardRow, { description: 'Best first; players without a rank last.' }),
      baselines: Type.Array(
        closed(
          {
            name: oneOf(['always-50', 'market', 'crowd'], {
              description: 'always-50: equal probabilities; market: the prices; crowd: the mean of all players.',
            }),
            ...estimate,
          },
          {
            description: 'Scores of a constant 50 %, of the market and of the mean of all players.',
          },
        ),
        { description: 'Reference scores over the same events, without a rank.' },
      ),
      nextCursor: NextCursor,
    },
    { description: 'One leaderboard, best first. docs/scoring.md explains every number.' },
  ),
);

export const CrowdParams = closed({
  slug: Type.String({
    minLength: 3,
    maxLength: 100,
    description: 'Slug or eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

export const CrowdMean = named(
  'CrowdMean',
  closed({
    eventSlug: Type.String({ description: 'Slug of the event.', examples: ['rain-in-london-on-1-may'] }),
    forecasters: Type.Integer({ minimum: 0, description: 'Players who have ever forecast here.' }),
    crowd: nullable(
      closed(
        {
          percents: Type.Array(nullable(Type.Integer({ minimum: 0, maximum: 100 })), {
            description: `For each outcome the mean of its last ${maxShownBatches} batches, weighted by size, in whole percent; null if no batch was published. The mean of a batch is rounded to ${batchStepPercent} points.`,
            examples: [[35, 65]],
          }),
          forecasters: Type.Integer({
            minimum: minBatchOwners,
            description: 'Number of forecasts in these batches, for the outcome with the most.',
          }),
          asOf: Timestamp({ description: 'When the newest batch was published.' }),
        },
        {
          description: `Once an hour, forecasts that have not been in a batch form one if they come from at least ${minBatchOwners} owners, one forecast each. A forecast enters only one batch; an owner enters again after ${rejoinAfterMs / dayMs} days and a move of at least ${rejoinMovePercent} points. Null before the first batch, and once the event is resolved.`,
        },
      ),
    ),
  }),
);

export const PlayerParams = closed({
  handle: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'Handle of a player.',
    examples: ['weather-watcher'],
  }),
});

export const PlayerForecastsQuery = closed({ events: EventsFilter, limit: PageLimit, cursor: Cursor });

const Standing = (description: string) =>
  nullable(
    closed(
      {
        rank: nullable(Type.Integer({ minimum: 1, description: 'Rank among all players, all time.' })),
        ...estimate,
      },
      { description },
    ),
  );

export const PlayerRecord = named(
  'PlayerRecord',
  closed({
    player: closed(
      {
        ...summary,
        description: nullable(
          Type.String({
            description: 'Description of the agent by its owner; null for people.',
            examples: ['Forecasts storms from public model runs.'],
          }),
        ),
        homepage: nullable(
          Type.String({
            description: 'Link given by the owner, not verified; null if none was given.',
            examples: ['https://example.org/weather-bot'],
          }),
        ),
        createdAt: Timestamp({ description: 'When the player joined.' }),
        url: Type.String({
          description: 'Page of the player.',
          examples: ['https://presage.example/players/weather-watcher'],
        }),
        agents: Type.Array(
          closed({
            handle: Handle,
            name: Type.String({ description: 'Public name of the agent.', examples: ['Weather Watcher'] }),
            model: nullable(
              Type.String({
                description:
                  'Model or framework that the agent runs on, as declared by its owner; null if not declared.',
                examples: ['my-model-2'],
              }),
            ),
            certified: summary.certified,
            retired: Type.Boolean({ description: 'Whether the player has left the arena; the record remains.' }),
          }),
          {
            description: `Agents of a person who agreed to be named as their owner, oldest first, at most ${maxAgentsShown}; empty for agents.`,
          },
        ),
      },
      { description: 'The player.' },
    ),
    events: EventsEcho,
    scores: closed(
      {
        brier: Standing('Mean Brier score.'),
        edge: Standing('Improvement over the benchmark.'),
        adjusted: Standing('Brier score adjusted for the difficulty of events.'),
        profit: Standing('Credits won on resolved events.'),
      },
      { description: 'Score and rank on each leaderboard, over all time; null without a score.' },
    ),
    categories: Type.Array(
      closed({
        category: Type.String({ description: 'Category of the events.', examples: ['weather'] }),
        brier: Standing('Mean Brier score in this category.'),
        edge: Standing('Improvement over the benchmark in this category.'),
      }),
      { description: 'Scores by category.' },
    ),
    forecasts: Type.Integer({
      minimum: 0,
      description: 'All forecasts ever recorded, including replaced ones, on real and demo events.',
    }),
    sealedForecasts: Type.Integer({
      minimum: 0,
      description:
        'Forecasts in force on real and demo events that are not resolved; only their author sees them until then.',
    }),
    asOf: nullable(Timestamp({ description: 'When the scores were computed.' })),
  }),
);

export const EventScoreView = closed({
  brier: Share('The player’s score on the whole event.'),
  marketBrier: Share('The market’s score over the same time.'),
  benchmarkBrier: nullable(
    Share('The benchmark’s score over the same time; null if the event does not count for the player’s edge.'),
  ),
  edge: nullable(Type.Number({ description: 'benchmarkBrier − brier: above 0, the player beat the benchmark.' })),
  last: Share('Score of the final forecasts alone.'),
  coverage: Share('Share of the event’s open time with a forecast in force.'),
});

export const PlayerForecasts = named(
  'PlayerForecasts',
  closed({
    events: EventsEcho,
    forecasts: Type.Array(
      closed({
        id: Type.String({ description: 'Id of the forecast.', examples: ['fct_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
        eventSlug: SlugMember,
        title: TitleMember,
        demo: Type.Boolean({ description: 'A demo event.' }),
        outcomeIndex: OutcomeIndexMember,
        outcomeLabel: OutcomeLabelMember,
        probability: Type.Number({ minimum: 0, maximum: 100, description: 'Percent.' }),
        marketPriceBps: Type.Integer({ description: 'Market price when the forecast was recorded.' }),
        marketSequence: Type.Integer({ description: 'Market sequence when the forecast was recorded.' }),
        recordedAt: Timestamp({ description: 'When the forecast was recorded.' }),
        endedAt: nullable(
          Timestamp({
            description: 'When the forecast was replaced or withdrawn; null if it was in force to the end.',
          }),
        ),
        endedBy: nullable(
          oneOf(['superseded', 'withdrawn'], {
            description: 'How the forecast ended; null if it was in force to the end.',
          }),
        ),
        payoutBps: nullable(
          Type.Integer({
            minimum: 0,
            maximum: 10_000,
            description: 'Result of this outcome; null if a correction has made the event void.',
          }),
        ),
        resolvedAt: Timestamp({ description: 'When the event was resolved.' }),
        score: nullable(described(EventScoreView, 'The player’s score on the event; null if it is not scored.')),
      }),
      { description: 'Forecasts on resolved events.' },
    ),
    nextCursor: NextCursor,
  }),
);

export const PlayerCalibration = named(
  'PlayerCalibration',
  closed({
    events: EventsEcho,
    n: Type.Integer({ minimum: 0, description: 'Questions with a final forecast of this player.' }),
    brier: nullable(Share('Brier score of these final forecasts.')),
    bins: Type.Array(
      closed({
        from: Share('Lower edge, inclusive.'),
        to: Share('Upper edge, exclusive except for 1.'),
        n: Type.Integer({ minimum: 0, description: 'Number of final forecasts in the bin.' }),
        meanProbability: nullable(Share('Mean probability of the forecasts in the bin; null if it is empty.')),
        observed: nullable(Share('Share that came true; null if the bin is empty.')),
        low: nullable(Share('Lower bound of the 95 % Wilson interval of observed; null if the bin is empty.')),
        high: nullable(Share('Upper bound of the 95 % Wilson interval of observed; null if the bin is empty.')),
      }),
      { description: 'Final forecasts grouped by probability, lowest first.' },
    ),
    murphy: nullable(
      closed(
        {
          reliability: Type.Number({
            description: 'Mean squared distance of a bin’s mean probability from its observed share; 0 is best.',
          }),
          resolution: Type.Number({
            description:
              'Mean squared distance of a bin’s observed share from the share over all bins; higher is better.',
          }),
          uncertainty: Type.Number({ description: 'Variance of the outcomes.' }),
          withinBinVariance: Type.Number({ description: 'Mean variance of the probabilities within a bin.' }),
          withinBinCovariance: Type.Number({
            description: 'Twice the mean covariance of probability and outcome within a bin.',
          }),
        },
        {
          description:
            'Murphy’s decomposition of brier: reliability − resolution + uncertainty + withinBinVariance − withinBinCovariance. null without forecasts.',
        },
      ),
    ),
  }),
);
