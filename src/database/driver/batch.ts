import type { Duplex } from 'node:stream';
import pg from 'pg';
import { PostgresError, type ServerError } from './errors.js';
import { parseRow, parserOf, type RowShape } from './row-parsers.js';
import type { BoundStatement, Row, Rows } from './statement.js';

/** The messages of pg's connection that a batch writes. */
export interface WireConnection {
  readonly stream: Duplex;
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  bind(message: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  query(text: string): void;
  sync(): void;
  sendCopyFromChunk(rows: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const bindCode = 'B'.charCodeAt(0);

/** Prepared statements of a connection beyond this many are closed, oldest first. */
const maxPrepared = 500;

/** The prepared statements of a connection after it has executed everything sent. */
export class PreparedStatements {
  private readonly shapes = new Map<string, { shape: RowShape | null }>();

  /** Returns the entry of a statement; `isNew` if it has to be prepared first. */
  use(connection: WireConnection, { name, text, typeOids }: BoundStatement['prepared']) {
    const shape = this.shapes.get(name);
    if (shape) return { entry: shape, isNew: false };
    const entry = { shape: null };
    if (name === '') {
      connection.parse({ name, text, types: typeOids });
      return { entry, isNew: false };
    }
    // An earlier failure may have left a statement with this name; closing one that does not exist is not an error.
    connection.close({ type: 'S', name });
    connection.parse({ name, text, types: typeOids });
    this.shapes.set(name, entry);
    if (this.shapes.size > maxPrepared) {
      const [oldest] = this.shapes.keys();
      this.shapes.delete(oldest);
      connection.close({ type: 'S', name: oldest });
    }
    return { entry, isNew: true };
  }

  forget(name: string): void {
    this.shapes.delete(name);
  }
}

class RowList extends Array<Row> {
  #count = 0;

  static override get [Symbol.species]() {
    return Array;
  }

  get count(): number {
    return this.#count;
  }

  setCount(count: number): void {
    this.#count = count;
  }
}

/** The Bind message of the protocol for parameters in binary format, preceded by their number, and results in text. */
function bindMessage(statement: string, parameters: Buffer): Buffer {
  const message = Buffer.allocUnsafe(statement.length + parameters.length + 13);
  message[0] = bindCode;
  message.writeInt32BE(message.length - 1, 1);
  // The unnamed portal.
  message[5] = 0;
  let at = 6 + message.write(statement, 6, 'latin1');
  message[at] = 0;
  // One format for all parameters.
  message.writeInt16BE(1, at + 1);
  message.writeInt16BE(1, at + 3);
  at += 5;
  at += parameters.copy(message, at);
  message.writeInt16BE(0, at);
  return message;
}

/** A statement, or a script of several, in flight on a connection. */
export class SentStatement {
  private rows = new RowList();
  private shape: RowShape | null = null;
  private entry: { shape: RowShape | null } | null = null;
  private preparedHere = false;
  /** The command tag, such as INSERT 0 1; null until the server has executed the statement. */
  tag: string | null = null;

  constructor(
    private readonly statement: BoundStatement | string,
    private readonly resolve: (rows: Rows<Row[]>) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  /** Characters and bytes of the parameters and added rows. */
  get length(): number {
    if (typeof this.statement === 'string') return 0;
    let length = this.statement.added?.bytes.length ?? 0;
    for (const value of this.statement.values) length += value?.length ?? 0;
    return length;
  }

  get hasRows(): boolean {
    return typeof this.statement !== 'string' && this.statement.added?.format === 'copy';
  }

  get isScript(): boolean {
    return typeof this.statement === 'string';
  }

  get text(): string {
    return typeof this.statement === 'string' ? this.statement : this.statement.prepared.text;
  }

  write(connection: WireConnection, prepared: PreparedStatements): void {
    if (typeof this.statement === 'string') {
      connection.query(this.statement);
      return;
    }
    const { entry, isNew } = prepared.use(connection, this.statement.prepared);
    this.entry = entry;
    this.preparedHere = isNew;
    const { added, values, prepared: text } = this.statement;
    if (added?.format === 'insert') connection.stream.write(bindMessage(text.name, added.bytes));
    else connection.bind({ statement: text.name, values });
    // The shape of a prepared statement's rows never changes, so it is requested once.
    if (entry.shape) this.shape = entry.shape;
    else connection.describe({ type: 'P' });
    connection.execute({});
    if (added?.format !== 'copy') return;
    // The server need not ask for them first. If the statement fails before it reads them, it skips them.
    connection.sendCopyFromChunk(added.bytes);
    connection.endCopyFrom();
  }

  onShape(fields: readonly { readonly name: string; readonly dataTypeID: number }[]): void {
    if (this.isScript) this.rows = new RowList();
    this.shape = { names: fields.map(field => field.name), parsers: fields.map(field => parserOf(field.dataTypeID)) };
    if (this.entry) this.entry.shape = this.shape;
  }

  onRow(cells: readonly (string | null)[]): void {
    this.rows.push(parseRow(this.shape as RowShape, cells));
  }

  onComplete(tag: string): void {
    this.tag = tag;
    this.rows.setCount(Number(/ (\d+)$/.exec(tag)?.[1] ?? 0));
    if (this.entry && !this.entry.shape) this.entry.shape = { names: [], parsers: [] };
  }

  succeed(): void {
    this.resolve(this.rows as Rows<Row[]>);
  }

  /** Rejects a statement that was never sent. */
  abandon(error: Error): void {
    this.reject(error);
  }

  /** A statement that failed or was skipped may not have been prepared. */
  fail(error: Error, prepared: PreparedStatements): void {
    const outdated = error instanceof PostgresError && ['0A000', '26000'].includes(error.code);
    if (typeof this.statement !== 'string' && (this.preparedHere || outdated)) {
      prepared.forget(this.statement.prepared.name);
    }
    this.reject(error);
  }
}

/** pg accepts a query class only if it extends its own, whose implementation the batch replaces. */
const PgQuery = pg.Query as unknown as new (text: string) => object;

/**
 * Statements that are sent together and get one response. After an error the server skips the rest of the batch, so a
 * COMMIT at its end is not executed. A script is a separate batch.
 */
export class Batch extends PgQuery {
  private executed = 0;
  private error: Error | null = null;

  constructor(
    readonly statements: readonly SentStatement[],
    private readonly prepared: PreparedStatements,
  ) {
    super('');
  }

  submit(connection: WireConnection): null {
    connection.stream.cork();
    for (const statement of this.statements) statement.write(connection, this.prepared);
    if (!this.statements[0].isScript) connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.current()?.onShape(message.fields);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    try {
      this.current()?.onRow(message.fields);
    } catch (error) {
      this.error ??= error as Error;
    }
  }

  handleCommandComplete(message: { text: string }): void {
    this.current()?.onComplete(message.text);
    if (!this.statements[0].isScript) this.executed += 1;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleCopyInResponse(connection: WireConnection): void {
    if (this.current()?.hasRows) return;
    connection.sendCopyFail('the rows of COPY FROM STDIN are missing');
    // The server ignored the one that it got while it waited for rows.
    if (!this.statements[0].isScript) connection.sync();
  }

  handleCopyData(): void {}

  /** pg calls this for errors of the server and for a lost connection; the owner of the batch settles it. */
  handleError(error: Error): void {
    if ('severity' in error) this.error ??= new PostgresError(error as ServerError, this.current()?.text ?? '');
  }

  handleReadyForQuery(): void {}

  /** The error that the server reported, if any. */
  get failure(): Error | null {
    return this.error;
  }

  /** Settles each statement; `lost` applies to those the server neither executed nor failed. */
  settle(lost: Error | null): void {
    const error = this.error ?? lost;
    if (!error) {
      for (const statement of this.statements) statement.succeed();
      return;
    }
    const answered = lost ? 0 : this.statements[0].isScript ? 0 : this.executed;
    this.statements.forEach((statement, index) => {
      if (index < answered) statement.succeed();
      else statement.fail(error, this.prepared);
    });
  }

  private current(): SentStatement | undefined {
    return this.statements[this.executed];
  }
}
