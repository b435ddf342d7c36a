import fc from 'fast-check';

/** The part of JSON Schema 2020-12 that the contract uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Long values are left to the mutator; valid ones stay short so that many fit into a run. */
const longestString = 60;
const longestList = 4;

export type Resolve = (reference: string) => JsonSchema;

/** Values that a schema allows. Few keywords are missing; violating those counts as a mutation. */
export function valuesOf(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const again = (part: JsonSchema) => valuesOf(part, resolve);
  if (schema.$ref) return again(resolve(schema.$ref));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && !schema.properties) return fc.oneof(...choices.map(again));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length > 1) return fc.oneof(...types.map(type => again({ ...schema, type })));
  switch (types[0]) {
    case 'string':
      return stringsOf(schema);
    case 'integer':
      return mostlySmall(schema, (min, max) => fc.integer({ min, max }));
    case 'number':
      return mostlySmall(schema, (min, max) => fc.double({ min, max, noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(again(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? longestList, longestList)),
      });
    case 'object':
      return objectsOf(schema, resolve);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Near the lower bound most of the time, because large amounts lead to the same few rejections. */
function mostlySmall(
  { minimum = -10, maximum = 1e6 }: JsonSchema,
  between: (min: number, max: number) => fc.Arbitrary<number>,
): fc.Arbitrary<number> {
  const max = Math.min(maximum, 2 ** 31 - 1);
  const small = between(minimum, Math.min(max, minimum + 100));
  return fc.oneof({ weight: 3, arbitrary: small }, { weight: 1, arbitrary: between(minimum, max) });
}

function stringsOf({ pattern, format, minLength = 0, maxLength = longestString }: JsonSchema): fc.Arbitrary<string> {
  const max = Math.max(minLength, Math.min(maxLength, longestString));
  if (format === 'date-time') {
    const day = fc.date({ min: new Date('2026-03-01'), max: new Date('2027-03-01'), noInvalidDate: true });
    return day.map(date => date.toISOString());
  }
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map(text => text.slice(0, max));
  return fc.oneof(
    fc.string({ minLength, maxLength: max }),
    fc.string({ minLength, maxLength: max, unit: 'grapheme' }),
    fc.lorem({ maxCount: 4 }).map(text => text.padEnd(minLength, 'x').slice(0, max)),
  );
}

function objectsOf({ properties = {}, required = [] }: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesOf(part, resolve)]));
  return fc.record(members, { requiredKeys: required.filter(name => name in members), noNullPrototype: true });
}
