import { Type } from '../../../http/schema.js';
import { bodyMembers, SnapshotsQuery } from '../snapshots/parameters.js';

export const MarketsQuery = SnapshotsQuery;

const Probability = Type.Object(
  {
    slug: Type.String({
      maxLength: 200,
      description: 'The slug or the eventPubkey of the event.',
      examples: ['rain-in-london-on-1-may'],
    }),
    outcomeIndex: Type.Integer({ minimum: 0, maximum: 99, description: 'Zero-based index of the outcome.' }),
    probability: Type.Number({ minimum: 0, maximum: 100, description: 'What you believe, in per cent.' }),
  },
  { examples: [{ slug: 'rain-in-london-on-1-may', outcomeIndex: 0, probability: 70 }] },
);

export const usualBankroll = 1_000;
export const usualKellyFraction = 0.5;

const beliefs = {
  probabilities: Type.Optional(
    Type.Array(Probability, { maxItems: 200, description: 'What you believe of outcomes, one entry each.' }),
  ),
  bankrollCredits: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1e9, default: usualBankroll, description: 'What stakes are a part of.' }),
  ),
  kellyFraction: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: usualKellyFraction,
      description: 'The part of the full Kelly stake.',
    }),
  ),
};

const example = {
  slugs: ['rain-in-london-on-1-may'],
  lookbackHours: 24,
  probabilities: [{ slug: 'rain-in-london-on-1-may', outcomeIndex: 0, probability: 70 }],
  bankrollCredits: 1000,
};

/** Open on purpose: members that are not listed are ignored. */
export const BotBody = Type.Object(
  { ...bodyMembers, ...beliefs },
  {
    description: 'Which markets, and what you believe of them. Members that are not listed are ignored.',
    examples: [example],
  },
);
