import { ConnectionLost } from '../driver/errors.js';
import { openSession, type Session, type Sql } from '../pool.js';
import { superuser } from './cluster.js';

/** The advisory lock of the owner of an embedded database; the digits are arbitrary and must never change. */
const ownerLockKey = '4870202603170001';
const ownerName = /^presage-owner pid=(\d+)$/;
const database = 'presage';

/** Connection data of an embedded database's server. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export function connectionTo(socketFolder: string, port: number, password: string): Connection {
  return { host: socketFolder, port, user: superuser, password, database };
}

/** The open session that holds the lock. */
export interface OwnerLock {
  /** The fingerprint of the running server's settings. */
  launch: string | null;
  /** Called once if the session ends other than by `release`. */
  onBroken(callback: () => void): void;
  release(): Promise<void>;
}

type LockAttempt =
  | { kind: 'granted'; lock: OwnerLock }
  /** Another process holds the lock. */
  | { kind: 'held'; by: number | null }
  /** A server is running but rejects connections: it is starting, recovering, stopping or full. */
  | { kind: 'busy' }
  /** Nothing listens. */
  | { kind: 'silent' }
  | { kind: 'refused'; reason: string };

const busyCodes = ['57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE'];
const silentCodes = ['ECONNREFUSED', 'ENOENT'];

function failedAttempt(error: unknown): LockAttempt {
  const { code, message } = error as Error & { code?: string };
  // Connections that end before the server responds, or time out, have no code.
  if (!code || error instanceof ConnectionLost || busyCodes.includes(code)) return { kind: 'busy' };
  if (silentCodes.includes(code)) return { kind: 'silent' };
  return { kind: 'refused', reason: message };
}

/** Sessions of the launcher use the database `postgres`, so that they never block copying `presage`. */
function openLauncherSession(connection: Connection, applicationName: string): Promise<Session> {
  // The timeout for a server of which only the socket is left.
  return openSession(connection, { applicationName, connectTimeoutMs: 3_000, statementMs: 15_000 });
}

async function ensureDatabase(sql: Sql, connection: Connection): Promise<void> {
  const rows = await sql`select 1 from pg_database where datname = ${connection.database}`;
  if (rows.length === 0) await sql.unsafe(`create database ${connection.database}`);
  // The former owner's stop may have released the lock. The server then rejects new sessions, which this one
  // detects.
  const probe = await openLauncherSession(connection, 'presage-probe');
  try {
    await probe.sql`select 1`;
  } finally {
    await probe.end();
  }
}

async function holderOf(sql: Sql): Promise<number | null> {
  const rows = await sql<{ name: string }[]>`
    select application_name as name
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = ${ownerLockKey}::bigint`;
  const pid = ownerName.exec(rows[0]?.name ?? '')?.[1];
  return pid ? Number(pid) : null;
}

async function requestLock(session: Session, connection: Connection): Promise<LockAttempt> {
  const { sql } = session;
  const [row] = await sql<{ granted: boolean; launch: string | null }[]>`
    select pg_try_advisory_lock(${ownerLockKey}::bigint) as granted, current_setting('presage.launch', true) as launch`;
  if (!row?.granted) return { kind: 'held', by: await holderOf(sql) };
  await ensureDatabase(sql, connection);
  const onBroken = (callback: () => void) => {
    if (session.isOpen) session.onLost(callback);
    else callback();
  };
  return { kind: 'granted', lock: { launch: row.launch, onBroken, release: () => session.end() } };
}

/** Tries to make this process the owner of the database, if a server is running. */
export async function tryOwnerLock(connection: Connection): Promise<LockAttempt> {
  let session: Session | null = null;
  try {
    session = await openLauncherSession({ ...connection, database: 'postgres' }, `presage-owner pid=${process.pid}`);
    const attempt = await requestLock(session, connection);
    if (attempt.kind !== 'granted') await session.end();
    return attempt;
  } catch (error) {
    await session?.end();
    return failedAttempt(error);
  }
}
