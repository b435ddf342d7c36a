type Json = Readonly<Record<string, unknown>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Every schema of a successful response. */
function replySchemas({ paths, components }: Document): Schema[] {
  const resolve = (schema: Schema): Schema[] => {
    const named = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return named?.anyOf ? named.anyOf.flatMap(resolve) : named ? [named] : [];
  };
  const operations = Object.values(paths).flatMap(path => Object.values(path));
  const bodies = operations.flatMap(({ responses = {} }) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) =>
      status.startsWith('2') ? Object.values(content) : [],
    ),
  );
  const withItems = (schema: Schema): Schema => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, member]) => [
        name,
        member.items ? { items: { anyOf: resolve(member.items) } } : member,
      ]),
    ),
  });
  return bodies.flatMap(({ schema }) => (schema ? resolve(schema) : [])).map(withItems);
}

/** The name of the list that a response without rows has; null if it has rows or no list. */
function emptyListOf(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null) return null;
  const lists = Object.entries(reply).filter(([, value]) => Array.isArray(value));
  return lists.length > 0 && lists.every(([, value]) => value.length === 0) ? lists[0][0] : null;
}

/** Returns the fields that the rows of an empty list would have, by the contract; null if it has no such response. */
function rowFieldsOf(document: Document, reply: Json, list: string): string[] | null {
  const members = Object.keys(reply);
  const fields = replySchemas(document).flatMap(({ properties = {}, required = [] }) => {
    const fits = members.every(name => Object.hasOwn(properties, name)) && required.every(name => name in reply);
    return fits ? (properties[list].items?.anyOf ?? []).flatMap(item => Object.keys(item.properties ?? {})) : [];
  });
  return fields.length === 0 ? null : [...new Set(fields)];
}

/** Reads the contract of the arena; null if it can't be read, because a field can then not be checked. */
export async function readRowFields(url: string, reply: unknown): Promise<string[] | null> {
  const list = emptyListOf(reply);
  if (list === null) return null;
  try {
    const response = await fetch(`${url}/openapi.json`);
    return response.ok ? rowFieldsOf((await response.json()) as Document, reply as Json, list) : null;
  } catch {
    return null;
  }
}
