import { maxOutcomes, minOutcomes } from '../engine/create-market.js';
import { EventSchema, ResolutionSource } from '../events/schemas.js';
import {
  Cursor,
  closed,
  described,
  exactlyOne,
  Limit,
  NextCursor,
  named,
  nullable,
  oneOf,
  ruled,
  SignedAmount,
  Timestamp,
  type TSchema,
  Type,
} from '../http/schema.js';
import { replayMembers } from '../http/write-result.js';
import { Handle } from '../players/player-view.js';

const description = Type.String({
  maxLength: 10_000,
  description: 'The exact question; may be empty.',
  examples: ['At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.'],
});
const category = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^\\S(.*\\S)?$',
  description: 'Category of the event, without leading or trailing white space.',
  examples: ['weather'],
});
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 40, pattern: '^\\S(.*\\S)?$' }), {
  maxItems: 20,
  uniqueItems: true,
  description: 'Keywords of the event, without leading or trailing white space.',
  examples: [['london']],
});
const note = Type.Optional(
  Type.String({
    maxLength: 2000,
    description: 'Note for people, recorded with the action; that of an edit is shown in the edit history.',
    examples: ['4.2 mm at Heathrow'],
  }),
);

const consent = {
  overridePolicy: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Comma-separated ids of the rules of /api/markets/policy that reject this event; needs overrideReason.',
      examples: ['death-of-a-person'],
    }),
  ),
  overrideReason: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 2000,
      description: 'Why the rules are overridden; recorded with the event.',
      examples: ['The question is about a fictional character.'],
    }),
  ),
  acknowledgePolicy: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Comma-separated ids of the rules of /api/markets/policy that require an operator’s review of this event: you have reviewed it. POLICY_REVIEW lists them in rules. Recorded with the event.',
      examples: ['legal-proceedings'],
    }),
  ),
};

export const EventReference = closed({
  slug: Type.String({ description: 'Slug or eventPubkey of the event.', examples: ['rain-in-london-on-1-may'] }),
});

/** Overriding a rule requires the rule and the reason. */
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
          description: 'The question, without leading or trailing white space.',
          examples: ['Will it rain in London on 1 May 2026?'],
        }),
        slug: Type.Optional(
          Type.String({
            minLength: 3,
            maxLength: 80,
            description: 'Derived from the title if omitted. The same request with the same slug is a replay.',
            examples: ['rain-in-london-on-1-may'],
          }),
        ),
        description,
        category,
        tags: Type.Optional(tags),
        outcomes: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
          minItems: minOutcomes,
          maxItems: maxOutcomes,
          description: 'Distinct labels.',
        }),
        opensAt: Type.Optional(Timestamp({ description: 'Immediately if omitted.' })),
        endsAt: Timestamp({ description: 'When trading ends.' }),
        resolutionSource: ResolutionSource,
        liquidityCredits: Type.Optional(
          Type.Number({
            minimum: 100,
            maximum: 1_000_000,
            description: 'Liquidity b of the logarithmic scoring rule; 1000 if omitted.',
          }),
        ),
        prior: Type.Optional(
          Type.Array(Type.Integer({ minimum: 50, maximum: 9_950 }), {
            maxItems: maxOutcomes,
            description: 'Opening prices in basis points, 10000 in total; equal if omitted.',
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
          'Title, slug and outcomes are part of the event’s key and can’t change. Description, source and end can change until the event is resolved.',
      },
    ),
    consentRule,
  ),
);

export const TransitionRequest = closed({ note });
export const ReopenRequest = closed({ endsAt: Timestamp({ description: 'New end of trading.' }), note });

const winningOutcomeIndex = Type.Optional(Type.Integer({ minimum: 0, description: 'Index of the winning outcome.' }));
const payoutBps = Type.Optional(
  Type.Array(Type.Integer({ minimum: 0, maximum: 10_000 }), {
    maxItems: maxOutcomes,
    description: 'Payout per share of each outcome, 10000 in total.',
  }),
);
const source = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Where the outcome was published.',
  examples: ['https://www.metoffice.gov.uk'],
});
const effectiveCloseAt = Type.Optional(
  Timestamp({ description: 'When the outcome became known, if before the close: later forecasts do not count.' }),
);
const dryRun = Type.Optional(
  Type.Boolean({ description: 'Returns the payouts that would result and changes nothing.' }),
);

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

/** Members shared by resolutions and proposals. */
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
        void: Type.Optional(Type.Boolean({ const: true, description: 'Void the event.' })),
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
      worst: Type.Array(ScoreRow, { description: 'The worst scores, at most 10; no player is in both lists.' }),
    },
    { description: 'How forecasts would be scored.' },
  ),
);

const PayoutPreview = named(
  'PayoutPreview',
  closed(
    {
      kind: oneOf(['outcome', 'split', 'void'], {
        description: 'outcome: one wins; split: several share; void: costs are refunded.',
      }),
      payoutBps: nullable(
        Type.Array(Type.Integer(), {
          description: 'Payout per share of each outcome, in basis points of a credit, 10000 in total; null if void.',
        }),
      ),
      players: Type.Integer({ description: 'Number of players with holdings.' }),
      holdings: Type.Integer({ description: 'Number of holdings.' }),
      paidCredits: SignedAmount('Sum of the payouts to players.'),
      takenBackCredits: SignedAmount(
        'Credits that a void or a correction would collect from players: from free credits, then from resting buys.',
      ),
      absorbedCredits: SignedAmount(
        'Practice credits that could not be collected because they were spent; 0 for other events.',
      ),
      owedCredits: SignedAmount(
        'Credits that could not be collected because they were spent: players would owe them, and the treasury advances them.',
      ),
      treasuryCredits: SignedAmount(
        'Credits that would return to the treasury, minus its advances; negative if it has to pay.',
      ),
      payouts: Type.Array(
        closed({
          handle: Handle,
          outcomeIndex: Type.Integer({ description: 'Zero-based index of the outcome.' }),
          shares: Type.Number({ description: 'Shares held.' }),
          costCredits: Type.Number({ description: 'Cost of the shares, in credits.' }),
          changeCredits: SignedAmount('Change of the player’s balance; negative if credits are collected.'),
          absorbedCredits: SignedAmount('Practice credits that could not be collected.'),
          owedCredits: SignedAmount('Debt of the player for this holding.'),
        }),
        { description: 'Largest changes first, at most 100.' },
      ),
      debts: Type.Array(
        closed({
          handle: Type.String({ description: 'The player.', examples: ['calm-otter'] }),
          collectedCredits: SignedAmount('Credits that would be collected from free credits and resting buys.'),
          owedCredits: SignedAmount('Remaining debt of the player.'),
        }),
        { description: 'Players who would owe credits, largest debts first, at most 100.' },
      ),
      complete: Type.Boolean({ description: 'Whether every change and every debt is in its list.' }),
      scores: nullable(ScoresPreview),
    },
    { description: 'Payouts that would result.' },
  ),
);

export const CreatedEvent = named(
  'CreatedEvent',
  closed({
    event: EventSchema,
    ...replayMembers('Whether an earlier request created the event.'),
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

export const EditsQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });

const Change = <T extends TSchema>(value: T, description: string) =>
  Type.Optional(
    closed(
      { from: described(value, 'Value before the edit.'), to: described(value, 'Value after the edit.') },
      { description },
    ),
  );

const EventEdit = named(
  'EventEdit',
  closed(
    {
      number: Type.Integer({ minimum: 1, description: 'Sequence number of the edit in the arena.' }),
      at: Timestamp({ description: 'When it was changed.' }),
      note: Type.String({
        description: 'The operator’s explanation; empty if there is none.',
        examples: ['The ceremony was postponed by a day.'],
      }),
      changes: closed(
        {
          description: Change(
            Type.String({ examples: ['At least 0.2 mm at Heathrow.'] }),
            'Description before and after.',
          ),
          category: Change(Type.String({ examples: ['weather'] }), 'Category before and after.'),
          tags: Change(Type.Array(Type.String(), { examples: [['london']] }), 'Tags before and after.'),
          resolutionSource: Type.Optional(
            closed(
              { from: ResolutionSource, to: ResolutionSource },
              { description: 'Resolution source and rule before and after.' },
            ),
          ),
          endsAt: Change(Timestamp(), 'End of trading before and after.'),
        },
        { description: 'The fields that changed.' },
      ),
    },
    {
      examples: [
        {
          number: 12,
          at: '2026-03-17T12:00:00.000Z',
          note: 'The ceremony was postponed by a day.',
          changes: { endsAt: { from: '2026-05-01T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' } },
        },
      ],
    },
  ),
);

export const EventEdits = named(
  'EventEdits',
  closed({
    edits: Type.Array(EventEdit, {
      description: 'Newest first. Title, outcomes and slug never change.',
    }),
    nextCursor: NextCursor,
  }),
);

export const MarketPolicy = named(
  'MarketPolicy',
  closed({
    summary: Type.String({
      description: 'Purpose of the policy.',
      examples: ['Markets ask about the world, not about victims or private lives.'],
    }),
    matching: Type.String({
      description: 'How terms are matched.',
      examples: ['Texts are converted to lower case, and a term matches where its words are adjacent.'],
    }),
    rules: Type.Array(
      named(
        'PolicyRule',
        closed({
          id: Type.String({
            description: 'Id of the rule: named in rejections and sent in overridePolicy and acknowledgePolicy.',
            examples: ['violence-and-terror'],
          }),
          title: Type.String({
            description: 'Title of the rule.',
            examples: ['Assassination, terror and other violence'],
          }),
          covers: Type.String({
            description: 'Scope of the rule.',
            examples: ['Attacks on people, planned or committed: a market must never reward one or suggest a target.'],
          }),
          action: oneOf(['refuse', 'review'], {
            description:
              'refuse: rejected, unless an operator overrides the rule with a reason. review: rejected until an operator has reviewed the event and acknowledges the rule by name.',
          }),
          looksAt: oneOf(['question', 'source'], {
            description:
              'question: title, description, category, tags and outcomes. source: name and rule of resolutionSource.',
          }),
          terms: Type.Array(Type.String(), {
            description: 'Terms that trigger the rule; the words of a term must be adjacent.',
            examples: [['assassination']],
          }),
        }),
      ),
      { description: 'Every rule.' },
    ),
  }),
);
