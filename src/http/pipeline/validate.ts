import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { nearestName } from '../../kernel/nearest-name.js';
import { type ApiError, invalid } from '../errors.js';
import { clientIdForm } from '../limits.js';

interface SchemaProblem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
}

function fieldName(path: string): string {
  return path
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`), '');
}

const articles: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const formats: Record<string, string> = {
  'date-time': 'an ISO 8601 time',
  uri: 'a URL',
  email: 'an email address',
};

const patterns: Record<string, string> = {
  [clientIdForm.pattern]: `must be ${clientIdForm.text}`,
  '\\S': 'must not be blank',
  '^\\S(.*\\S)?$': 'must be one line without leading or trailing spaces',
};

/** An id of the service, such as `^ord_[0-9a-z]{26}$`. */
const idPattern = /^\^(\w+_)\[0-9a-z\]\{(\d+)\}\$$/;

function patternPhrase(pattern: string): string {
  const [, prefix, length] = idPattern.exec(pattern) ?? [];
  if (prefix !== undefined) return `must be ${prefix} and ${length} letters and digits`;
  return patterns[pattern] ?? 'has an invalid format';
}

/** The message for each failed keyword, after the name of the field: "limit must be at most 200". */
const phrases: Record<string, (params: Record<string, unknown>) => string> = {
  type: p =>
    `must be ${[p.type]
      .flat()
      .map(type => articles[String(type)] ?? String(type))
      .join(' or ')}`,
  minimum: p => `must be at least ${p.limit}`,
  maximum: p => `must be at most ${p.limit}`,
  exclusiveMinimum: p => `must be above ${p.limit}`,
  exclusiveMaximum: p => `must be below ${p.limit}`,
  multipleOf: p => `must be a multiple of ${p.multipleOf}`,
  minLength: p => (p.limit === 1 ? 'must not be empty' : `must have at least ${p.limit} characters`),
  maxLength: p => `must have at most ${p.limit} characters`,
  minItems: p => `must have at least ${p.limit} items`,
  maxItems: p => `must have at most ${p.limit} items`,
  minProperties: p => `must have at least ${p.limit} members`,
  maxProperties: p => `must have at most ${p.limit} members`,
  uniqueItems: () => 'must not contain duplicates',
  enum: p => `must be one of ${(p.allowedValues as unknown[]).join(', ')}`,
  const: p => `must be ${JSON.stringify(p.allowedValue)}`,
  format: p => `must be ${formats[String(p.format)] ?? `a ${p.format}`}`,
  pattern: p => patternPhrase(String(p.pattern)),
};

function listed(problem: SchemaProblem, member: string): string | null {
  const names = (problem.params as Record<string, unknown>)[member];
  return Array.isArray(names) ? String(names[0]) : null;
}

const maxShownCharacters = 60;

const numericBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** Whether the message shows the value: numbers, and what was sent instead of one. Other texts may be secrets. */
function showsValue({ keyword, params }: SchemaProblem): boolean {
  if (keyword === 'pattern' || numericBounds.includes(keyword)) return true;
  const types = [(params as { type?: unknown }).type].flat();
  return keyword === 'type' && (types.includes('integer') || types.includes('number'));
}

/** The invalid value, if it is short. */
function shownValue(problem: SchemaProblem, value: unknown): string {
  if (!showsValue(problem)) return '';
  const parts = problem.instancePath.split('/').slice(1);
  const actual = parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value);
  if (typeof actual === 'number' || typeof actual === 'boolean' || actual === null) return ` (got ${actual})`;
  const isShown = typeof actual === 'string' && actual.trim() !== '' && actual.length <= maxShownCharacters;
  if (!isShown) return '';
  return ` (got ${actual === actual.trim() ? actual : JSON.stringify(actual)})`;
}

/** Returns the most specific problem of a value as an error that names its field. */
function problemOf(problems: readonly SchemaProblem[], value: unknown, whole: string): ApiError {
  const at = (path: string, member = '') => fieldName(member === '' ? path : `${path}/${member}`) || whole;
  const missing = problems.find(problem => problem.keyword === 'required');
  if (missing) return invalid(at(missing.instancePath, listed(missing, 'requiredProperties') ?? ''), 'is missing');
  const extra = problems.find(problem => problem.keyword === 'additionalProperties');
  if (extra)
    return invalid(at(extra.instancePath, listed(extra, 'additionalProperties') ?? ''), 'is not a known member');
  const plain = problems.find(problem => Object.hasOwn(phrases, problem.keyword));
  if (plain) {
    const phrase = phrases[plain.keyword](plain.params as Record<string, unknown>);
    return invalid(at(plain.instancePath), `${phrase}${shownValue(plain, value)}`);
  }
  return invalid(at(problems[0]?.instancePath ?? ''), 'has an invalid format');
}

/** A schema with the keywords that the bounds check reads. */
interface BoundedSchema {
  readonly type?: string;
  readonly items?: BoundedSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, BoundedSchema>>;
  readonly additionalProperties?: unknown;
}

/** More unknown members than this are not worth comparing with the other problems of an object. */
const maxStrangers = 32;

function objectBound(schema: BoundedSchema, value: Readonly<Record<string, unknown>>, path: string): ApiError | null {
  const { properties = {}, additionalProperties } = schema;
  const names = Object.keys(properties);
  if (additionalProperties === false) {
    const sent = Object.keys(value);
    const stranger = sent.length > names.length + maxStrangers && sent.find(name => !Object.hasOwn(properties, name));
    if (stranger) return invalid(fieldName(`${path}/${stranger}`), 'is not a known member');
  }
  for (const name of names) {
    const violation = Object.hasOwn(value, name) && firstBound(properties[name], value[name], `${path}/${name}`);
    if (violation) return violation;
  }
  return null;
}

/**
 * Finds the first list or object that is too large, before its items are validated: describing each of thirty
 * thousand invalid items takes longer than serving a request. The rest is bounded by the schema.
 */
function firstBound(schema: BoundedSchema, value: unknown, path: string): ApiError | null {
  if (Array.isArray(value)) {
    const { maxItems = Number.POSITIVE_INFINITY, items } = schema;
    if (value.length > maxItems) {
      return invalid(fieldName(path), `must have at most ${maxItems} items (got ${value.length})`);
    }
    for (let index = 0; items && index < value.length; index += 1) {
      const violation = firstBound(items, value[index], `${path}/${index}`);
      if (violation) return violation;
    }
    return null;
  }
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? objectBound(schema, value as Record<string, unknown>, path) : null;
}

/** Returns a function that throws INVALID_PAYLOAD for lists and objects above the bounds of the schema. */
export function createBoundsCheck(schema: TSchema): (value: unknown) => void {
  return value => {
    const violation = firstBound(schema, value, '');
    if (violation) throw violation;
  };
}

/** Aliases, MCP tools and every service of a process share the routes' schemas. */
const validators = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  let validator = validators.get(schema);
  if (!validator) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  return validator;
}

/** Compiles a schema to a function that throws INVALID_PAYLOAD; `whole` names the value itself. */
export function compileCheck(schema: TSchema, whole: string): (value: unknown) => void {
  const validator = validatorOf(schema);
  const checkBounds = createBoundsCheck(schema);
  return value => {
    if (validator.Check(value)) return;
    checkBounds(value);
    throw problemOf(validator.Errors(value) as SchemaProblem[], value, whole);
  };
}

const readers: Record<string, (text: string) => unknown> = {
  integer: text => (/^-?\d{1,16}$/.test(text) ? Number(text) : text),
  number: text => (/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text),
  boolean: text => (text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text),
};

/** Added by caches (`_`) and link trackers; they never select anything. */
const isIgnoredParameter = (name: string) => name === '_' || name.startsWith('utm_');

function unknownParameter(name: string, names: readonly string[]): ApiError {
  const nearest = nearestName(name, names);
  const others = names.length === 0 ? 'this path has none' : `known parameters: ${names.join(', ')}`;
  return invalid(name, `is not a known query parameter; ${nearest === null ? others : `did you mean ${nearest}?`}`);
}

/** Query and path values arrive as text; each is parsed by the type in its schema. */
export function compileTextCheck(schema: TSchema, refuseUnknown: boolean) {
  const check = compileCheck(schema, 'query');
  const properties = Object.entries(
    (schema as { properties?: Record<string, { type?: string }> }).properties ?? {},
  ).map(([name, property]) => ({ name, read: readers[property.type ?? ''] ?? ((text: string) => text) }));
  const names = properties.map(property => property.name);
  const nameSet = new Set(names);
  return (raw: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const { name, read } of properties) {
      const text = raw[name];
      if (text === undefined) continue;
      if (typeof text !== 'string') throw invalid(name, 'is sent more than once');
      if (text.includes('\u0000')) throw invalid(name, 'must not contain the character U+0000');
      values[name] = read(text);
    }
    if (refuseUnknown) {
      for (const name in raw) if (!nameSet.has(name) && !isIgnoredParameter(name)) throw unknownParameter(name, names);
    }
    check(values);
    return values;
  };
}
