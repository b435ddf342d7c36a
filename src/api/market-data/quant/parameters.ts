import { Type } from '../../../http/schema.js';
import { bodyMembers, SnapshotsQuery } from '../snapshots/parameters.js';

export const MarketsQuery = SnapshotsQuery;

const Probability = Type.Object(
  {
    slug: Type.String({
      maxLength: 200,
      description: 'Slug or eventPubkey of the event.',
      examples: ['rain-in-london-on-1-may'],
    }),
    outcomeIndex: Type.Integer({ minimum: 0, maximum: 99, description: 'Zero-based index of the outcome.' }),
    probability: Type.Number({ minimum: 0, maximum: 100, description: 'Your probability, in percent.' }),
  },
  { examples: [{ slug: 'rain-in-london-on-1-may', outcomeIndex: 0, probability: 70 }] },
);

export const usualBankroll = 1_000;
export const usualKellyFraction = 0.5;

const beliefs = {
  probabilities: Type.Optional(
    Type.Array(Probability, { maxItems: 200, description: 'Your probabilities of outcomes, one entry each.' }),
  ),
  bankrollCredits: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      default: usualBankroll,
      description: 'Bankroll that stakes are a fraction of.',
    }),
  ),
  kellyFraction: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: usualKellyFraction,
      description: 'Fraction of the full Kelly stake.',
    }),
  ),
};

const example = {
  slugs: ['rain-in-london-on-1-may'],
  lookbackHours: 24,
  probabilities: [{ slug: 'rain-in-london-on-1-may', outcomeIndex: 0, probability: 70 }],
  bankrollCredits: 1000,
};

/** Intentionally open: unknown members are ignored. */
export const BotBody = Type.Object(
  { ...bodyMembers, ...beliefs },
  {
    description: 'Markets, and your probabilities for them. Unknown members are ignored.',
    examples: [example],
  },
);
