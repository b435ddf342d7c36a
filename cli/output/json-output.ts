import { UsageFailure } from './command-failure.js';

type Row = Readonly<Record<string, unknown>>;

/** Lists in a response other than the main one. */
const minorLists: ReadonlySet<string> = new Set(['baselines', 'missing', 'warnings', 'ignored', 'problems']);

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the source of the fields: the response, the rows of its list or its only object. */
function candidatesOf(reply: unknown): (Row | readonly Row[])[] {
  if (Array.isArray(reply)) return [reply.filter(isRow)];
  if (!isRow(reply)) return [];
  const members = Object.entries(reply).filter(([name]) => !minorLists.has(name));
  const lists = members.flatMap(([, value]) => (Array.isArray(value) ? [value.filter(isRow)] : []));
  const objects = members.flatMap(([, value]) => (isRow(value) ? [value] : []));
  return [...lists, reply, ...objects];
}

/** Follows a dotted path; undefined if a part is missing. */
function valueAt(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        (isRow(value) || Array.isArray(value)) && Object.hasOwn(value, name) ? (value as Row)[name] : undefined,
      row,
    );
}

const sampleOf = (from: Row | readonly Row[]) => (Array.isArray(from) ? (from as readonly Row[])[0] : (from as Row));
const has = (sample: Row, fields: readonly string[]) => fields.every(field => valueAt(sample, field) !== undefined);

/** `rowFields` are those of an empty list, which has no row to check fields with. */
function pick(reply: unknown, fields: readonly string[], rowFields: readonly string[] | null): unknown {
  const candidates = candidatesOf(reply);
  const found = candidates.find(from => {
    const sample = sampleOf(from);
    return sample !== undefined && has(sample, fields);
  });
  const project = (row: Row) => Object.fromEntries(fields.map(field => [field, valueAt(row, field)]));
  if (found !== undefined) return Array.isArray(found) ? found.map(project) : project(found as Row);
  const isEmpty = Array.isArray(candidates[0]) && candidates[0].length === 0;
  const ofRows =
    isEmpty && rowFields !== null ? rowFields : candidates.flatMap(from => Object.keys(sampleOf(from) ?? {}));
  const known = [...new Set(ofRows)].sort();
  const unknown = fields.filter(field => !known.includes(field.split('.')[0]));
  if (isEmpty && (rowFields === null || unknown.length === 0)) return [];
  throw new UsageFailure(
    `--json: unknown field ${unknown.join(', ') || fields.join(', ')}\nFields: ${known.join(', ')}`,
  );
}

interface Layout {
  /** 0 gives one line, for streams of messages. */
  readonly indent?: number;
  /** The fields of the rows of an empty list, if they are known. */
  readonly rowFields?: readonly string[] | null;
}

/** Serializes a response for programs: whole if `fields` is null, or these fields of each row. */
export function formatJson(
  reply: unknown,
  fields: readonly string[] | null,
  { indent = 2, rowFields = null }: Layout = {},
): string {
  return `${JSON.stringify(fields === null ? reply : pick(reply, fields, rowFields), null, indent)}\n`;
}
