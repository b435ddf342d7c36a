import { OutcomeIndexMember, SlugMember } from '../events/schemas.js';
import { ClientId, ClientIdFilter, EventReference, OutcomeIndex } from '../exchange/schemas.js';
import { Cursor, closed, NextCursor, named, nullable, oneOf, Timestamp, Type, Warnings } from '../http/schema.js';

const forecastStatuses = ['open', 'superseded', 'withdrawn', 'scored', 'void'] as const;
const maxTogether = 100;

const example = {
  eventSlug: 'rain-in-london-on-1-may',
  outcomeIndex: 0,
  probability: 62.5,
  clientForecastId: 'forecast-2026-03-17-001',
  rationale: 'Two of three model runs see a front in the morning.',
};

export const RecordForecastRequest = named(
  'RecordForecastRequest',
  closed(
    {
      eventSlug: EventReference,
      outcomeIndex: OutcomeIndex,
      probability: Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Percent, rounded to four decimals; the response has the rounded value, which counts.',
      }),
      clientForecastId: ClientId,
      rationale: Type.Optional(
        Type.String({
          maxLength: 4000,
          description: 'Your reasoning. Private: only you can read it.',
          examples: ['Two of three model runs see a front in the morning.'],
        }),
      ),
    },
    {
      description: 'A forecast. clientForecastId is required even if Idempotency-Key is sent; both must be equal.',
      examples: [example],
    },
  ),
);

export const RecordForecastsRequest = named(
  'RecordForecastsRequest',
  closed(
    {
      forecasts: Type.Array(RecordForecastRequest, {
        minItems: 1,
        maxItems: maxTogether,
        description: 'Forecasts to record in one transaction.',
      }),
    },
    {
      description: 'Forecasts that are recorded together, all or none, each with its own client id.',
      examples: [{ forecasts: [example] }],
    },
  ),
);

export const ForecastParams = closed({
  forecastId: Type.String({
    pattern: '^fct_[0-9a-z]{26}$',
    description: 'Id of one of your forecasts.',
    examples: ['fct_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
});

export const ForecastsQuery = closed({
  status: Type.Optional(
    oneOf(['open', 'scored', 'all'], {
      description:
        'open: in force on an unresolved event; scored: on a resolved event. Default: open; with clientForecastId: all.',
    }),
  ),
  eventSlug: Type.Optional(EventReference),
  clientForecastId: Type.Optional(ClientIdFilter('Only the forecast with this client id.')),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Maximum number of items on a page.' }),
  ),
  cursor: Cursor,
});

const recordedMembers = {
  id: Type.String({ description: 'Id of the forecast.', examples: ['fct_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
  clientForecastId: Type.String({
    description: 'Client id of the forecast.',
    examples: ['forecast-2026-03-17-001'],
  }),
  eventSlug: SlugMember,
  outcomeIndex: OutcomeIndexMember,
  probability: Type.Number({ minimum: 0, maximum: 100, description: 'Percent, with at most four decimals.' }),
  marketPriceBps: Type.Integer({
    minimum: 1,
    maximum: 9999,
    description: 'Market price of this outcome when the forecast was recorded.',
  }),
  marketSequence: Type.Integer({ minimum: 1, description: 'Market sequence when the forecast was recorded.' }),
  recordedAt: Timestamp({ description: 'When the forecast was recorded; it counts from then on.' }),
  supersedes: nullable(
    Type.String({
      description:
        'Id of the earlier forecast that this one replaces: on the same outcome or, with two outcomes, on either. null if it replaces none.',
      examples: ['fct_01kx3v7p9ye1f8m2q4s6t8v0wz'],
    }),
  ),
};

const recordedExample = {
  id: 'fct_01kx3v7p9ye1f8m2q4s6t8v0wz',
  clientForecastId: example.clientForecastId,
  eventSlug: example.eventSlug,
  outcomeIndex: 0,
  probability: 62.5,
  marketPriceBps: 5810,
  marketSequence: 57,
  recordedAt: '2026-03-17T12:00:00.000Z',
  supersedes: null,
};

const RecordedForecast = named('RecordedForecast', closed(recordedMembers, { examples: [recordedExample] }));

const ForecastScore = named(
  'ForecastScore',
  closed(
    {
      brier: Type.Number({ description: 'Your time-weighted mean squared error on this event, from 0 (best) to 1.' }),
      marketBrier: Type.Number({ description: 'The same for the market’s prices over the same time.' }),
      benchmarkBrier: nullable(
        Type.Number({
          description:
            'The same for the prices that edge is measured against; null if the event does not count for your edge.',
        }),
      ),
      edge: nullable(Type.Number({ description: 'benchmarkBrier − brier: above 0, you beat the rest of the market.' })),
      last: Type.Number({ description: 'Squared error of your final forecast alone.' }),
      coverage: Type.Number({ description: 'Share of the event’s open time in which you had a forecast.' }),
    },
    { description: 'Your score on the event of this forecast.' },
  ),
);

const OwnForecast = named(
  'OwnForecast',
  closed(
    {
      ...recordedMembers,
      status: oneOf(forecastStatuses, {
        description:
          'open: in force. superseded, withdrawn: no longer in force. scored, void: the event is resolved or void; the next two times show how the forecast ended.',
      }),
      supersededAt: nullable(Timestamp({ description: 'When a newer forecast replaced it.' })),
      withdrawnAt: nullable(Timestamp({ description: 'When you withdrew it.' })),
      rationale: nullable(
        Type.String({
          description: 'Private: only you can read it. null if none was sent.',
          examples: ['Two of three model runs see a front in the morning.'],
        }),
      ),
      score: nullable(ForecastScore),
    },
    {
      description: 'One of your forecasts.',
      examples: [
        {
          ...recordedExample,
          status: 'open',
          supersededAt: null,
          withdrawnAt: null,
          rationale: example.rationale,
          score: null,
        },
      ],
    },
  ),
);

const replay = {
  warnings: Warnings,
  replayed: Type.Boolean({ const: true, description: 'true: the forecasts were recorded by an earlier request.' }),
  code: Type.String({ const: 'IDEMPOTENT_REPLAY', description: 'Marks the replay of an earlier request.' }),
};
const first = {
  warnings: Warnings,
  replayed: Type.Boolean({ const: false, description: 'true only if this request recorded nothing.' }),
};
const unchanged = { description: 'The first result, unchanged.' };

const replayedIds = Type.Array(Type.String(), {
  description: 'clientForecastIds of the request that were already recorded; those forecasts are returned unchanged.',
  examples: [['forecast-2026-03-17-001']],
});

export const ForecastRecorded = named('ForecastRecorded', closed({ forecast: RecordedForecast, ...first }));
export const ForecastReplayed = named('ForecastReplayed', closed({ forecast: RecordedForecast, ...replay }, unchanged));
export const ForecastsRecorded = named(
  'ForecastsRecorded',
  closed({
    forecasts: Type.Array(RecordedForecast, { description: 'In the order of the request.' }),
    replayedIds,
    ...first,
  }),
);
export const ForecastsReplayed = named(
  'ForecastsReplayed',
  closed(
    {
      forecasts: Type.Array(RecordedForecast, { description: 'In the order of the request.' }),
      replayedIds,
      ...replay,
    },
    unchanged,
  ),
);
export const OneForecast = named('OneForecast', closed({ forecast: OwnForecast }));
export const ForecastList = named(
  'ForecastList',
  closed({ forecasts: Type.Array(OwnForecast, { description: 'Newest first.' }), nextCursor: NextCursor }),
);
