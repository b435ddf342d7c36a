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
    const known = Object.hasOwn(properties, name);
    if (!known && additionalProperties === false) return `${inside(name)} is not allowed`;
    const problem = known ? problemOf(object[name], properties[name], inside(name)) : null;
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
