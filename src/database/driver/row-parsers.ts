/** Parses the text of a column that is not null. */
type ColumnParser = (text: string) => unknown;

const asIs: ColumnParser = text => text;
const toNumber: ColumnParser = text => Number(text);
const toBoolean: ColumnParser = text => text === 't';
const toDate: ColumnParser = text => new Date(text);
const toJson: ColumnParser = text => JSON.parse(text);
const toBytes: ColumnParser = text => Buffer.from(text.slice(2), 'hex');

/** Parses the server's array literals: nested, quoted where needed, elements separated by commas. */
class ArrayReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly parse: ColumnParser,
  ) {}

  read(): unknown[] {
    const values: unknown[] = [];
    this.at += 1;
    while (this.text[this.at] !== '}') {
      values.push(this.element());
      if (this.text[this.at] === ',') this.at += 1;
    }
    this.at += 1;
    return values;
  }

  private element(): unknown {
    const first = this.text[this.at];
    if (first === '{') return this.read();
    if (first === '"') return this.parse(this.quoted());
    const from = this.at;
    while (this.text[this.at] !== ',' && this.text[this.at] !== '}') this.at += 1;
    const bare = this.text.slice(from, this.at);
    return bare === 'NULL' ? null : this.parse(bare);
  }

  private quoted(): string {
    let value = '';
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1) {
      if (this.text[this.at] === '\\') this.at += 1;
      value += this.text[this.at];
    }
    this.at += 1;
    return value;
  }
}

/** An array whose lower bound is not 1 starts with its bounds. */
const arrayOf =
  (parse: ColumnParser): ColumnParser =>
  text =>
    new ArrayReader(text[0] === '[' ? text.slice(text.indexOf('=') + 1) : text, parse).read();

/** Array types and their element types, by object id in pg_type. */
const types: readonly (readonly [ColumnParser, readonly (readonly [element: number, array: number])[]])[] = [
  // Amounts are millionths within the safe integers; the domain asserts it, and sums over the ledger are cast to text.
  [
    toNumber,
    [
      [20, 1016],
      [21, 1005],
      [23, 1007],
      [26, 1028],
      [700, 1021],
      [701, 1022],
    ],
  ],
  [toBoolean, [[16, 1000]]],
  [toBytes, [[17, 1001]]],
  [
    toJson,
    [
      [114, 199],
      [3802, 3807],
    ],
  ],
  [
    toDate,
    [
      [1082, 1182],
      [1114, 1115],
      [1184, 1185],
    ],
  ],
  [
    asIs,
    [
      [18, 1002],
      [19, 1003],
      [25, 1009],
      [1043, 1015],
      [1700, 1231],
      [2950, 2951],
    ],
  ],
];

const parsers = new Map<number, ColumnParser>(
  types.flatMap(([parse, oids]) =>
    oids.flatMap(([element, array]) => [[element, parse] as const, [array, arrayOf(parse)] as const]),
  ),
);

/** Types that are not listed stay strings. */
export function parserOf(typeOid: number): ColumnParser {
  return parsers.get(typeOid) ?? asIs;
}

/** How the rows of one statement are parsed. */
export interface RowShape {
  readonly names: readonly string[];
  readonly parsers: readonly ColumnParser[];
}

export function parseRow(shape: RowShape, cells: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  const { names, parsers: columns } = shape;
  for (let index = 0; index < names.length; index += 1) {
    const cell = cells[index];
    row[names[index]] = cell === null ? null : columns[index](cell);
  }
  return row;
}
