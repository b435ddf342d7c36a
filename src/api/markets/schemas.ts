import { maxOutcomes, minOutcomes } from '../../domain/markets/create-market.js';
import { Handle } from '../../http/player-schemas.js';
import { closed, exactlyOne, named, nullable, oneOf, ruled, Timestamp, Type } from '../../http/schema.js';
import { EventSchema, ResolutionSource } from '../market-data/events/schemas.js';

const description = Type.String({
  maxLength: 10_000,
  description: 'What exactly is asked; may be empty.',
  examples: ['At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.'],
});
const category = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^\\S(.*\\S)?$',
  description: 'Category of the event, without white space at either end.',
  examples: ['weather'],
});
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 40, pattern: '^\\S(.*\\S)?$' }), {
  maxItems: 20,
  uniqueItems: true,
  description: 'Keywords of the event, without white space at either end.',
  examples: [['london']],
});
const note = Type.Optional(
  Type.String({
    maxLength: 2000,
    description: 'Recorded with the action, for people.',
    examples: ['4.2 mm at Heathrow'],
  }),
);

const consent = {
  overridePolicy: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'The id of the rule of /api/markets/policy that refuses this event, several separated by commas; needs overrideReason.',
      examples: ['death-of-a-person'],
    }),
  ),
  overrideReason: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 2000,
      description: 'Why the rule is overridden; recorded with the event.',
      examples: ['The question is about a fictional character.'],
    }),
  ),
  acknowledgePolicy: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'The id of the rule of /api/markets/policy that asks an operator to look at this event first, several separated by commas: you have looked. POLICY_REVIEW says in rules what to send here. Recorded with the event.',
      examples: ['legal-proceedings'],
    }),
  ),
};

export const EventReference = closed({
  slug: Type.String({ description: 'Slug or eventPubkey of the event.', examples: ['rain-in-london-on-1-may'] }),
});

/** Overriding a rule needs the rule and the reason. */
const consentRule = { dependentRequired: { overridePolicy: ['overrideReason'], overrideReason: ['overridePolicy'] } };

export const CreateEventRequest = named(
  'CreateEventRequest',
  ruled(
    closed(
      {
        title: Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: '^\\S(.*\\S)?$',
          description: 'The question, without white space at either end.',
          examples: ['Will it rain in London on 1 May 2026?'],
        }),
        slug: Type.Optional(
          Type.String({
            minLength: 3,
            maxLength: 80,
            description: 'Made from the title if left out. The same request with the same slug is a replay.',
            examples: ['rain-in-london-on-1-may'],
          }),
        ),
        description,
        category,
        tags: Type.Optional(tags),
        outcomes: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
          minItems: minOutcomes,
          maxItems: maxOutcomes,
          description: 'Labels, different from each other.',
        }),
        opensAt: Type.Optional(Timestamp({ description: 'At once if left out.' })),
        endsAt: Timestamp({ description: 'When trading ends.' }),
        resolutionSource: ResolutionSource,
        liquidityCredits: Type.Optional(
          Type.Number({
            minimum: 100,
            maximum: 1_000_000,
            description: 'b of the logarithmic scoring rule; 1000 if left out.',
          }),
        ),
        prior: Type.Optional(
          Type.Array(Type.Integer({ minimum: 50, maximum: 9_950 }), {
            maxItems: maxOutcomes,
            description: 'Opening prices in basis points, 10000 together; all alike if left out.',
          }),
        ),
        ...consent,
      },
      {
        examples: [
          {
            title: 'Will it rain in London on 1 May 2026?',
            description: 'At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.',
            category: 'weather',
            outcomes: ['Yes', 'No'],
            endsAt: '2026-05-01T00:00:00.000Z',
            resolutionSource: {
              name: 'Met Office',
              url: 'https://www.metoffice.gov.uk',
              rule: 'Daily rainfall at Heathrow.',
            },
            prior: [6000, 4000],
          },
        ],
      },
    ),
    consentRule,
  ),
);

export const EditEventRequest = named(
  'EditEventRequest',
  ruled(
    closed(
      {
        description: Type.Optional(description),
        category: Type.Optional(category),
        tags: Type.Optional(tags),
        resolutionSource: Type.Optional(ResolutionSource),
        endsAt: Type.Optional(Timestamp({ description: 'When trading ends.' })),
        note,
        ...consent,
      },
      {
        minProperties: 1,
        description:
          'Title, slug and outcomes are in the event’s key and stay. Description, source and end can change until the event is decided.',
      },
    ),
    consentRule,
  ),
);

export const TransitionRequest = closed({ note });
export const ReopenRequest = closed({ endsAt: Timestamp({ description: 'The new end of trading.' }), note });

const winningOutcomeIndex = Type.Optional(Type.Integer({ minimum: 0, description: 'The outcome that wins.' }));
const payoutBps = Type.Optional(
  Type.Array(Type.Integer({ minimum: 0, maximum: 10_000 }), {
    maxItems: maxOutcomes,
    description: 'What a share of each outcome pays, 10000 together.',
  }),
);
const source = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Where the answer was read.',
  examples: ['https://www.metoffice.gov.uk'],
});
const effectiveCloseAt = Type.Optional(
  Timestamp({ description: 'When the answer was known, if that was before the close: later forecasts do not count.' }),
);
const dryRun = Type.Optional(Type.Boolean({ description: 'Shows who would get what and changes nothing.' }));

export const ResolveRequest = named(
  'ResolveRequest',
  ruled(
    closed(
      { winningOutcomeIndex, payoutBps, source, note, effectiveCloseAt, dryRun },
      {
        description: 'Exactly one of winningOutcomeIndex and payoutBps.',
        examples: [{ winningOutcomeIndex: 0, source: 'https://www.metoffice.gov.uk', note: '4.2 mm' }],
      },
    ),
    exactlyOne('winningOutcomeIndex', 'payoutBps'),
  ),
);

/** What a decision and a proposal say alike. */
export const decisionMembers = { winningOutcomeIndex, payoutBps, source, note, effectiveCloseAt };

export const VoidRequest = named(
  'VoidRequest',
  closed({ source: Type.Optional(source), note, effectiveCloseAt, dryRun }),
);

export const CorrectRequest = named(
  'CorrectRequest',
  ruled(
    closed(
      {
        winningOutcomeIndex,
        payoutBps,
        void: Type.Optional(Type.Boolean({ const: true, description: 'The event becomes void.' })),
        source,
        note,
        effectiveCloseAt,
        dryRun,
      },
      {
        description: 'Exactly one of winningOutcomeIndex, payoutBps and void.',
        examples: [
          { winningOutcomeIndex: 1, source: 'https://www.metoffice.gov.uk', note: 'The station was misread.' },
        ],
      },
    ),
    exactlyOne('winningOutcomeIndex', 'payoutBps', 'void'),
  ),
);

const Credits = (text: string) => Type.Number({ description: text });

const ScoreRow = closed({
  handle: Handle,
  brier: Type.Number({ description: 'Time-weighted Brier score; lower is better.' }),
  edge: nullable(Type.Number({ description: 'Edge over the benchmark; null where the event does not count for it.' })),
  coverage: Type.Number({ description: 'Share of the time with a forecast in force.' }),
});

const ScoresPreview = named(
  'ScoresPreview',
  closed(
    {
      forecasters: Type.Integer({ minimum: 0, description: 'Players who would be scored.' }),
      meanBrier: nullable(Type.Number({ description: 'Mean of their Brier scores; null without forecasters.' })),
      meanMarketBrier: nullable(Type.Number({ description: 'The market’s score over the same times.' })),
      best: Type.Array(ScoreRow, { description: 'The best scores, at most 10.' }),
      worst: Type.Array(ScoreRow, { description: 'The worst scores, at most 10; nobody is in both lists.' }),
    },
    { description: 'How forecasts would be scored.' },
  ),
);

const PayoutPreview = named(
  'PayoutPreview',
  closed(
    {
      kind: oneOf(['outcome', 'split', 'void'], {
        description: 'outcome: one wins; split: several share; void: cost is refunded.',
      }),
      payoutBps: nullable(
        Type.Array(Type.Integer(), {
          description:
            'What a share of each outcome would pay, in basis points of a credit, 10000 in total; null if void.',
        }),
      ),
      players: Type.Integer({ description: 'Number of players with holdings.' }),
      holdings: Type.Integer({ description: 'Number of holdings.' }),
      paidCredits: Credits('What players would get.'),
      takenBackCredits: Credits(
        'What a void or a correction would take back from players: from free credits, then from resting buys.',
      ),
      absorbedCredits: Credits(
        'Practice credits that could not be taken back, because they were spent; 0 for other events.',
      ),
      owedCredits: Credits(
        'What could not be taken back, because it was spent: players would owe it, and the treasury advances it.',
      ),
      treasuryCredits: Credits(
        'What would return to the treasury, less what it advances; below zero where it has to add.',
      ),
      payouts: Type.Array(
        closed({
          handle: Handle,
          outcomeIndex: Type.Integer({ description: 'Zero-based index of the outcome.' }),
          shares: Type.Number({ description: 'Shares held.' }),
          costCredits: Type.Number({ description: 'What the shares have cost, in credits.' }),
          changeCredits: Credits('What the player would get; below zero where it is taken back.'),
          absorbedCredits: Credits('Practice credits that could not be taken back.'),
          owedCredits: Credits('What the player would owe for this holding.'),
        }),
        { description: 'The largest changes first, at most 100.' },
      ),
      debts: Type.Array(
        closed({
          handle: Type.String({ description: 'The player.', examples: ['calm-otter'] }),
          collectedCredits: Credits('What would be collected from free credits and resting buys.'),
          owedCredits: Credits('What the player would owe beyond that.'),
        }),
        { description: 'Players who would owe credits, the largest debts first, at most 100.' },
      ),
      complete: Type.Boolean({ description: 'Whether every change and every debt is in its list.' }),
      scores: nullable(ScoresPreview),
    },
    { description: 'Who would get what.' },
  ),
);

export const CreatedEvent = named(
  'CreatedEvent',
  closed({
    event: EventSchema,
    replayed: Type.Boolean({ description: 'Whether an earlier request created the event.' }),
    code: Type.Optional(
      Type.String({ const: 'IDEMPOTENT_REPLAY', description: 'Present when the request is a replay.' }),
    ),
  }),
);

export const ChangedEvent = named('ChangedEvent', closed({ event: EventSchema }));

export const DecidedEvent = named(
  'DecidedEvent',
  closed({
    event: EventSchema,
    dryRun: Type.Boolean({ description: 'Whether nothing was changed.' }),
    preview: nullable(PayoutPreview),
  }),
);
