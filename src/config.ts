// The only list of the service's environment variables: `npm start -- --help` prints it. Those of the command are
// ignored; any other PRESAGE_* variable is an error.

import { isIP } from 'node:net';
import { isConnectorKeyName } from './connectors.js';
import type { ProxySetting } from './http/pipeline/http-app.js';
import { commandVariables } from './service/pages.js';

interface Setting<T> {
  readonly fallback: string | null;
  readonly about: string;
  readonly parse: (text: string) => T;
}

/** The message is one line for the operator and contains the variable. */
export class ConfigError extends Error {}

function setting<T>(fallback: string | null, about: string, parse: (text: string) => T): Setting<T> {
  return { fallback, about, parse };
}

function wholeNumber(lowest: number, highest: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < lowest || value > highest) {
      throw new ConfigError(`must be a whole number from ${lowest} to ${highest}`);
    }
    return value;
  };
}

function oneOf<const V extends readonly string[]>(...values: V) {
  return (text: string): V[number] => {
    if (!values.includes(text)) throw new ConfigError(`must be one of ${values.join(', ')}`);
    return text;
  };
}

function address(...protocols: readonly string[]) {
  return (text: string): string => {
    let url: URL;
    try {
      url = new URL(text);
    } catch {
      throw new ConfigError(`must be an address that begins with ${protocols.map(name => `${name}//`).join(' or ')}`);
    }
    if (!protocols.includes(url.protocol)) {
      throw new ConfigError(`must begin with ${protocols.map(name => `${name}//`).join(' or ')}`);
    }
    return text.replace(/\/+$/, '');
  };
}

/** `postgresql://user@/database?host=/run/postgresql` has a socket instead of a host. */
function databaseAddress(text: string): string {
  address('postgres:', 'postgresql:')(text.replace(/^(\w+:\/\/[^/?#]*@)(?=\/)/, '$1socket'));
  return text.replace(/\/+$/, '');
}

function contact(text: string): string {
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text))
    throw new ConfigError('must begin with mailto: or https://');
  return text;
}

function mailSender(value: string): string {
  if (!/^([^<>\r\n"]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value)) {
    throw new ConfigError('must be an email address, or a name with one: Presage <arena@example.org>');
  }
  return value;
}

function text(value: string): string {
  return value;
}

function headerName(value: string): string {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(value)) {
    throw new ConfigError('must be the name of an HTTP header, such as CF-IPCountry');
  }
  return value.toLowerCase();
}

function longToken(value: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(value))
    throw new ConfigError('must be 16 to 256 printable characters without spaces');
  return value;
}

function trustProxy(value: string): ProxySetting {
  if (value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return 1;
  if (/^\d+$/.test(value)) return Number(value);
  const names = ['loopback', 'linklocal', 'uniquelocal'];
  const isAddress = (part: string) => isIP(part.replace(/\/\d{1,3}$/, '')) !== 0 || names.includes(part);
  if (!value.split(',').every(part => isAddress(part.trim()))) {
    throw new ConfigError('must be a number of proxies or a list of addresses, such as 10.0.0.0/8,127.0.0.1');
  }
  return value;
}

const settings = {
  PORT: setting('4870', 'port to listen on; 0 chooses any free port', wholeNumber(0, 65_535)),
  PRESAGE_HOST: setting('127.0.0.1', 'address to listen on; 0.0.0.0 for all', text),
  PRESAGE_PUBLIC_URL: setting(
    null,
    'public address of this arena (default: host and port)',
    address('http:', 'https:'),
  ),
  PRESAGE_DATA_DIR: setting('./data', 'folder of the embedded database', text),
  DATABASE_URL: setting(null, 'PostgreSQL 15 or newer to use instead of the embedded one', databaseAddress),
  DATABASE_REPLICA_URL: setting(null, 'read replica for reads that may lag', databaseAddress),
  PRESAGE_OPERATOR_TOKEN: setting(
    null,
    'bearer token of the operator API; without it, no token is accepted',
    longToken,
  ),
  PRESAGE_DEMO: setting('1', '1 fills an empty database with a demo arena, 0 does not', oneOf('0', '1')),
  PRESAGE_PRACTICE: setting('on', 'on opens a practice event every two minutes, off opens none', oneOf('on', 'off')),
  PRESAGE_STREAM_STORAGE: setting('on', 'on stores stream messages for replay, off does not', oneOf('on', 'off')),
  PRESAGE_TRUST_PROXY: setting(
    '0',
    'number of proxies in front, or their addresses, whose X-Forwarded-For is trusted',
    trustProxy,
  ),
  PRESAGE_COUNTRY_HEADER: setting(
    null,
    'header in which trusted proxies name the country of a request, such as CF-IPCountry; needs PRESAGE_TRUST_PROXY',
    headerName,
  ),
  PRESAGE_GEO_DATABASE: setting(null, 'MMDB file that maps addresses to countries', text),
  PRESAGE_LOG_LEVEL: setting('info', 'debug logs every request', oneOf('debug', 'info', 'warn', 'error', 'silent')),
  PRESAGE_ADDRESS_READS_PER_MINUTE: setting(
    '1200',
    'requests without a key per client address and minute; 0 = no limit',
    wholeNumber(0, 1e9),
  ),
  PRESAGE_STREAMS_PER_ADDRESS: setting('100', 'open streams per client address; 0 = no limit', wholeNumber(0, 1e6)),
  PRESAGE_DISK_WARN_MB: setting(
    '1024',
    'free space of the data folder in MB below which the log and /readyz warn',
    wholeNumber(0, 1e9),
  ),
  PRESAGE_DISK_RESERVE_MB: setting(
    '64',
    'free space of the data folder in MB below which writes are rejected with 503; 0 = no reserve',
    wholeNumber(0, 1e9),
  ),
  PRESAGE_METRICS_PORT: setting(
    null,
    'port that serves /metrics, /healthz and /readyz without a credential; without it /metrics needs the operator',
    wholeNumber(0, 65_535),
  ),
  PRESAGE_MAX_CONNECTIONS: setting(
    '10000',
    'maximum number of connections; beyond it, only health checks and cancels are served; 0 = no limit',
    wholeNumber(0, 1e6),
  ),
  PRESAGE_SMTP_URL: setting(
    null,
    'SMTP server, such as smtps://user:password@mail.example:465; without it, no email is sent',
    address('smtp:', 'smtps:'),
  ),
  PRESAGE_MAIL_FROM: setting(null, 'sender of emails (default: no-reply at the host of the public URL)', mailSender),
  PRESAGE_SECURITY_CONTACT: setting(
    null,
    'mailto: or https:// address for vulnerability reports (security.txt)',
    contact,
  ),
} as const;

type SettingName = keyof typeof settings;
export type Config = {
  readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T>
    ? (typeof settings)[N]['fallback'] extends null
      ? T | null
      : T
    : never;
};

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/** Names that are allowed in the environment. */
const variableNames: readonly string[] = [...new Set([...Object.keys(settings), ...Object.keys(commandVariables)])];

/** Some names are common to all services and have no prefix: PRESAGE_PORT means PORT. */
function nearest(name: string): string {
  const bare = name.replace(/^PRESAGE_/, '');
  if (variableNames.includes(bare)) return bare;
  return variableNames.reduce((best, other) => (distance(name, other) < distance(name, best) ? other : best));
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('PRESAGE_') && !variableNames.includes(name) && !isConnectorKeyName(name)) {
      throw new ConfigError(
        `${name} is not a setting; did you mean ${nearest(name)}? (npm start -- --help lists all settings)`,
      );
    }
  }
  const values: Record<string, unknown> = {};
  for (const [name, { fallback, parse }] of Object.entries(settings)) {
    const given = environment[name]?.trim() || fallback;
    try {
      values[name] = given === null ? null : parse(given);
    } catch (error) {
      if (error instanceof ConfigError) throw new ConfigError(`${name} ${error.message}`);
      throw error;
    }
  }
  return values as Config;
}

export function configHelp(): string {
  const width = Math.max(...Object.keys(settings).map(name => name.length));
  const lines = Object.entries(settings).map(
    ([name, { fallback, about }]) => `  ${name.padEnd(width)}  ${about}${fallback === null ? '' : ` [${fallback}]`}`,
  );
  const others = Object.keys(commandVariables).filter(name => !Object.hasOwn(settings, name));
  return [
    'Usage: npm start',
    '',
    'Settings are environment variables [default]:',
    ...lines,
    `  ${'PRESAGE_CONNECTOR_<ID>_KEY'.padEnd(width)}  key of a data source, such as PRESAGE_CONNECTOR_METACULUS_KEY`,
    `  ${'PRESAGE_CONNECTOR_<ID>_ORIGIN'.padEnd(width)}  origin that this key may be sent to in addition to its provider's`,
    '',
    'The service ignores these variables, which only the presage command uses:',
    ...others.map(name => `  ${name}`),
  ].join('\n');
}
