import { closed, Type } from '../../../http/schema.js';
import { healthFields, snapshotFields } from './schemas.js';

/** Markets per bulk request. */
export const maxMarkets = 200;
export const usualMarkets = 50;

const lookbackHours = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 720, default: 24, description: 'What changes and volumes look back over.' }),
);
const outcomeLimit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'The leading outcomes by price, at most so many.',
  }),
);
const staleDays = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 90, default: 7, description: 'Days without a trade that make a market stale.' }),
);
const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: maxMarkets,
    default: usualMarkets,
    description: 'Markets at most, where none are named.',
  }),
);
const includeResolved = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Where no markets are named: resolved and void ones too. A named market is always answered.',
  }),
);

const listed = (what: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_000,
      description: `${what}, separated by commas, ${maxMarkets} markets at most. Longer lists go into the body of the POST variant.`,
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
      description: `${what}. An empty list names no market.`,
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
      description: 'Which members to send; without it all. Slug, eventPubkey, sequence and asOf are always there.',
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
  includeResolved: Type.Optional(Type.Boolean({ default: false, description: 'Resolved and void markets too.' })),
  includeStale: Type.Optional(Type.Boolean({ default: false, description: 'Stale markets too.' })),
  staleDays,
  minVolumeUsd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      default: 0,
      description: 'Credits traded since the opening at least. The name is historical: nothing here is in dollars.',
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

/** Open on purpose: members that are not listed are ignored. */
export const SnapshotsBody = Type.Object(
  { ...bodyMembers, fields: fields(snapshotFields) },
  {
    description: 'Which markets, and what of them. Members that are not listed are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], lookbackHours: 24, fields: ['status', 'outcomes'] }],
  },
);
export const HealthSnapshotsBody = Type.Object(
  { ...nameLists, limit, lookbackHours, includeResolved, staleDays, fields: fields(healthFields) },
  {
    description: 'Which markets, and what of their health. Members that are not listed are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], staleDays: 3, fields: ['score', 'advice'] }],
  },
);
export const BotSnapshotBody = Type.Object(
  { ...bodyMembers, staleDays, fields: fields(snapshotFields) },
  {
    description: 'Which markets, and what of them; wins over the query. Members that are not listed are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], outcomeLimit: 2 }],
  },
);
