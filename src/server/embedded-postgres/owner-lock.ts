import postgres, { type Sql } from 'postgres';
import { bounded } from './bounded-session.js';
import { superuser } from './cluster.js';

/** The one lock that says who owns an embedded database; the digits are arbitrary and must never change. */
const ownerLockKey = '4870202603170001';
const ownerName = /^presage-owner pid=(\d+)$/;
const database = 'presage';

/** How to reach the server of one embedded database. */
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
  /** The fingerprint that the running server was started with. */
  launch: string | null;
  /** Calls back once if the session ends other than by `release`. */
  onBroken(callback: () => void): void;
  release(): Promise<void>;
}

type Knock =
  | { kind: 'granted'; lock: OwnerLock }
  /** Another process holds the lock. */
  | { kind: 'held'; by: number | null }
  /** A server is there but takes nobody in: it starts, recovers, stops or is full. */
  | { kind: 'busy' }
  /** Nothing listens. */
  | { kind: 'silent' }
  | { kind: 'refused'; reason: string };

const busyCodes = ['57P01', '57P02', '57P03', '53300', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE'];
const silentCodes = ['ECONNREFUSED', 'ENOENT'];

function failedKnock(error: unknown): Knock {
  const { code = '', message } = error as Error & { code?: string };
  if (busyCodes.includes(code) || code === 'CONNECTION_DESTROYED') return { kind: 'busy' };
  if (silentCodes.includes(code)) return { kind: 'silent' };
  return { kind: 'refused', reason: message };
}

/** Sessions of the launcher live in the database `postgres`, so that nothing of ours stands in the way of copying `presage`. */
function openSession(connection: Connection, name: string, onclose: () => void): Sql {
  return postgres({
    ...connection,
    max: 1,
    fetch_types: false,
    prepare: false,
    idle_timeout: 0,
    // The driver's default ends a session after some 45 minutes, and with it would end our lock.
    max_lifetime: null,
    // A server of which only the socket is left must not cost a start more than this.
    connect_timeout: 3,
    onnotice: () => {},
    onclose,
    connection: { application_name: name },
  });
}

async function ensureDatabase(sql: Sql, connection: Connection): Promise<void> {
  const found = await sql`select 1 from pg_database where datname = ${connection.database}`;
  if (found.length === 0) await sql.unsafe(`create database ${connection.database}`);
  // A former owner's stop may be what freed the lock. Then the server lets nobody in any more, which this session finds out.
  const probe = openSession(connection, 'presage-probe', () => {});
  try {
    await bounded(probe, probe`select 1`.execute());
  } finally {
    await probe.end({ timeout: 0 });
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

/** Asks the server, if there is one, to make this process the owner of the database. */
export async function knock(connection: Connection): Promise<Knock> {
  let broken = false;
  let released = false;
  let callback = () => {};
  const sql = openSession({ ...connection, database: 'postgres' }, `presage-owner pid=${process.pid}`, () => {
    broken = true;
    if (!released) callback();
  });
  const release = () => {
    released = true;
    return sql.end({ timeout: 0 });
  };
  const ask = async (): Promise<Knock> => {
    const [row] = await sql<{ granted: boolean; launch: string | null }[]>`
      select pg_try_advisory_lock(${ownerLockKey}::bigint) as granted, current_setting('presage.launch', true) as launch`;
    if (!row?.granted) return { kind: 'held', by: await holderOf(sql) };
    await ensureDatabase(sql, connection);
    const onBroken = (wanted: () => void) => {
      callback = wanted;
      if (broken) wanted();
    };
    return { kind: 'granted', lock: { launch: row.launch, onBroken, release } };
  };
  const answer = await bounded(sql, ask()).catch(failedKnock);
  if (answer.kind !== 'granted') await release();
  return answer;
}
