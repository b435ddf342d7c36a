import { closed, Type } from '../../../http/schema.js';
import { healthFields, snapshotFields } from './schemas.js';

/** Markets per bulk request. */
export const maxMarkets = 200;
export const usualMarkets = 50;

const lookbackHours = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 720, default: 24, description: 'Look-back for changes and volumes.' }),
);
const outcomeLimit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'Maximum number of outcomes per market, leading ones first.',
  }),
);
const staleDays = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 90,
    default: 7,
    description: 'Days without a trade after which a market is stale.',
  }),
);
const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: maxMarkets,
    default: usualMarkets,
    description: 'Maximum number of markets if none are named.',
  }),
);
const includeResolved = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'If no markets are named: also include resolved and void ones. A named market is always returned.',
  }),
);

const listed = (what: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_000,
      description: `${what}, separated by commas, at most ${maxMarkets} markets. For longer lists use the POST variant.`,
      examples: [example],
    }),
  );
const names = {
  slugs: listed('Slugs', 'rain-in-london-on-1-may'),
  eventPubkeys: listed('Public keys', '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y'),
};

const list = (what: string, examples: string[]) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: maxMarkets,
      description: `${what}. An empty list matches no market.`,
      examples: [examples],
    }),
  );
const nameLists = {
  slugs: list('Slugs', ['rain-in-london-on-1-may']),
  eventPubkeys: list('Public keys', []),
};

const fields = (names: readonly string[]) =>
  Type.Optional(
    Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...names] }), {
      minItems: 1,
      maxItems: names.length,
      description: 'Members to return; default: all. Slug, eventPubkey, sequence and asOf are always included.',
      examples: [[names[0]]],
    }),
  );

export const SnapshotQuery = closed({ lookbackHours, outcomeLimit });
export const HealthQuery = closed({ lookbackHours, staleDays });

export const SnapshotsQuery = closed({ ...names, limit, lookbackHours, outcomeLimit, includeResolved });
export const HealthSnapshotsQuery = closed({ ...names, limit, lookbackHours, includeResolved, staleDays });
export const BotSnapshotQuery = closed({ limit, lookbackHours, outcomeLimit, includeResolved });

/** Includes every status except resolved and void, unless requested. */
export const HealthListQuery = closed({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxMarkets, default: usualMarkets, description: 'Maximum number of markets.' }),
  ),
  lookbackHours,
  includeResolved: Type.Optional(
    Type.Boolean({ default: false, description: 'Also include resolved and void markets.' }),
  ),
  includeStale: Type.Optional(Type.Boolean({ default: false, description: 'Also include stale markets.' })),
  staleDays,
  minVolumeUsd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      default: 0,
      description: 'Minimum credits traded since the opening. The name is historical: nothing here is in dollars.',
    }),
  ),
  minOpenOrders: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      description: 'Only markets with at least this many resting orders.',
    }),
  ),
});

export const bodyMembers = { ...nameLists, limit, lookbackHours, outcomeLimit, includeResolved };

/** Intentionally open: unknown members are ignored. */
export const SnapshotsBody = Type.Object(
  { ...bodyMembers, fields: fields(snapshotFields) },
  {
    description: 'Markets and members to return. Unknown members are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], lookbackHours: 24, fields: ['status', 'outcomes'] }],
  },
);
export const HealthSnapshotsBody = Type.Object(
  { ...nameLists, limit, lookbackHours, includeResolved, staleDays, fields: fields(healthFields) },
  {
    description: 'Markets and members of their health to return. Unknown members are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], staleDays: 3, fields: ['score', 'advice'] }],
  },
);
export const BotSnapshotBody = Type.Object(
  { ...bodyMembers, staleDays, fields: fields(snapshotFields) },
  {
    description: 'Markets and members to return; overrides the query. Unknown members are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], outcomeLimit: 2 }],
  },
);
