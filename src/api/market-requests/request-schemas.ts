import { requestStatuses } from '../../domain/market-requests/request.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { Handle, PlayerKind } from '../../http/player-schemas.js';
import { replayMembers } from '../../http/response/replay.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { wordBound } from '../market-data/events/query-words.js';

const example = {
  question: 'Will it rain at Heathrow on 1 May 2027?',
  category: 'weather',
  end_timestamp: 1_809_129_600,
  outcomes: 'Yes, No',
  source_name: 'Met Office',
  source_url: 'https://www.metoffice.gov.uk/research/climate/maps-and-data',
  observation_rule: 'Yes if the Met Office reports at least 0.2 mm at Heathrow for 1 May 2027.',
  demand_evidence: 'Two office pools and a club ask this every year.',
  suggested_yes_probability: 45,
  first_limit_order_intent: true,
};

const text = (maxLength: number, description: string, sample: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [sample] }));

/** The body of the readiness check and of a request. */
export const MarketDraft = named(
  'MarketDraft',
  closed(
    {
      question: Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '\\S',
        description: 'The question; becomes the title of the event.',
        examples: [example.question],
      }),
      category: text(60, 'Category of the event.', example.category),
      end_timestamp: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 253_402_300_799,
          description: 'Proposed end of trading, in Unix seconds.',
          examples: [example.end_timestamp],
        }),
      ),
      outcomes: text(4000, 'Labels of the outcomes, separated by commas; at most 100.', example.outcomes),
      source_name: text(200, 'Who publishes the outcome.', example.source_name),
      source_url: text(
        500,
        'Where the outcome is published. Only its form is checked; it is never fetched.',
        example.source_url,
      ),
      observation_rule: text(4000, 'How and when the outcome is read from the source.', example.observation_rule),
      demand_evidence: text(2000, 'Why people want this market; public.', example.demand_evidence),
      suggested_yes_probability: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 100,
          description: 'Suggested opening price of Yes, or of the first of two outcomes, in percent.',
          examples: [example.suggested_yes_probability],
        }),
      ),
      first_limit_order_intent: Type.Optional(
        Type.Boolean({ description: 'Whether you intend to place a limit order when the market opens.' }),
      ),
    },
    { description: 'A question for a new market. Only question is required.', examples: [example] },
  ),
);

const orNull = (description: string, sample: string) => nullable(Type.String({ description, examples: [sample] }));

export const RequestId = Type.String({
  description: 'Id of the request.',
  examples: ['mrq_01kx3v7p9ye1f8m2q4s6t8v0wz'],
});

export const MarketRequestSchema = named(
  'MarketRequest',
  closed(
    {
      id: RequestId,
      question: Type.String({ description: 'The question.', examples: [example.question] }),
      category: orNull('Category; null if not given.', example.category),
      outcomes: Type.Array(Type.String(), {
        description: 'Labels of the outcomes; empty if none were given.',
        examples: [['Yes', 'No']],
      }),
      endsAt: nullable(Timestamp({ description: 'Proposed end of trading; null if not given.' })),
      source: closed(
        {
          name: orNull('Who publishes the outcome; null if not given.', example.source_name),
          url: orNull('Where the outcome is published; null if not given.', example.source_url),
        },
        { description: 'Resolution source.' },
      ),
      observationRule: orNull('How the outcome is read; null if not given.', example.observation_rule),
      demandEvidence: orNull('Why people want it; null if not given or erased.', example.demand_evidence),
      suggestedYesProbability: nullable(
        Type.Number({ description: 'Suggested opening price in percent; null if not given.', examples: [45] }),
      ),
      firstLimitOrderIntent: Type.Boolean({ description: 'Whether the person intends to place a first limit order.' }),
      status: oneOf(requestStatuses, {
        description:
          'open: waiting; planned: its market opens later; launched: its market has opened; declined: see reason; duplicate: merged into duplicateOf or eventSlug.',
      }),
      reason: orNull('Why it was declined or merged; null otherwise.', 'The source stopped publishing.'),
      votes: Type.Integer({ minimum: 0, description: 'Number of people who voted for it.', examples: [7] }),
      readinessScore: Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Readiness when it was filed, 0 to 100.',
        examples: [92],
      }),
      eventSlug: orNull('Slug of the event that it became or duplicates; null otherwise.', 'rain-at-heathrow-on-1-may'),
      duplicateOf: orNull('Id of the request that it duplicates; null otherwise.', 'mrq_01kx3v7p9ye1f8m2q4s6t8v0wz'),
      requestedBy: closed({ handle: Handle, kind: PlayerKind }, { description: 'The player who filed it.' }),
      demo: Type.Boolean({ description: 'Whether it is demo content.' }),
      createdAt: Timestamp({ description: 'When it was filed.' }),
    },
    { description: 'A request for a market.' },
  ),
);

export const RequestParams = closed({ id: RequestId });

export const RequestsQuery = closed({
  status: Type.Optional(
    oneOf([...requestStatuses, 'all'] as const, { default: 'open', description: 'Only requests with this status.' }),
  ),
  sort: Type.Optional(
    oneOf(['votes', 'readiness', 'newest'] as const, {
      default: 'votes',
      description: 'Sort order. All pages of one cursor use the same ranking for up to an hour, although votes change.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Words that the question or its category must contain. ${wordBound}`,
      examples: ['rain heathrow'],
    }),
  ),
  cursor: Cursor,
  limit: Limit(200, 50),
});

export const ListAsOf = Timestamp({
  description: 'When the list was read, rounded to ten seconds so that equal lists have equal ETags.',
});

export const MarketRequestList = named(
  'MarketRequestList',
  closed({
    requests: Type.Array(MarketRequestSchema, { description: 'Requests of this page.' }),
    nextCursor: NextCursor,
    asOf: ListAsOf,
  }),
);

export const OwnMarketRequests = named(
  'OwnMarketRequests',
  closed({
    requests: Type.Array(MarketRequestSchema, { description: 'Your requests, newest first, 200 at most.' }),
    votedFor: Type.Array(RequestId, { description: 'Ids of the open requests that you voted for, 1000 at most.' }),
  }),
);

export const MarketRequestReply = named('MarketRequestReply', closed({ request: MarketRequestSchema }));

const replayMark = replayMembers('Whether an earlier request did this.');

export const MarketRequestFiled = named('MarketRequestFiled', closed({ request: MarketRequestSchema, ...replayMark }));

export const MarketRequestVote = named(
  'MarketRequestVote',
  closed({
    request: MarketRequestSchema,
    voted: Type.Boolean({ description: 'Whether your vote counts for the request now.' }),
  }),
);

export { replayMark };
