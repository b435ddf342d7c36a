import { createHash } from 'node:crypto';
import { encodeParameter, JsonParameter, type Parameter, typeOidOf } from './parameters.js';
import type { AddedRows, BinaryRows } from './row-writer.js';

/** A statement as it is sent; its name is that of the prepared statement. */
export interface PreparedText {
  readonly name: string;
  readonly text: string;
  readonly typeOids: readonly number[];
}

/** Two generations of at most this many texts are cached, so that a text of variable shape evicts none in frequent use. */
const generationSize = 500;

let recent = new Map<string, PreparedText>();
let older = new Map<string, PreparedText>();

function nameOf(key: string): string {
  return `p_${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`;
}

/** The same text and types always have the same name. */
function prepareText(text: string, typeOids: readonly number[]): PreparedText {
  const key = `${typeOids.join()} ${text}`;
  let prepared = recent.get(key);
  if (prepared) return prepared;
  prepared = older.get(key) ?? { name: nameOf(key), text, typeOids };
  if (recent.size >= generationSize) {
    older = recent;
    recent = new Map();
  }
  recent.set(key, prepared);
  return prepared;
}

// biome-ignore lint/suspicious/noExplicitAny: callers that need the types of columns declare them.
export type Row = Record<string, any>;

/** Rows of a result; `count` is the number of rows that the statement returned or changed. */
export type Rows<T> = T & { readonly count: number };

/** A statement with its parameters, ready to be sent. */
export interface BoundStatement {
  readonly prepared: PreparedText;
  readonly values: readonly (string | Buffer | null)[];
  /** Rows that the statement adds; `values` is empty then. */
  readonly added?: BinaryRows;
}

/** Runs statements: on any connection of the pool, in one transaction, or in one session. */
export interface StatementRunner {
  run(statement: BoundStatement): Promise<Rows<Row[]>>;
  /** Sends text by the simple protocol: any number of statements, no parameters. */
  runScript(text: string): Promise<Rows<Row[]>>;
  runPages(statement: BoundStatement, pageSize: number, onPage: (rows: Row[]) => unknown): Promise<void>;
}

/** Trusted text, such as an identifier, that becomes part of a statement. */
class RawText {
  constructor(readonly text: string) {}
}

export type SqlValue = Parameter | RawText | SqlPart;

/** A part of a statement, or a whole one that runs when it is awaited. */
export abstract class SqlPart {
  abstract appendTo(builder: StatementBuilder): void;
}

class StatementBuilder {
  text = '';
  readonly values: (string | Buffer | null)[] = [];
  readonly typeOids: number[] = [];

  add(value: unknown): void {
    if (value instanceof SqlPart) value.appendTo(this);
    else if (value instanceof RawText) this.text += value.text;
    else {
      this.values.push(encodeParameter(value));
      this.typeOids.push(typeOidOf(value));
      this.text += `$${this.values.length}`;
    }
  }
}

/** A statement runs at most once, and only if it is awaited: one that is embedded in another never runs. */
export abstract class PendingStatement<T> extends SqlPart implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'PendingStatement';
  private outcome: Promise<Rows<T>> | null = null;

  protected abstract send(): Promise<Rows<Row[]>>;

  /** Starts the statement. In a transaction its failure fails the transaction, so the result need not be awaited. */
  execute(): Promise<Rows<T>> {
    const outcome = this.start();
    outcome.catch(() => {});
    return outcome;
  }

  private start(): Promise<Rows<T>> {
    this.outcome ??= this.send() as Promise<unknown> as Promise<Rows<T>>;
    return this.outcome;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a statement runs it.
  then<A = Rows<T>, B = never>(
    onRows?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.start().then(onRows, onError);
  }

  catch<B = never>(onError?: ((error: Error) => B | PromiseLike<B>) | null): Promise<Rows<T> | B> {
    return this.start().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Rows<T>> {
    return this.start().finally(onEnd);
  }
}

/** Templates without nested parts: their text never changes, the declared types of their parameters seldom do. */
const flatTexts = new WeakMap<TemplateStringsArray, PreparedText[]>();

function sameTypes(prepared: PreparedText, values: readonly unknown[]): boolean {
  const { typeOids: known } = prepared;
  for (let index = 0; index < values.length; index += 1) {
    if (known[index] !== typeOidOf(values[index])) return false;
  }
  return true;
}

function flatText(strings: TemplateStringsArray, values: readonly unknown[]): PreparedText {
  let variants = flatTexts.get(strings);
  if (!variants) {
    variants = [];
    flatTexts.set(strings, variants);
  }
  for (const variant of variants) if (sameTypes(variant, values)) return variant;
  let text = strings[0];
  for (let index = 1; index < strings.length; index += 1) text += `$${index}${strings[index]}`;
  const prepared = prepareText(text, values.map(typeOidOf));
  variants.push(prepared);
  return prepared;
}

const isPart = (value: unknown) => value instanceof SqlPart || value instanceof RawText;

class TemplateStatement<T> extends PendingStatement<T> {
  constructor(
    private readonly runner: StatementRunner,
    private readonly strings: TemplateStringsArray,
    private readonly parameters: readonly SqlValue[],
  ) {
    super();
  }

  bind(): BoundStatement {
    if (!this.parameters.some(isPart)) {
      return { prepared: flatText(this.strings, this.parameters), values: this.parameters.map(encodeParameter) };
    }
    const builder = new StatementBuilder();
    this.appendTo(builder);
    return { prepared: prepareText(builder.text, builder.typeOids), values: builder.values };
  }

  override appendTo(builder: StatementBuilder): void {
    builder.text += this.strings[0];
    for (let index = 0; index < this.parameters.length; index += 1) {
      builder.add(this.parameters[index]);
      builder.text += this.strings[index + 1];
    }
  }

  protected override send(): Promise<Rows<Row[]>> {
    return this.runner.run(this.bind());
  }

  /** Reads a large result page by page; the next page is fetched when `onPage` has returned. */
  cursor(pageSize: number, onPage: (rows: T) => unknown): Promise<void> {
    return this.runner.runPages(this.bind(), pageSize, rows => onPage(rows as T));
  }
}

class AddStatement extends PendingStatement<Row[]> {
  constructor(
    private readonly runner: StatementRunner,
    private readonly added: AddedRows,
  ) {
    super();
  }

  override appendTo(): void {
    throw new Error('adding rows is a whole statement');
  }

  protected override send(): Promise<Rows<Row[]>> {
    return this.runner.run({ prepared: prepareText(this.added.text, []), values: [], added: this.added });
  }
}

class RawStatement<T> extends PendingStatement<T> {
  constructor(
    private readonly runner: StatementRunner,
    private readonly text: string,
  ) {
    super();
  }

  override appendTo(builder: StatementBuilder): void {
    builder.text += this.text;
  }

  protected override send(): Promise<Rows<Row[]>> {
    return this.runner.runScript(this.text);
  }
}

/** Statements as tagged templates. Values become parameters and never reach the text; parts of statements nest. */
export interface Sql {
  <T extends readonly unknown[] = Row[]>(strings: TemplateStringsArray, ...values: SqlValue[]): TemplateStatement<T>;
  /** Quotes an identifier; a dot separates its parts. */
  (identifier: string): RawText;
  json(value: unknown): JsonParameter;
  /** Adds rows to a table. */
  add(rows: AddedRows): PendingStatement<Row[]>;
  /** Trusted text: nested, a part; awaited, a script of any number of statements. */
  unsafe<T extends readonly unknown[] = Row[]>(text: string): PendingStatement<T>;
}

const identifier = (name: string) => new RawText(`"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`);

const helpers = { json: (value: unknown) => new JsonParameter(value) };

export function createSql(runner: StatementRunner): Sql {
  function sql(first: TemplateStringsArray | string, ...values: SqlValue[]) {
    return typeof first === 'string' ? identifier(first) : new TemplateStatement(runner, first, values);
  }
  const made = sql as Sql;
  made.json = helpers.json;
  made.add = rows => new AddStatement(runner, rows);
  made.unsafe = <T>(text: string) => new RawStatement<T>(runner, text);
  return made;
}

/** Binds a statement of fixed text, such as BEGIN. */
export function fixedStatement(text: string): BoundStatement {
  return { prepared: prepareText(text, []), values: [] };
}
