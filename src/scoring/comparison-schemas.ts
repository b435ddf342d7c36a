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
import { Handle } from '../players/player-view.js';
import { boardNames, boardWindows } from './rules/boards.js';
import { minCoverage } from './rules/score-forecasts.js';
import {
  EventScoreView,
  EventsEcho,
  EventsFilter,
  estimate,
  PlayerCalibration,
  PlayerSummary,
  Share,
} from './schemas.js';

export const minCompared = 2;
export const maxCompared = 4;
export const maxModels = 100;
export const maxScoredForecasts = 500;

const Rank = (description: string) => nullable(Type.Integer({ minimum: 1, description }));
const handleParam = Type.String({
  minLength: 1,
  maxLength: 80,
  description: 'Handle of a player.',
  examples: ['weather-watcher'],
});

export const BoardRowParams = closed({
  board: oneOf(boardNames, { description: 'Name of the leaderboard.' }),
  handle: handleParam,
});

export const BoardRowReply = named(
  'LeaderboardPlace',
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
      player: PlayerSummary,
      rank: Rank('Rank of the player; null if unranked.'),
      ranked: Type.Integer({ minimum: 0, description: 'Number of ranked players.' }),
      row: nullable(closed(estimate, { description: 'Row of the player; null if there is none.' })),
      missing: nullable(
        closed(
          {
            resolvedEvents: Type.Integer({ minimum: 0, description: 'Scored events that the player still needs.' }),
            coverage: Share(`Mean coverage that the player still needs; the minimum is ${minCoverage}.`),
          },
          {
            description:
              'What the player needs for a rank; null for a ranked player, and if the leaderboard excludes this kind of player.',
          },
        ),
      ),
    },
    { description: 'One player on one leaderboard, ranked or not.' },
  ),
);

const profitCredits = nullable(
  Type.Number({ description: 'Credits won or lost by trading on the event; null for a player who did not trade.' }),
);

export const EventScoresQuery = closed({ limit: Limit(200, 50), cursor: Cursor });

const ScoredVersion = Type.Integer({
  minimum: 0,
  description: 'Version of the scored resolution: 1, incremented with each correction. 0 before.',
});

export const EventScores = named(
  'EventScores',
  closed(
    {
      eventSlug: SlugMember,
      version: ScoredVersion,
      resolvedAt: nullable(Timestamp({ description: 'When the event was resolved; null before it is scored.' })),
      forecasters: Type.Integer({ minimum: 0, description: 'Players with a score; 0 before it is scored.' }),
      scores: Type.Array(
        closed({
          rank: Type.Integer({ minimum: 1, description: 'By Brier score on this event; equal scores share a rank.' }),
          player: PlayerSummary,
          score: described(EventScoreView, 'Score of the player on the event.'),
          profitCredits,
        }),
        { description: 'Best first; empty until the event is resolved and scored, and if it is void.' },
      ),
      nextCursor: NextCursor,
    },
    { description: 'Scores of players on one event.' },
  ),
);

export const EventScoreParams = closed({
  slug: Type.String({
    minLength: 3,
    maxLength: 100,
    description: 'Slug or eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
  handle: handleParam,
});
export const OwnScoreParams = closed({ slug: EventScoreParams.properties.slug });

const ScoredForecast = closed({
  id: Type.String({ description: 'Id of the forecast.', examples: ['fct_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
  outcomeIndex: OutcomeIndexMember,
  outcomeLabel: OutcomeLabelMember,
  probability: Type.Number({ minimum: 0, maximum: 100, description: 'Percent.' }),
  marketPriceBps: Type.Integer({
    minimum: 1,
    maximum: 9999,
    description: 'Market price of this outcome when the forecast was recorded.',
  }),
  recordedAt: Timestamp({ description: 'When the forecast was recorded.' }),
  endedAt: nullable(
    Timestamp({ description: 'When it was replaced or withdrawn; null if it was in force to the end.' }),
  ),
  endedBy: nullable(
    oneOf(['superseded', 'withdrawn'], { description: 'How it ended; null if it was in force to the end.' }),
  ),
});

export const PlayerEventScore = named(
  'PlayerEventScore',
  closed(
    {
      eventSlug: SlugMember,
      title: TitleMember,
      player: PlayerSummary,
      scored: Type.Boolean({ description: 'Whether the event has been resolved and scored.' }),
      version: ScoredVersion,
      resolvedAt: nullable(Timestamp({ description: 'When the event was resolved; null before it is scored.' })),
      payoutBps: nullable(
        Type.Array(Type.Integer({ minimum: 0, maximum: 10_000 }), {
          description: 'Payout per share of each outcome; null before it is scored and for a void event.',
          examples: [[10_000, 0]],
        }),
      ),
      rank: Rank('By Brier score on this event, equal scores sharing a rank; null without a score.'),
      forecasters: Type.Integer({ minimum: 0, description: 'Players with a score on this event.' }),
      score: nullable(described(EventScoreView, 'Score of the player on the event; null without one.')),
      adjusted: nullable(
        Type.Number({
          description:
            'brier adjusted for the difficulty of the event, as on the adjusted leaderboard; null without a score, and until the leaderboard includes the event.',
          examples: [0.19],
        }),
      ),
      profitCredits,
      forecasts: Type.Array(ScoredForecast, {
        description: `The player’s last ${maxScoredForecasts} forecasts on the event, oldest first, with the market price at each. Sealed, and therefore empty for others, until the event is scored.`,
      }),
    },
    { description: 'A player’s score on one event and the forecasts behind it.' },
  ),
);

export const CompareQuery = closed({
  handles: Type.String({
    minLength: 1,
    maxLength: 400,
    description: `${minCompared} to ${maxCompared} handles, separated by commas.`,
    examples: ['weather-watcher,ada'],
  }),
  events: EventsFilter,
  limit: Limit(200, 50),
  cursor: Cursor,
});

const difference = {
  events: Type.Integer({ minimum: 1, description: 'Events on which both have a score.' }),
  mean: Type.Number({
    description: 'Mean difference of the Brier scores, first minus second: below 0, the first is better.',
  }),
  low: Type.Number({
    description: 'Lower bound of its 95 % interval, from a seeded bootstrap over the common events.',
  }),
  high: Type.Number({ description: 'Upper end.' }),
  firstBetter: Type.Integer({ minimum: 0, description: 'Events on which the first has the lower score.' }),
  secondBetter: Type.Integer({ minimum: 0, description: 'Events on which the second has the lower score.' }),
  equal: Type.Integer({ minimum: 0, description: 'Events on which both have the same score.' }),
};

const { events: _echo, ...calibrationMembers } = PlayerCalibration.properties;

export const Comparison = named(
  'PlayerComparison',
  closed(
    {
      events: EventsEcho,
      asOf: nullable(Timestamp({ description: 'When the scores were computed; null before the first.' })),
      players: Type.Array(
        closed({
          player: PlayerSummary,
          brier: nullable(closed(estimate, { description: 'Mean Brier score over all events; null without one.' })),
          edge: nullable(closed(estimate, { description: 'Mean edge over all events; null without one.' })),
          calibration: closed(calibrationMembers, { description: 'Calibration of the final forecasts.' }),
        }),
        { description: 'Players in the order of the request.' },
      ),
      pairs: Type.Array(
        closed({
          first: Handle,
          second: Handle,
          difference: nullable(
            closed(difference, { description: 'First minus second over common events; null without one.' }),
          ),
        }),
        { description: 'Every pair of the players.' },
      ),
      headToHead: Type.Array(
        closed({
          eventSlug: SlugMember,
          title: TitleMember,
          demo: Type.Boolean({ description: 'A demo event.' }),
          resolvedAt: Timestamp({ description: 'When the event was resolved.' }),
          briers: Type.Array(nullable(Share('Brier score; null if this player has none.')), {
            description: 'One score per player, in the order of players.',
            examples: [[0.12, 0.31]],
          }),
        }),
        { description: 'Events on which at least two of the players have a score, newest first.' },
      ),
      nextCursor: NextCursor,
    },
    {
      description: 'A comparison of players. nextCursor pages through headToHead; the rest is the same on every page.',
    },
  ),
);

export const ModelsQuery = closed({ events: EventsFilter });

const group = {
  players: Type.Integer({ minimum: 1, description: 'Players in the group.' }),
  resolvedEvents: Type.Integer({
    minimum: 1,
    description: 'Number of events on which at least one of them has a score.',
  }),
  firstResolvedAt: Timestamp({ description: 'When the first of these events was resolved.' }),
  lastResolvedAt: Timestamp({ description: 'When the last of these events was resolved.' }),
  brier: closed(
    {
      mean: Share('Mean over events of the mean Brier score of the group’s players.'),
      low: Share('Lower bound of the 95 % interval, from a seeded bootstrap over events.'),
      high: Share('Upper end.'),
    },
    { description: 'Brier score of the group; lower is better.' },
  ),
  againstMarket: closed(
    {
      mean: Type.Number({ description: 'Group minus market over the same time: below 0 is better.' }),
      low: Type.Number({ description: 'Lower bound of the 95 % interval.' }),
      high: Type.Number({ description: 'Upper end.' }),
    },
    { description: 'Paired difference to the market’s Brier score.' },
  ),
};

export const ModelList = named(
  'ModelList',
  closed(
    {
      events: EventsEcho,
      asOf: nullable(
        Timestamp({ description: 'When the leaderboards were computed; null before the first event is scored.' }),
      ),
      models: Type.Array(
        closed({
          model: Type.String({
            description: 'Model as declared by its agents; spellings that differ only in case are one model.',
            examples: ['my-model-2'],
          }),
          ...group,
        }),
        { description: `Models of agents, most events first; at most ${maxModels}.` },
      ),
      groups: Type.Array(
        closed({ kind: oneOf(['agent', 'human'], { description: 'All agents or all people.' }), ...group }),
        { description: 'Agents and people as a whole.' },
      ),
      baselines: Type.Array(
        closed({
          name: oneOf(['always-50', 'market', 'crowd'], { description: 'Name of the baseline.' }),
          ...estimate,
        }),
        { description: 'Brier scores of the baselines over all events.' },
      ),
      nextCursor: Type.Null({ description: 'The complete list.' }),
    },
    { description: 'Agents grouped by declared model; declarations are not verified.' },
  ),
);
