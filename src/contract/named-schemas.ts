import { nameKeyword, rulesKeyword } from '../http/schema.js';

type Json = Record<string, unknown>;

/**
 * Collects named schemas while it replaces them with references. Two different schemas with one name would make the
 * contract ambiguous, so that throws.
 */
export class NamedSchemas {
  private readonly found = new Map<string, Json>();
  private readonly texts = new Map<string, string>();

  constructor(private readonly prefix: string) {}

  /** The schema as JSON, with every named schema in it, including itself, as a $ref. */
  refer(schema: unknown): Json {
    return this.rewrite(JSON.parse(JSON.stringify(schema))) as Json;
  }

  private rewrite(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(item => this.rewrite(item));
    if (typeof value !== 'object' || value === null) return value;
    const { [nameKeyword]: name, ...rest } = value as Json;
    if (typeof name !== 'string') return this.rewriteMembers(rest);
    this.keep(name, rest);
    return { $ref: `${this.prefix}${name}` };
  }

  private rewriteMembers(members: Json): Json {
    const { [rulesKeyword]: rules, ...rest } = members;
    const ruled = rules === undefined ? rest : { ...rest, allOf: rules };
    return Object.fromEntries(
      Object.entries(ruled).map(([key, item]) =>
        // Examples are data, which may look like a schema.
        [key, key === 'examples' || key === 'default' || key === 'enum' || key === 'const' ? item : this.rewrite(item)],
      ),
    );
  }

  private keep(name: string, schema: Json): void {
    const text = JSON.stringify(schema);
    const known = this.texts.get(name);
    if (known === text) return;
    if (known !== undefined) throw new Error(`two different schemas are named ${name}`);
    this.texts.set(name, text);
    this.found.set(name, this.rewriteMembers(schema));
  }

  all(): Record<string, Json> {
    return Object.fromEntries([...this.found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
