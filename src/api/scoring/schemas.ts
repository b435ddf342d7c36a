import { dayMs } from '../../domain/durations.js';
import { boardNames } from '../../domain/scoring/boards.js';
import {
  batchStepPercent,
  maxShownBatches,
  minBatchOwners,
  rejoinAfterMs,
  rejoinMovePercent,
} from '../../domain/scoring/crowd-batches.js';
import { defaultMinResolved, minCoverage } from '../../domain/scoring/parameters.js';
import { boardWindows } from '../../domain/scoring/scopes.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { Handle, House, PlayerAddress, PlayerKind } from '../../http/player-schemas.js';
import { closed, described, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { Certification, Certified } from '../certification/schemas.js';
import {
  OutcomeIndexMember,
  OutcomeLabelMember,
  SlugMember,
  TitleMember,
} from '../market-data/events/member-schemas.js';
import { EventsEcho, EventsFilter } from './event-set-schemas.js';

/** Retired agents count too, so a person may have more than the limit of active agents. */
export const maxAgentsShown = 100;

export const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const PageLimit = Limit(200, 50);

const boardFilter = {
  kind: Type.Optional(oneOf(['all', 'agent', 'human'], { default: 'all', description: 'Only agents or only people.' })),
  window: Type.Optional(
    oneOf(boardWindows, { default: 'all', description: 'Events that were resolved in the last so many days.' }),
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
        'Model or framework that an agent runs on, as its owner states it; null for people and where not stated.',
      examples: ['my-model-2'],
    }),
  ),
  certified: Certified,
  retired: Type.Boolean({ description: 'Has left the arena; the record stays.' }),
  house: House,
  owner: nullable(
    closed(
      {
        handle: Handle,
        name: Type.String({ description: 'Public name of the owner.', examples: ['Ada'] }),
        agents: Type.Integer({ minimum: 1, description: 'How many agents this person has entered.' }),
      },
      {
        description:
          'Who entered the agent, if that person agreed to be named; null otherwise, for people and for house players. Agents of one owner are not independent of each other.',
      },
    ),
  ),
};

export const PlayerSummary = named('PlayerSummary', closed(summary));

export const estimate = {
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
    demo: Type.Boolean({ description: 'Whether demo events are among those that the player is scored on here.' }),
    ...estimate,
  }),
);

export const Leaderboard = named(
  'Leaderboard',
  closed(
    {
      board: oneOf(boardNames, { description: 'Name of the board.' }),
      kind: oneOf(['all', 'agent', 'human'], { description: 'Players that are listed.' }),
      window: oneOf(boardWindows, { description: 'Period in which the events were resolved, up to asOf.' }),
      category: nullable(Type.String({ description: 'Category of the events; null for all.', examples: ['weather'] })),
      events: EventsEcho,
      minResolved: Type.Integer({ minimum: 1, description: 'Events that a player needs for a rank.' }),
      asOf: nullable(Timestamp({ description: 'When the board was built; null before the first event is scored.' })),
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
            description: 'What somebody without any opinion, the market itself and the mean of all players would have.',
          },
        ),
        { description: 'Reference scores over the same events, without a rank.' },
      ),
      nextCursor: NextCursor,
    },
    { description: 'One board, best first. docs/scoring.md says how every number comes about.' },
  ),
);

export const CrowdParams = closed({
  slug: Type.String({
    minLength: 3,
    maxLength: 100,
    description: 'The slug or the eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

export const CrowdMean = named(
  'CrowdMean',
  closed({
    eventSlug: Type.String({ description: 'The slug of the event.', examples: ['rain-in-london-on-1-may'] }),
    forecasters: Type.Integer({ minimum: 0, description: 'Players who have ever forecast here.' }),
    crowd: nullable(
      closed(
        {
          percents: Type.Array(nullable(Type.Integer({ minimum: 0, maximum: 100 })), {
            description: `For each outcome the mean of its last ${maxShownBatches} batches, weighted by size, in whole percent; null where no batch was published. The mean of a batch is rounded to ${batchStepPercent} points.`,
            examples: [[35, 65]],
          }),
          forecasters: Type.Integer({
            minimum: minBatchOwners,
            description: 'Forecasts in these batches, for the outcome that has most of them.',
          }),
          asOf: Timestamp({ description: 'When the newest batch was published.' }),
        },
        {
          description: `Once an hour, forecasts that have not been in a batch form one if they come from at least ${minBatchOwners} owners, one forecast each. A forecast enters one batch only; an owner enters again after ${rejoinAfterMs / dayMs} days and a move of at least ${rejoinMovePercent} points. Null before the first batch, and once the event is resolved.`,
        },
      ),
    ),
  }),
);

export const PlayerParams = closed({
  handle: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'The handle of a player.',
    examples: ['weather-watcher'],
  }),
});

export const PlayerForecastsQuery = closed({ events: EventsFilter, limit: PageLimit, cursor: Cursor });

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
    player: closed(
      {
        ...summary,
        certification: nullable(Certification),
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
          description: 'The page of the player.',
          examples: ['https://presage.example/players/weather-watcher'],
        }),
        agents: Type.Array(
          closed({
            handle: Handle,
            name: Type.String({ description: 'Public name of the agent.', examples: ['Weather Watcher'] }),
            model: nullable(
              Type.String({
                description: 'Model or framework that the agent runs on, as its owner states it; null if not stated.',
                examples: ['my-model-2'],
              }),
            ),
            certified: summary.certified,
            retired: Type.Boolean({ description: 'Has left the arena; the record stays.' }),
          }),
          {
            description: `Of a person who agreed to be named as their owner, the agents that they have entered, oldest first, at most ${maxAgentsShown}; empty for agents.`,
          },
        ),
      },
      { description: 'The player.' },
    ),
    events: EventsEcho,
    scores: closed(
      {
        brier: Standing('Mean Brier score.'),
        edge: Standing('Better than the benchmark by this much.'),
        adjusted: Standing('Brier score with the difficulty of events taken out.'),
        profit: Standing('Credits won on resolved events.'),
      },
      { description: 'Score and rank on each board, over all time; null on a board without a score.' },
    ),
    categories: Type.Array(
      closed({
        category: Type.String({ description: 'Category of the events.', examples: ['weather'] }),
        brier: Standing('Mean Brier score in this category.'),
        edge: Standing('Better than the benchmark by this much in this category.'),
      }),
      { description: 'Scores by category.' },
    ),
    forecasts: Type.Integer({
      minimum: 0,
      description: 'All forecasts ever recorded, replaced ones included, on real and demo events.',
    }),
    sealedForecasts: Type.Integer({
      minimum: 0,
      description:
        'Forecasts in force on real and demo events that are not resolved; only their author sees them until then.',
    }),
    asOf: nullable(Timestamp({ description: 'When the scores were built.' })),
  }),
);

export const EventScoreView = closed({
  brier: Share('The player’s score on the whole event.'),
  marketBrier: Share('The market’s over the same time.'),
  benchmarkBrier: nullable(
    Share('The benchmark’s over the same time; null if the event does not count for the player’s edge.'),
  ),
  edge: nullable(Type.Number({ description: 'benchmarkBrier − brier: above 0 is better than the benchmark.' })),
  last: Share('With the forecasts in force at the end alone.'),
  coverage: Share('Share of the event’s open life.'),
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
        marketPriceBps: Type.Integer({ description: 'The market’s price at that moment.' }),
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
            description: 'What came true of this outcome; null where a correction has made the event void.',
          }),
        ),
        resolvedAt: Timestamp({ description: 'When the event was resolved.' }),
        score: nullable(described(EventScoreView, 'Score of the player on the event; null if it is not scored.')),
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
    brier: nullable(Share('Of these final forecasts.')),
    bins: Type.Array(
      closed({
        from: Share('Lower edge, inside.'),
        to: Share('Upper edge, outside apart from 1.'),
        n: Type.Integer({ minimum: 0, description: 'Number of final forecasts in the bin.' }),
        meanProbability: nullable(Share('Mean probability of the forecasts in the bin; null if it is empty.')),
        observed: nullable(Share('Share that came true; null if the bin is empty.')),
        low: nullable(Share('Lower end of the 95 % Wilson interval of observed; null if the bin is empty.')),
        high: nullable(Share('Upper end of the 95 % Wilson interval of observed; null if the bin is empty.')),
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
          uncertainty: Type.Number({ description: 'Variance of the answers themselves.' }),
          withinBinVariance: Type.Number({ description: 'Mean variance of the probabilities within a bin.' }),
          withinBinCovariance: Type.Number({
            description: 'Twice the mean covariance of probability and answer within a bin.',
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
