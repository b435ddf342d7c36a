type Json = Record<string, unknown>;

/** What to return of a member: everything in it if `members` is null, and of a list at most `maxItems`. */
interface Selected {
  readonly members: Selection | null;
  readonly maxItems: number;
}

export type Selection = ReadonlyMap<string, Selected>;

/** Describes the error in a caller's selection. */
export class SelectionError extends Error {}

const maxDepth = 8;
const token = /\s*([A-Za-z0-9_]+|\[\d{1,3}\]|[(),])/y;

function tokensOf(text: string): string[] {
  const lists: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw new SelectionError(`has an unexpected character at position ${at + 1}: write events(slug,title)`);
    lists.push(match[1]);
  }
  return lists;
}

/** Parses `events(slug,outcomes[3](label)),nextCursor`: partial responses as in many web APIs, with a list limit. */
export function parseSelection(text: string): Selection {
  const tokens = tokensOf(text);
  let at = 0;
  const readList = (depth: number): Selection => {
    if (depth > maxDepth) throw new SelectionError(`must be at most ${maxDepth} levels deep`);
    const members = new Map<string, Selected>();
    for (;;) {
      const name = tokens[at];
      if (name === undefined || !/^\w/.test(name)) {
        throw new SelectionError(`expects the name of a member (got ${name ?? 'the end'}): write events(slug,title)`);
      }
      at += 1;
      const size = /^\[(\d+)\]$/.exec(tokens[at] ?? '');
      if (size) at += 1;
      const maxItems = size ? Number(size[1]) : Number.POSITIVE_INFINITY;
      members.set(name, { members: tokens[at] === '(' ? readBelow(depth) : null, maxItems });
      if (tokens[at] !== ',') return members;
      at += 1;
    }
  };
  const readBelow = (depth: number): Selection => {
    at += 1;
    const below = readList(depth + 1);
    if (tokens[at] !== ')') throw new SelectionError('has a parenthesis that is not closed');
    at += 1;
    return below;
  };
  const all = readList(1);
  if (at < tokens.length) throw new SelectionError(`has an unexpected ${tokens[at]}`);
  return all;
}

/**
 * Keeps the selected members of a value, descends into lists, and omits null members. `onCut` receives the path of each
 * truncated list.
 */
export function select(
  value: unknown,
  selection: Selection | null,
  onCut: (path: string) => void = () => {},
  path = '',
): unknown {
  if (Array.isArray(value)) return value.map(item => select(item, selection, onCut, path));
  if (typeof value !== 'object' || value === null) return value;
  const members = selection ? [...selection.keys()] : Object.keys(value);
  return Object.fromEntries(
    members.flatMap(name => {
      const member = (value as Json)[name];
      if (member === undefined || member === null) return [];
      const { members: below = null, maxItems = Number.POSITIVE_INFINITY } = selection?.get(name) ?? {};
      const at = path === '' ? name : `${path}.${name}`;
      const isCut = Array.isArray(member) && member.length > maxItems;
      if (isCut) onCut(at);
      return [[name, select(isCut ? member.slice(0, maxItems) : member, below, onCut, at)]];
    }),
  );
}

/** The schemas that a value may have: alternatives are expanded, lists are replaced by their items. */
function shapesOf(schema: Json): Json[] {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined;
  if (alternatives) return alternatives.flatMap(shapesOf);
  if (schema.type === 'array' && schema.items) return shapesOf(schema.items as Json);
  return [schema];
}

function membersOf(schema: Json): Map<string, Json[]> {
  const members = new Map<string, Json[]>();
  for (const { properties = {} } of shapesOf(schema) as { properties?: Record<string, Json> }[]) {
    for (const [name, member] of Object.entries(properties)) members.set(name, [...(members.get(name) ?? []), member]);
  }
  return members;
}

/** Throws if a selection contains a member that the schema does not have. */
export function checkSelection(selection: Selection, schema: Json, path = ''): void {
  const members = membersOf(schema);
  for (const [name, { members: below }] of selection) {
    const memberSchemas = members.get(name);
    if (!memberSchemas) {
      const memberNames = [...members.keys()].join(', ');
      const where = path === '' ? 'the result' : path;
      throw new SelectionError(
        `names ${name}, which ${where} does not have; ${memberNames === '' ? 'it has no members' : `known are ${memberNames}`}`,
      );
    }
    if (below) checkSelection(below, { anyOf: memberSchemas }, path === '' ? name : `${path}.${name}`);
  }
}

function typesOf(schema: Json): string[] {
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (alternatives) return alternatives.flatMap(typesOf);
  if (schema.const !== undefined) return [schema.const === null ? 'null' : typeof schema.const];
  if (Array.isArray(schema.enum)) return schema.enum.map(value => (value === null ? 'null' : typeof value));
  return Array.isArray(schema.type) ? schema.type : [String(schema.type)];
}

function listsOf(schema: Json): Json[] {
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  return alternatives ? alternatives.flatMap(listsOf) : schema.items ? [schema] : [];
}

/**
 * Returns the types of the selected members only: a host passes every schema to its model, and a result may still omit
 * members.
 */
export function selectSchema(schema: Json, selection: Selection | null): Json {
  const types = [...new Set(typesOf(schema))].filter(type => type !== 'undefined');
  if (types.length === 0) return {};
  const type = types.length === 1 ? types[0] : types;
  if (types.includes('array')) {
    return { type, items: selectSchema({ anyOf: listsOf(schema).map(({ items }) => items) }, selection) };
  }
  const members = membersOf(schema);
  if (!types.includes('object') || members.size === 0) return { type };
  const names = selection ? [...selection.keys()] : [...members.keys()];
  const properties = names.map(name => [
    name,
    selectSchema({ anyOf: members.get(name) ?? [] }, selection?.get(name)?.members ?? null),
  ]);
  return { type, properties: Object.fromEntries(properties) };
}
