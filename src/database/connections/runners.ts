import { SentStatement } from '../driver/batch.js';
import { isReset } from '../driver/errors.js';
import { type BoundStatement, fixedStatement, type Row, type Rows, type StatementRunner } from '../driver/statement.js';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';
import { runTransaction } from './transaction.js';

/** Statements of one session, each in a separate transaction unless the session has begun one. */
export class SessionRunner implements StatementRunner {
  constructor(
    private readonly connection: Connection,
    private readonly limitMs: number,
  ) {}

  run(statement: BoundStatement): Promise<Rows<Row[]>> {
    return this.send(statement);
  }

  runScript(text: string): Promise<Rows<Row[]>> {
    return this.send(text);
  }

  runPages(): Promise<void> {
    return Promise.reject(new Error('a cursor needs a transaction'));
  }

  send(statement: BoundStatement | string): Promise<Rows<Row[]>> {
    return new Promise((resolve, reject) => {
      this.connection.send([new SentStatement(statement, resolve, reject)], this.limitMs);
    });
  }
}

const readOnly = [fixedStatement('begin read only')];

/** Statements on any connection of the pool, each in a separate transaction. */
export class PoolRunner implements StatementRunner {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly limitMs: number,
    /** Whether to retry a statement whose connection was lost on another connection; safe only for reads. */
    private readonly repeatsLost: boolean,
  ) {}

  run(statement: BoundStatement): Promise<Rows<Row[]>> {
    return this.send(statement);
  }

  runScript(text: string): Promise<Rows<Row[]>> {
    return this.send(text);
  }

  async runPages(statement: BoundStatement, pageSize: number, onPage: (rows: Row[]) => unknown): Promise<void> {
    await runTransaction(this.pool, { begin: () => readOnly, limitMs: this.limitMs }, runner =>
      runner.runPages(statement, pageSize, onPage),
    );
  }

  private async send(statement: BoundStatement | string): Promise<Rows<Row[]>> {
    try {
      return await this.sendOnce(statement);
    } catch (error) {
      if (!this.repeatsLost || !isReset(error)) throw error;
      return this.sendOnce(statement);
    }
  }

  private async sendOnce(statement: BoundStatement | string): Promise<Rows<Row[]>> {
    const connection = await this.pool.acquire();
    try {
      return await new SessionRunner(connection, this.limitMs).send(statement);
    } finally {
      this.pool.release(connection);
    }
  }
}
