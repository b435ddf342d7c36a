import { PostgresError } from '../driver/errors.js';
import { type ConnectionTarget, openSession, parseTarget, type Session, type Sql } from '../pool.js';
import { DatabaseStartError, reasonOf } from './database-start-error.js';

const minVersion = 15;
const addressForm = 'postgresql://user:password@host:5432/database';

/** Rejects a server that lacks features that Presage's SQL needs. */
export async function checkServerVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ number: string; text: string }[]>`
    select current_setting('server_version_num') as number, current_setting('server_version') as text`;
  if (Math.floor(Number(row?.number) / 10_000) < minVersion) {
    throw new DatabaseStartError(`PostgreSQL ${minVersion} or newer is required; the server is ${row?.text}`);
  }
}

/**
 * An unescaped / ? or # in a password ends the host early, so that part of the password would be parsed as the host and
 * be shown. An @ after the host reveals this.
 */
function parse(url: string): ConnectionTarget {
  const malformed = `DATABASE_URL must be an address like ${addressForm} (percent-encode special characters of the password)`;
  if (!/^postgres(ql)?:\/\//.test(url)) throw new DatabaseStartError(malformed);
  const [authority = '', ...rest] = url.slice(url.indexOf('://') + 3).split(/[/?#]/);
  if (!authority.includes('@') && rest.join('').includes('@')) throw new DatabaseStartError(malformed);
  try {
    decodeURIComponent(authority);
    return parseTarget(url);
  } catch {
    throw new DatabaseStartError(malformed);
  }
}

function withoutSecrets(text: string, url: string, password: string): string {
  const secrets = [password, /:\/\/[^:/?#]*:(.*)@/.exec(url)?.[1] ?? ''];
  return secrets.filter(secret => secret !== '').reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}

function explain(error: unknown, { host, port, user, database }: ConnectionTarget): string {
  const at = host.startsWith('/') ? host : `${host}:${port}`;
  const { code = '', severity } = error as { code?: string; severity?: string };
  if (error instanceof DatabaseStartError) return `DATABASE_URL (${at}): ${error.message}`;
  if (code === '28P01') return `DATABASE_URL: the server at ${at} rejects the password of user ${user}`;
  if (code === '28000') return `DATABASE_URL: the server at ${at} rejects user ${user}: ${reasonOf(error)}`;
  if (code === '3D000') return `DATABASE_URL: the server at ${at} has no database "${database}": create it first`;
  if (error instanceof PostgresError || severity)
    return `DATABASE_URL: the server at ${at} responded: ${reasonOf(error)}`;
  return `DATABASE_URL: no PostgreSQL can be reached at ${at} (${code || reasonOf(error)})`;
}

/** Connects to the operator's server once and converts any failure to one line without the password. */
export async function checkExternal(url: string, longestMs = 12_000): Promise<void> {
  const target = parse(url);
  let session: Session | null = null;
  try {
    const limits = { connectTimeoutMs: longestMs, statementMs: longestMs };
    session = await openSession(url, { applicationName: 'presage-probe', ...limits });
    await checkServerVersion(session.sql);
  } catch (error) {
    throw new DatabaseStartError(withoutSecrets(explain(error, target), url, target.password));
  } finally {
    await session?.end();
  }
}
