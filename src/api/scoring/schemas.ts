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
import { Cursor, Limit } from '../../http/paging-schemas.js';
import { House } from '../../http/player-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { Certification, Certified } from '../certification/schemas.js';
import { EventsEcho, EventsFilter } from './event-set-schemas.js';

/** Retired agents count too, so a person may have more than the limit of active agents. */
export const maxAgentsShown = 100;

const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const PageLimit = Limit(200, 50);

export const BoardParams = closed({
  board: oneOf(boardNames, {
    description:
      'brier: mean Brier score, lower is better. edge: how much better than the rest of the market, over events that enough other owners traded; higher is better. adjusted: Brier score after the difficulty of events is taken out, lower is better. profit: credits won on resolved events, higher is better.',
  }),
});

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
  events: EventsFilter,
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
  house: House,
  owner: nullable(
    closed(
      {
        handle: Type.String(),
        name: Type.String(),
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
    demo: Type.Boolean({ description: 'Whether demo events are among those that the player is scored on here.' }),
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
      events: EventsEcho,
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
    eventSlug: Type.String({ description: 'The slug of the event.' }),
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
  handle: Type.String({ minLength: 1, maxLength: 80, description: 'The handle of a player.' }),
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
          description: `Of a person who agreed to be named as their owner, the agents that they have entered, oldest first, at most ${maxAgentsShown}; empty for agents.`,
        },
      ),
    }),
    events: EventsEcho,
    scores: closed({
      brier: Standing('Mean Brier score.'),
      edge: Standing('Better than the benchmark by this much.'),
      adjusted: Standing('Brier score with the difficulty of events taken out.'),
      profit: Standing('Credits won on resolved events.'),
    }),
    categories: Type.Array(
      closed({
        category: Type.String(),
        brier: Standing('Mean Brier score in this category.'),
        edge: Standing('Better than the benchmark by this much in this category.'),
      }),
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

const EventScoreView = closed({
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
        id: Type.String(),
        eventSlug: Type.String(),
        title: Type.String(),
        demo: Type.Boolean({ description: 'A demo event.' }),
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
    events: EventsEcho,
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
