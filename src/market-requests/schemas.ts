import { EventSchema } from '../events/schemas.js';
import { Cursor, closed, Limit, NextCursor, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { replayMembers } from '../http/write-result.js';
import { wordBound } from '../market-data/event-parameters.js';
import { CreateEventRequest } from '../markets/schemas.js';
import { Handle, PlayerKind } from '../players/player-view.js';
import { priorSources } from './rules/kits.js';
import { requestStatuses, ruleWeights } from './rules/readiness.js';

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

const RequestId = Type.String({
  description: 'Id of the request.',
  examples: ['mrq_01kx3v7p9ye1f8m2q4s6t8v0wz'],
});

const MarketRequestSchema = named(
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
      description:
        'Sort order; of equal requests, the newest comes first. A page begins after the votes, readiness or time of filing of the last request, so with votes a request whose votes change between two pages can be skipped or repeated.',
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

const ListAsOf = Timestamp({
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

const ruleIds = Object.keys(ruleWeights);

const ReadinessRule = named(
  'ReadinessRule',
  closed({
    id: oneOf(ruleIds, { description: 'Id of the rule.' }),
    weight: Type.Integer({ description: 'Maximum points of the rule; 100 in total.', examples: [25] }),
    earned: Type.Integer({
      minimum: 0,
      description: 'Points earned; less than weight if the rule fails.',
      examples: [17],
    }),
    blocking: Type.Boolean({ description: 'Whether this rule makes the draft not ready, whatever its score.' }),
    message: Type.String({
      description: 'Finding of the rule.',
      examples: ['The question names neither a number nor a date.'],
    }),
    fix: nullable(
      Type.String({
        description: 'What to change; null if the rule passes.',
        examples: ['Name the threshold, the day or the period that decides the question.'],
      }),
    ),
  }),
);

const LaunchKit = named(
  'LaunchKit',
  closed(
    {
      outreach: closed(
        {
          short: Type.String({
            description: 'One post of at most 280 characters.',
            examples: ['Will it rain at Heathrow on 1 May 2027? Forecast it with free play credits.'],
          }),
          long: Type.String({ description: 'Message of several lines.', examples: ['Will it rain at Heathrow?\n'] }),
        },
        { description: 'Texts that invite people and agents.' },
      ),
      botStarter: closed(
        {
          curl: Type.String({ description: 'Shell script.', examples: ['slug=rain-at-heathrow-on-1-may\n'] }),
          typescript: Type.String({
            description: 'The same with the SDK, in TypeScript or JavaScript.',
            examples: ["import { createClient } from '@presage/client';\n"],
          }),
        },
        {
          description:
            'Scripts that place a first order once the market is open, with the agent key in PRESAGE_AGENT_KEY.',
        },
      ),
    },
    { description: 'Texts and scripts for the launch.' },
  ),
);

const Similarity = closed({
  eventSlug: nullable(
    Type.String({ description: 'Slug of a similar event; null for a request.', examples: ['rain-at-heathrow'] }),
  ),
  requestId: nullable({ ...RequestId, description: 'Id of a similar open request; null for an event.' }),
  title: Type.String({ description: 'Its question.', examples: ['Will it rain at Heathrow on 2 May 2027?'] }),
  similarity: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of significant words in common; numbers count twice. 0.9 or more means the same question.',
    examples: [0.75],
  }),
});

export const ReadinessReply = named(
  'MarketReadiness',
  closed(
    {
      score: Type.Integer({ minimum: 0, maximum: 100, description: 'Sum of the points of all rules.', examples: [92] }),
      ready: Type.Boolean({ description: 'Whether the score is at least 70 and no rule blocks.' }),
      rules: Type.Array(ReadinessRule, { description: 'Every rule with its points.' }),
      duplicates: Type.Array(Similarity, {
        description: 'Unresolved events and open requests with a similarity of at least 0.5, at most 5.',
      }),
      draft: CreateEventRequest,
      draftAssumes: Type.Array(Type.String(), {
        description: 'Members of draft that are placeholders because the question did not include them.',
        examples: [['endsAt', 'resolutionSource.name']],
      }),
      launchKit: LaunchKit,
    },
    {
      description:
        'Whether a question can become a market, and what its launch needs. docs/market-requests.md has the rules.',
    },
  ),
);

const MakerKitSchema = named(
  'MakerKit',
  closed(
    {
      requestId: RequestId,
      priorBps: Type.Array(Type.Integer(), {
        description: 'Suggested opening prices in basis points, 10000 in total.',
        examples: [[4500, 5500]],
      }),
      priorFrom: oneOf(priorSources, {
        description:
          'suggestion: suggestedYesProbability; similar-events: prices of similar open events; uniform: equal prices.',
      }),
      liquidityCredits: Type.Number({ description: 'Suggested liquidity b of the market maker.', examples: [1200] }),
      fundingCredits: Type.Number({
        description: 'What the treasury pays into the market at this prior and liquidity.',
        examples: [957.4],
      }),
      ladder: Type.Array(
        closed({
          outcomeIndex: Type.Integer({ description: 'Zero-based index of the outcome.', examples: [0] }),
          side: oneOf(['buy'], { description: 'Always buy: there is no short selling.' }),
          limitPriceBps: Type.Integer({ description: 'Limit price of the order in basis points.', examples: [4320] }),
          amountCredits: Type.Number({ description: 'Amount of the order in credits.', examples: [37.71] }),
        }),
        { description: 'First limit orders below the opening prices, at most 30.' },
      ),
      worstCaseCredits: Type.Number({
        description: 'Loss if every order fills and none of the bought outcomes wins.',
        examples: [231.4],
      }),
    },
    { description: 'How to open the market of a request and quote in it first.' },
  ),
);

/** Each item may cost one search. */
const KitLimit = Limit(50, 20);

export const PacksQuery = closed({ cursor: Cursor, limit: KitLimit });

const rank = Type.Integer({ minimum: 1, description: 'Rank, starting at 1.', examples: [1] });

export const LaunchPacks = named(
  'LaunchPacks',
  closed({
    packs: Type.Array(
      closed({
        rank,
        rankScore: Type.Number({
          description: '0.6 × readinessScore + 40 × votes / (votes + 10).',
          examples: [71.67],
        }),
        request: MarketRequestSchema,
        readiness: closed(
          {
            score: Type.Integer({ description: 'readinessScore of the request.', examples: [92] }),
            failing: Type.Array(oneOf(ruleIds), { description: 'Rules that did not earn their full weight.' }),
          },
          { description: 'As scored when the request was filed.' },
        ),
        launchKit: LaunchKit,
        makerKit: MakerKitSchema,
      }),
      { description: 'Open requests that have not expired, best first.' },
    ),
    nextCursor: NextCursor,
    asOf: ListAsOf,
  }),
);

export const MakerKitQuery = closed({
  id: Type.Optional({ ...RequestId, minLength: 1, maxLength: 60, description: 'Id of the request, for one kit.' }),
  queue: Type.Optional(
    Type.Boolean({ description: '1: the kits of all open requests, in the order of the launch packs.' }),
  ),
  cursor: Cursor,
  limit: KitLimit,
});

export const MakerKits = named(
  'MakerKits',
  Type.Union(
    [
      closed({ kit: MakerKitSchema }),
      closed({
        queue: Type.Array(closed({ rank, request: MarketRequestSchema, kit: MakerKitSchema }), {
          description: 'Open requests that have not expired, best first.',
        }),
        nextCursor: NextCursor,
        asOf: ListAsOf,
      }),
    ],
    { description: 'One kit for id, a page of kits for queue.' },
  ),
);

const { title, outcomes, description, category, endsAt, resolutionSource, ...optional } = CreateEventRequest.properties;

export const LaunchMarketRequest = named(
  'LaunchMarketRequest',
  closed(
    {
      title: Type.Optional(title),
      description: Type.Optional(description),
      category: Type.Optional(category),
      outcomes: Type.Optional(outcomes),
      endsAt: Type.Optional(endsAt),
      resolutionSource: Type.Optional(resolutionSource),
      ...optional,
    },
    {
      description:
        'Members of the event that differ from the draft of the request. endsAt and resolutionSource are required if the request does not specify them.',
      examples: [{ slug: 'rain-at-heathrow-on-1-may', liquidityCredits: 1000 }],
    },
  ),
);

export const MarketRequestLaunched = named(
  'MarketRequestLaunched',
  closed({ request: MarketRequestSchema, event: EventSchema, ...replayMark }),
);

const reason = Type.String({
  minLength: 3,
  maxLength: 1000,
  pattern: '^\\S(.*\\S)?$',
  description: 'Reason; public, and sent to the requester.',
  examples: ['The source stopped publishing this number in 2025.'],
});

export const DeclineMarketRequest = named('DeclineMarketRequest', closed({ reason }));

export const MergeMarketRequest = named(
  'MergeMarketRequest',
  closed(
    {
      requestId: Type.Optional({ ...RequestId, description: 'The request that it duplicates; its votes move there.' }),
      eventSlug: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 80,
          description: 'Slug or eventPubkey of the event that it duplicates.',
          examples: ['rain-at-heathrow-on-1-may'],
        }),
      ),
      reason: Type.Optional(reason),
    },
    {
      description: 'Exactly one of requestId and eventSlug.',
      examples: [{ requestId: 'mrq_01kx3v7p9ye1f8m2q4s6t8v0wz' }],
    },
  ),
);
