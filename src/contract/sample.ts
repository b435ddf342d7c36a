interface Schema {
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-03-17T12:00:00.000Z',
  date: '2026-03-17',
  uri: 'https://example.org/',
  email: 'ada@example.org',
};

function sampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const members = Object.entries(properties)
    // A value for a pattern can't be generated; it is omitted if it is optional.
    .filter(([name, member]) => required.includes(name) || member.pattern === undefined || member.examples)
    .map(([name, member]) => [name, sampleOf(member)]);
  return Object.fromEntries(members);
}

/** Returns a value that matches a schema: its example if it has one, otherwise the simplest value. */
export function sampleOf(schema: Schema): unknown {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema);
    case 'array':
      return schema.items
        ? Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => sampleOf(schema.items as Schema))
        : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return texts[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, '-');
    default:
      return null;
  }
}
