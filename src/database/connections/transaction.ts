import { SentStatement } from '../driver/batch.js';
import { isReset, isUnavailable, TransactionReset } from '../driver/errors.js';
import { type BoundStatement, fixedStatement, type Row, type Rows, type StatementRunner } from '../driver/statement.js';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';

const commit = fixedStatement('commit');
const rollback = fixedStatement('rollback');

/** Larger statements are sent immediately, so that the server starts on them. */
const eagerLength = 8_192;

export interface TransactionOptions {
  /** Sent together with the first statements of the work. */
  readonly begin: (serverVersion: number) => readonly BoundStatement[];
  /** The deadline of each batch. */
  readonly limitMs: number;
}

/**
 * The statements of one transaction.
 *
 * States: unopened → opening (BEGIN is in flight with the first statements; later ones wait) → open → ended (committed,
 * rolled back, or failed). Small statements issued in the same iteration of the event loop share a batch. The first
 * failure ends the transaction: only ROLLBACK is sent after it, so no statement runs outside of the transaction.
 */
class TransactionRunner implements StatementRunner {
  private state: 'unopened' | 'opening' | 'open' | 'ended' = 'unopened';
  private queue: SentStatement[] = [];
  isFlushPlanned = false;
  private queuedLength = 0;
  private cursors = 0;
  failure: Error | null = null;
  isCommitSent = false;

  constructor(
    private readonly connection: Connection,
    private readonly options: TransactionOptions,
  ) {}

  run(statement: BoundStatement): Promise<Rows<Row[]>> {
    return this.enqueue(statement);
  }

  runScript(text: string): Promise<Rows<Row[]>> {
    return this.enqueue(text);
  }

  async runPages(statement: BoundStatement, pageSize: number, onPage: (rows: Row[]) => unknown): Promise<void> {
    this.cursors += 1;
    const name = `cursor_${this.cursors}`;
    const { prepared, values } = statement;
    const declared = `declare ${name} no scroll cursor for ${prepared.text}`;
    // Used once: as an unnamed statement it leaves nothing on the server.
    await this.enqueue({ prepared: { ...prepared, name: '', text: declared }, values });
    for (;;) {
      const rows = await this.enqueue({
        prepared: { name: '', text: `fetch ${pageSize} from ${name}`, typeOids: [] },
        values: [],
      });
      if (rows.length > 0) await onPage(rows);
      if (rows.length < pageSize) break;
    }
    await this.enqueue({ prepared: { name: '', text: `close ${name}`, typeOids: [] }, values: [] });
  }

  /** Commits; resolves only if every statement succeeded and the server confirmed the commit. */
  async commit(): Promise<void> {
    if (this.failure) throw this.failure;
    if (this.state === 'unopened' && this.queue.length === 0) {
      this.state = 'ended';
      return;
    }
    let sent: SentStatement | null = null;
    const committed = new Promise<unknown>((resolve, reject) => {
      sent = new SentStatement(commit, resolve, reject);
      this.push(sent);
    });
    this.isCommitSent = true;
    await committed;
    this.state = 'ended';
    if (this.failure) throw this.failure;
    const { tag } = sent as unknown as SentStatement;
    if (tag !== 'COMMIT') throw new Error(`the server responded ${tag} to a commit`);
  }

  async rollBack(): Promise<void> {
    const wasOpened = this.state !== 'unopened';
    this.fail(this.connection.lostReason ?? new Error('the transaction was rolled back'));
    this.state = 'ended';
    if (!wasOpened || !this.connection.isOpen) return;
    await new Promise<void>(done => {
      const settled = () => done();
      this.connection.send([new SentStatement(rollback, settled, settled)], this.options.limitMs);
    });
  }

  /** Ends the transaction: rejects unsent and later statements. */
  fail(error: Error): void {
    this.failure ??= error;
    const unsent = this.queue;
    this.queue = [];
    for (const statement of unsent) statement.abandon(this.failure);
  }

  private enqueue(statement: BoundStatement | string): Promise<Rows<Row[]>> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.state === 'ended') return Promise.reject(new Error('the transaction has ended'));
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        this.fail(error);
        reject(error);
      };
      this.push(new SentStatement(statement, resolve, failed));
    });
  }

  private push(statement: SentStatement): void {
    this.queue.push(statement);
    this.queuedLength += statement.length;
    if (this.queuedLength > eagerLength && this.state === 'open') this.flush();
    if (this.isFlushPlanned || this.state === 'opening' || this.queue.length === 0) return;
    this.isFlushPlanned = true;
    process.nextTick(flush, this);
  }

  flush(): void {
    this.queuedLength = 0;
    if (this.queue.length === 0 || this.state === 'opening' || this.state === 'ended') return;
    if (this.state === 'unopened') {
      this.open();
      return;
    }
    while (this.queue.length > 0) {
      const end = this.queue[0].isScript ? 1 : this.queue.findIndex(statement => statement.isScript);
      this.connection.send(this.queue.splice(0, end > 0 ? end : this.queue.length), this.options.limitMs);
    }
  }

  /** If BEGIN failed, the server skips the statements that were sent with it. */
  private open(): void {
    this.state = 'opening';
    const statements = this.options.begin(this.connection.serverVersion);
    const begins = statements.map((statement, index) => {
      const isLast = index === statements.length - 1;
      const opened = () => {
        if (!isLast) return;
        this.state = 'open';
        this.flush();
      };
      return new SentStatement(statement, opened, error => this.fail(error));
    });
    const end = this.queue.findIndex(statement => statement.isScript);
    const first = this.queue.splice(0, end >= 0 ? end : this.queue.length);
    this.connection.send([...begins, ...first], this.options.limitMs);
  }
}

function flush(transaction: TransactionRunner): void {
  transaction.isFlushPlanned = false;
  transaction.flush();
}

/**
 * Runs a transaction. It fails as soon as its connection is lost, regardless of what the work awaits, and with the
 * first failed statement, whether or not the work awaits it.
 */
export async function runTransaction<T>(
  pool: ConnectionPool,
  options: TransactionOptions,
  work: (runner: StatementRunner) => Promise<T>,
): Promise<T> {
  const connection = await pool.acquire();
  const transaction = new TransactionRunner(connection, options);
  const failure = connection.failure();
  try {
    const result = await Promise.race([work(transaction), failure.lost]);
    await transaction.commit();
    return result;
  } catch (error) {
    const cause = transaction.failure;
    await transaction.rollBack();
    // Even if the work handled the error, the caller must know that the database ended the transaction.
    const reason = cause && isUnavailable(cause) ? cause : error;
    if (!transaction.isCommitSent && isReset(reason)) throw new TransactionReset(reason as Error);
    throw reason;
  } finally {
    failure.ignore();
    pool.release(connection);
  }
}
