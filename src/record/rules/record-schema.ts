import { baselineNames, boardNames, boardWindows, eventSets } from '../../scoring/rules/boards.js';
import { type RecordLine, recordFormat, recordVersion } from './record-lines.js';

const text: Schema = { type: 'string' };
const name: Schema = { type: 'string', minLength: 1 };
const nameOrNull: Schema = { type: ['string', 'null'], minLength: 1 };
const count: Schema = { type: 'integer', minimum: 0 };
const share: Schema = { type: 'number', minimum: 0, maximum: 1 };
const shareOrNull: Schema = { type: ['number', 'null'], minimum: 0, maximum: 1 };
const numberOrNull: Schema = { type: ['number', 'null'] };
const bps: Schema = { type: 'integer', minimum: 0, maximum: 10_000 };
const momentPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
const moment: Schema = { type: 'string', pattern: momentPattern };
const momentOrNull: Schema = { type: ['string', 'null'], pattern: momentPattern };

/** All members are required and no others are allowed, so the record contains only documented data. */
function object(properties: Readonly<Record<string, Schema>>, description?: string): Schema {
  const described = description === undefined ? {} : { description };
  return { ...described, type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const sha: Schema = {
  description: 'First 16 digits of the SHA-256 of this line up to the comma before this member.',
  type: 'string',
  pattern: '^[0-9a-f]{16}$',
};

function line(type: RecordLine['type'], description: string, properties: Readonly<Record<string, Schema>>): Schema {
  return object({ type: { const: type }, ...properties, sha }, description);
}

const pricesBps: Schema = { type: 'array', items: bps, minItems: 2 };
const priceEntry: Schema = {
  type: 'array',
  prefixItems: [{ type: 'integer' }, { type: 'integer', minimum: 1 }, pricesBps],
  minItems: 3,
  maxItems: 3,
};
const prices: Schema = {
  description: 'Unix milliseconds, market sequence and prices in basis points from then on, in order of time.',
  type: 'array',
  items: priceEntry,
};

const trades: Schema = {
  description:
    'Unix milliseconds, market sequence, group of the owner, outcome, shares (negative for a sale) and credits, in order of sequence.',
  type: 'array',
  items: {
    type: 'array',
    prefixItems: [
      { type: 'integer' },
      { type: 'integer', minimum: 1 },
      count,
      count,
      { type: 'number' },
      { type: 'number', minimum: 0 },
    ],
    minItems: 6,
    maxItems: 6,
  },
};

const boardNumbers: Readonly<Record<string, Schema>> = {
  window: { enum: boardWindows },
  category: { type: ['string', 'null'] },
  board: { enum: boardNames },
  mean: { type: 'number' },
  low: { type: 'number' },
  high: { type: 'number' },
  resolvedEvents: { type: 'integer', minimum: 1 },
  coverage: shareOrNull,
  total: numberOrNull,
};

export const lineSchemas: Readonly<Record<RecordLine['type'], Schema>> = {
  header: line('header', 'The first line.', {
    format: { const: recordFormat },
    version: { const: recordVersion },
    madeAt: moment,
    asOf: { description: 'When the leaderboards were computed: windows end here.', ...momentOrNull },
    events: { description: 'Events that the file contains and its leaderboards count.', enum: eventSets },
    counts: object({
      players: count,
      events: count,
      forecasts: count,
      scores: count,
      boardRows: count,
      baselineRows: count,
    }),
    scoring: object({
      resamples: count,
      intervalPercent: { type: 'number' },
      minResolved: count,
      minCoverage: share,
      minEdgeOwners: count,
      minEdgeCredits: count,
      minEstablishedOwners: count,
    }),
  }),
  player: line('player', 'A player that later lines refer to.', {
    id: name,
    handle: name,
    name,
    kind: { enum: ['agent', 'human'] },
    model: nameOrNull,
    house: { description: 'Whether it plays for the arena; no person owns it.', type: 'boolean' },
    owner: nameOrNull,
    group: { description: 'Players with the same number have the same owner.', ...count },
  }),
  event: line('event', 'A resolved event; its prices, forecasts and scores follow.', {
    id: name,
    slug: name,
    title: text,
    category: text,
    outcomes: { type: 'array', items: text, minItems: 2 },
    opensAt: moment,
    resolvedAt: moment,
    demo: { type: 'boolean' },
    resolutions: {
      type: 'array',
      minItems: 1,
      items: object({
        version: { type: 'integer', minimum: 1 },
        payoutBps: { type: ['array', 'null'], items: bps },
        effectiveCloseAt: moment,
        decidedAt: moment,
      }),
    },
    liquidityCredits: { description: 'Liquidity of the market maker.', type: 'number', minimum: 0 },
    openingShares: {
      description: 'Shares that the opening prices correspond to, for each outcome.',
      type: 'array',
      items: { type: 'number' },
      minItems: 2,
    },
    established: {
      description:
        'Groups of established owners among those who traded, which the benchmark of edge uses; null if all owners count.',
      type: ['array', 'null'],
      items: count,
    },
    prices,
  }),
  prices: line('prices', 'More prices of the event above.', { event: name, prices }),
  trades: line('trades', 'Trades of the event above, both sides of each.', { event: name, trades }),
  forecast: line('forecast', 'A forecast on the event above.', {
    id: name,
    player: name,
    event: name,
    outcome: count,
    probability: { description: 'Percent.', type: 'number', minimum: 0, maximum: 100 },
    at: moment,
    withdrawnAt: momentOrNull,
    marketPriceBps: { description: 'The price of the outcome at marketSequence.', ...bps },
    marketSequence: { type: 'integer', minimum: 1 },
  }),
  score: line('score', 'Score of a player on the event above under one version of its resolution.', {
    event: name,
    version: { type: 'integer', minimum: 1 },
    player: name,
    brier: shareOrNull,
    marketBrier: shareOrNull,
    benchmarkBrier: {
      description: 'Benchmark of the edge; null if the event does not count for the player’s edge.',
      ...shareOrNull,
    },
    edge: { type: ['number', 'null'], minimum: -1, maximum: 1 },
    last: shareOrNull,
    coverage: shareOrNull,
    profit: { description: 'Credits.', ...numberOrNull },
  }),
  board: line('board', 'A row of a leaderboard. The rows of one scope (window and category) are adjacent.', {
    ...boardNumbers,
    player: name,
  }),
  baseline: line('baseline', 'Score of a baseline on a leaderboard, next to its rows.', {
    ...boardNumbers,
    name: { enum: baselineNames },
  }),
  end: line('end', 'The last line. A file without it was truncated.', {
    lines: { type: 'integer', minimum: 2 },
    digest: {
      description: 'SHA-256 of all previous lines, each with its line break.',
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
    },
  }),
};

/** JSON Schema of one line of the public record. */
export const recordLineSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of the public record of Presage',
  oneOf: Object.keys(lineSchemas).map(type => ({ $ref: `#/$defs/${type}` })),
  $defs: lineSchemas,
} as const;

/** The subset of JSON Schema 2020-12 that the record's schemas use. */
export interface Schema {
  readonly description?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly const?: string | number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

function hasType(value: unknown, type: TypeName): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  const given: string = typeof value;
  return given === type;
}

const patterns = new Map<string, RegExp>();

function matches(text: string, pattern: string): boolean {
  const compiled = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, compiled);
  return compiled.test(text);
}

function problemOfText(value: string, { pattern, minLength = 0 }: Schema): string | null {
  if (value.length < minLength) return 'must not be empty';
  return pattern === undefined || matches(value, pattern) ? null : `must match ${pattern}`;
}

function problemOfNumber(value: number, { minimum, maximum }: Schema): string | null {
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : null;
}

function problemOfList(list: readonly unknown[], schema: Schema, where: string): string | null {
  const { items, prefixItems = [], minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (list.length < minItems) return `${where} must have ${minItems} items or more`;
  if (list.length > maxItems) return `${where} must have at most ${maxItems} items`;
  for (let index = 0; index < list.length; index += 1) {
    const rule = prefixItems[index] ?? items;
    const problem = rule === undefined ? null : problemOf(list[index], rule, `${where}[${index}]`);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfObject(object: Readonly<Record<string, unknown>>, schema: Schema, where: string): string | null {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inside = (name: string) => (where === '' ? name : `${where}.${name}`);
  for (const name of required) if (!Object.hasOwn(object, name)) return `${inside(name)} is missing`;
  for (const name of Object.keys(object)) {
    const isKnown = Object.hasOwn(properties, name);
    if (!isKnown && additionalProperties === false) return `${inside(name)} is not allowed`;
    const problem = isKnown ? problemOf(object[name], properties[name], inside(name)) : null;
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns what is wrong with a value, or null, as any JSON Schema validator would decide. */
export function problemOf(value: unknown, schema: Schema, where = ''): string | null {
  const named = where === '' ? 'the line' : where;
  if (schema.const !== undefined && value !== schema.const) return `${named} must be ${schema.const}`;
  if (schema.enum && !schema.enum.includes(value as string)) return `${named} must be one of ${schema.enum.join(', ')}`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some(type => hasType(value, type))) return `${named} must be ${types.join(' or ')}`;
  if (Array.isArray(value)) return problemOfList(value, schema, where);
  if (typeof value === 'object' && value !== null) {
    return problemOfObject(value as Readonly<Record<string, unknown>>, schema, where);
  }
  const problem =
    typeof value === 'string'
      ? problemOfText(value, schema)
      : typeof value === 'number'
        ? problemOfNumber(value, schema)
        : null;
  return problem && `${named} ${problem}`;
}
