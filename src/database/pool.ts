import pg, { type ClientConfig } from 'pg';
import { Connection, type SessionConfig } from './connections/connection.js';
import { type ConnectionChange, ConnectionPool, type ConnectionState } from './connections/connection-pool.js';
import { PoolRunner, SessionRunner } from './connections/runners.js';
import { runTransaction, type TransactionOptions } from './connections/transaction.js';
import {
  createSql,
  fixedStatement,
  type PendingStatement,
  type Row,
  type Sql,
  type SqlPart,
} from './driver/statement.js';

export type { Sql, SqlPart };
export type SqlStatement = PendingStatement<Row[]>;

export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A connection that belongs to one user until it is released. */
export interface ReservedSql extends Sql {
  release(): void;
}

/** A connection outside the pool, for LISTEN or session locks. If it is lost, its owner opens another. */
export interface Session {
  readonly sql: Sql;
  readonly isOpen: boolean;
  onLost(callback: (error: Error) => void): void;
  onNotification(callback: (payload: string) => void): void;
  end(): Promise<void>;
}

/** Each statement on the pool runs in a separate transaction, on any connection. */
export interface Pool extends Sql {
  /** Whether connections use a socket on this machine, which closes as soon as the server exits. */
  readonly isLocal: boolean;
  /** For reads: a statement whose connection is lost is retried once on another. */
  readonly reads: Sql;
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  transaction<T>(options: TransactionStart, work: (sql: Sql) => Promise<T>): Promise<T>;
  reserve(): Promise<ReservedSql>;
  openSession(applicationName: string, options?: { readonly statementMs?: number }): Promise<Session>;
  state(): ConnectionState;
  onChange(listener: (change: ConnectionChange) => void): void;
  end(options?: { readonly timeoutMs?: number }): Promise<void>;
}

interface TransactionStart {
  /** Statements that begin the transaction, sent with the first statement of the work. */
  readonly begin: readonly string[];
  /** Ends the whole transaction, where the server supports it (PostgreSQL 17). */
  readonly transactionMs?: number;
  /** The deadline of its statements. */
  readonly statementMs: number;
}

interface PoolOptions {
  readonly max?: number;
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
  /** The time in which a server must respond to a probe. Tests share a server on a machine that may be overloaded. */
  readonly maxStallMs?: number;
  /** How long a statement waits for a connection; tests have more patience here, too. */
  readonly maxWaitMs?: number;
  /** How long a transaction may be idle; tests hold locks while they look at others. */
  readonly maxIdleInTransactionMs?: number;
  /** Connections that were idle for this long are closed. */
  readonly maxIdleMs?: number;
}

/** Jobs that run every minute keep their connections: opening one costs the server more than a minute of idle sessions. */
const usualIdleMs = 300_000;
const maxLifetimeMs = 3_600_000;
/** Callers must get a response within two seconds while the database is unavailable. */
const maxWaitMs = 1_900;
const maxWaiting = 5_000;
const maxStallMs = 3_000;
const connectTimeoutMs = 3_000;
/** The time limit of a start for its first connection. */
const maxFirstWaitMs = 15_000;
const idleInTransactionMs = 3_000;
const lockMs = 4_000;

/**
 * Session settings are sent when a connection opens; those of the URL come first and ours override them. sslmode has
 * the meaning of libpq's manual: pg itself would verify certificates in every mode.
 */
function clientConfigOf(
  target: string | ConnectionTarget,
  settings: Record<string, string | number> = {},
): ClientConfig {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  if (typeof target !== 'string') return { ...target, options: options.join(' ') };
  const [base, query = ''] = target.split('?', 2);
  const parameters = new URLSearchParams(query);
  const theirs = parameters.getAll('options');
  parameters.delete('options');
  if (parameters.has('sslmode')) parameters.set('uselibpqcompat', 'true');
  return { connectionString: `${base}?${parameters}`, options: [...theirs, ...options].join(' ') };
}

function sessionConfig(target: string | ConnectionTarget, options: PoolOptions, statementMs: number): SessionConfig {
  return {
    applicationName: options.applicationName ?? 'presage',
    connectTimeoutMs,
    client: clientConfigOf(target, {
      TimeZone: 'UTC',
      // Statements are planned while tables are still empty, and such a plan would scan a grown table.
      enable_seqscan: 'off',
      statement_timeout: statementMs,
      // A paused or disconnected node holds its locks no longer than this; others wait for a lock slightly longer.
      idle_in_transaction_session_timeout: options.maxIdleInTransactionMs ?? idleInTransactionMs,
      lock_timeout: lockMs,
    }),
  };
}

function sessionOver(connection: Connection, limitMs: number): Session {
  return {
    sql: createSql(new SessionRunner(connection, limitMs)),
    get isOpen() {
      return connection.isOpen;
    },
    onLost: callback => void connection.onLost(callback),
    onNotification: callback => connection.onNotification(callback),
    end: () => connection.end(),
  };
}

/** Parses a URL and adds the defaults of a connection. Throws if it is invalid. */
export function parseTarget(url: string): ConnectionTarget {
  const { host, port, user = '', database = '', password } = new pg.Client(clientConfigOf(url));
  return { host, port, user, database, password: password ?? '' };
}

interface SessionOptions {
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  readonly statementMs: number;
}

/** Opens one connection without a pool and without the settings of one. */
export async function openSession(target: string | ConnectionTarget, options: SessionOptions): Promise<Session> {
  const connection = await Connection.open({ ...options, client: clientConfigOf(target) });
  connection.superviseAlone();
  return sessionOver(connection, options.statementMs);
}

/** Opens a client of pg itself, for COPY streams. Its statements have no timeout. */
export async function openClient(target: string | ConnectionTarget, applicationName: string): Promise<pg.Client> {
  const settings = { TimeZone: 'UTC', DateStyle: 'ISO', statement_timeout: 0, lock_timeout: 0 };
  const limits = { idle_in_transaction_session_timeout: 0 };
  const client = new pg.Client({
    ...clientConfigOf(target, { ...settings, ...limits }),
    application_name: applicationName,
    connectionTimeoutMillis: maxFirstWaitMs,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const transactionOptions = new WeakMap<TransactionStart, TransactionOptions>();

function optionsOf(start: TransactionStart): TransactionOptions {
  let options = transactionOptions.get(start);
  if (!options) {
    const plain = start.begin.map(fixedStatement);
    const limit = fixedStatement(`set local transaction_timeout = ${start.transactionMs}`);
    const limited = start.transactionMs === undefined ? plain : [...plain, limit];
    const begin = (version: number) => (version >= 170_000 ? limited : plain);
    options = { begin, limitMs: start.statementMs };
    transactionOptions.set(start, options);
  }
  return options;
}

/** Connections open with the first statements. */
export function openPool(target: string | ConnectionTarget, options: PoolOptions = {}): Pool {
  const statementMs = options.statementTimeoutMs ?? 30_000;
  const connections = new ConnectionPool(sessionConfig(target, options, statementMs), {
    maxConnections: options.max ?? 10,
    maxWaiting,
    maxWaitMs: options.maxWaitMs ?? maxWaitMs,
    maxFirstWaitMs,
    maxIdleMs: options.maxIdleMs ?? usualIdleMs,
    maxLifetimeMs,
    maxStallMs: options.maxStallMs ?? maxStallMs,
  });
  const plainStart = { begin: ['begin'], statementMs };
  const transaction = <T>(start: TransactionStart, work: (sql: Sql) => Promise<T>) =>
    runTransaction(connections, optionsOf(start), runner => work(createSql(runner)));
  return Object.assign(createSql(new PoolRunner(connections, statementMs, false)), {
    isLocal: (typeof target === 'string' ? parseTarget(target) : target).host.startsWith('/'),
    reads: createSql(new PoolRunner(connections, statementMs, true)),
    transaction,
    begin: <T>(work: (sql: Sql) => Promise<T>) => transaction(plainStart, work),
    async reserve() {
      const connection = await connections.acquire();
      const release = () => connections.release(connection);
      return Object.assign(createSql(new SessionRunner(connection, statementMs)), { release });
    },
    openSession: async (name: string, sessionSettings: { readonly statementMs?: number } = {}) =>
      sessionOver(await connections.openSession(name), sessionSettings.statementMs ?? statementMs),
    state: () => connections.state(),
    onChange: (listener: (change: ConnectionChange) => void) => connections.listen(listener),
    end: ({ timeoutMs = 5_000 } = {}) => connections.end(timeoutMs),
  });
}
