/** The members of JSON Schema that the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const defaultDepth = 3;

/** Lists the fields of schemas as rows of a Markdown table. */
export class FieldTable {
  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly maxDepth = defaultDepth,
  ) {}

  private resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.schemas[schema.$ref.split('/').at(-1) as string] ?? schema);
  }

  /** The names of the fields of an object, or of the objects in an array. */
  names(given: Schema): string[] {
    const schema = this.resolve(given);
    const object = schema.type === 'array' ? this.resolve(schema.items ?? {}) : schema;
    return Object.keys(object.properties ?? {});
  }

  typeOf(given: Schema): string {
    const schema = this.resolve(given);
    if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
    if (schema.enum) return schema.enum.map(value => `\`${JSON.stringify(value)}\``).join(' or ');
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return options.map(option => this.typeOf(option)).join(' or ');
    if (schema.type === 'array') return `array of ${this.typeOf(schema.items ?? {})}`;
    const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any']).join(' or ');
    return schema.format === undefined ? type : `${type} (${schema.format})`;
  }

  /** Returns the rows of an object and of nested objects. */
  rows(given: Schema, prefix = '', depth = 0): string[] {
    const schema = this.resolve(given);
    const members = Object.entries(schema.properties ?? {});
    return members.flatMap(([name, member]) => {
      const path = `${prefix}${name}`;
      const optional = schema.required?.includes(name) ? '' : ' (optional)';
      const text = (member.description ?? this.resolve(member).description ?? '').replaceAll('|', '\\|');
      const row = `| \`${path}\`${optional} | ${this.typeOf(member)} | ${text} |`;
      const resolved = this.resolve(member);
      const inner = resolved.type === 'array' ? this.resolve(resolved.items ?? {}) : resolved;
      const suffix = resolved.type === 'array' ? '[].' : '.';
      const hasMembers = inner.properties !== undefined && depth < this.maxDepth;
      return [row, ...(hasMembers ? this.rows(inner, `${path}${suffix}`, depth + 1) : [])];
    });
  }
}
