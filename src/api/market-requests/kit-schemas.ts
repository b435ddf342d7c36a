import { priorSources } from '../../domain/market-requests/maker-kit.js';
import { ruleWeights } from '../../domain/market-requests/readiness.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Type } from '../../http/schema.js';
import { CreateEventRequest } from '../markets/schemas.js';
import { ListAsOf, MarketRequestSchema, RequestId } from './request-schemas.js';

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
