import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Services } from '../http/services.js';
import type { Mailer } from '../operations/people/confirmations/mailer.js';
import { sharedSecret } from '../store/arena/postgres/secrets.js';
import { loadMigrations, migrate } from '../store/sql/migrate.js';
import { type ConnectionTarget, openPool, type Pool } from '../store/sql/pool.js';
import type { Config } from './config.js';
import { openGeoDatabase } from './country-sources.js';
import { seedDemo } from './demo.js';
import { DataFolderInUseError } from './embedded-postgres/database-start-error.js';
import { startEmbeddedDatabase } from './embedded-postgres/embedded.js';
import { checkExternal } from './embedded-postgres/external.js';
import type { ServerChange } from './embedded-postgres/supervise-server.js';
import { createPostgresStore } from './features.js';
import { buildLeaderboardsInWorker } from './leaderboard-worker.js';
import { type AddedListeners, addListeners } from './listeners/add-listeners.js';
import { DiskMonitor } from './observability/disk-space.js';
import type { Logger } from './observability/log.js';
import { createMetricsListener } from './observability/metrics-listener.js';
import { migrationsFolder, packageRoot, webFolder } from './package-root.js';
import { describeRunningAs, describeRunningOn, recordRunning } from './running-record.js';
import { createSmtpMailer, noMailer } from './smtp-mailer.js';
import { createService } from './wiring.js';

/** The message is one line for the operator. */
export class StartError extends Error {}

export interface RunningService {
  readonly url: string;
  readonly publicUrl: string;
  /** Drains requests, then stops the database if this process owns it. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly config: Config;
  /** Keys of data sources by connector id. */
  readonly connectorKeys: ReadonlyMap<string, string>;
  readonly connectorOrigins: ReadonlyMap<string, string>;
  readonly log: Logger;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** Another Presage process took over the database while the service ran. */
  readonly onDatabaseLost: (reason: string) => void;
}

interface Database {
  /** For the operator. */
  readonly name: string;
  readonly disk: DiskMonitor;
  readonly pool: Pool;
  readonly target: string | ConnectionTarget;
  stop(): Promise<void>;
}

async function listenProblem(error: NodeJS.ErrnoException, host: string, port: number, name = 'PORT'): Promise<Error> {
  if (error.code === 'EADDRINUSE') {
    const running = await describeRunningOn(port);
    const holder = running ? `${running}, or` : 'another program;';
    const other = port === 65535 ? 4871 : port + 1;
    return new StartError(`port ${port} on ${host} is taken by ${holder} choose another port with ${name}=${other}`);
  }
  if (error.code === 'EACCES')
    return new StartError(`this user may not listen on port ${port}; choose one above 1023 with ${name}=…`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`PRESAGE_HOST ${host} is not an address of this machine`);
  }
  return error;
}

/** Checked before the database is started, so that an accidental second start ends at once and changes nothing. */
function checkPort(host: string, port: number): Promise<void> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', error => listenProblem(error, host, port).then(failed));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()));
  });
}

function monitorDisk(folder: string | null, config: Config, log: Logger): DiskMonitor {
  const mebibyte = 1024 * 1024;
  const warnBytes = config.PRESAGE_DISK_WARN_MB * mebibyte;
  return new DiskMonitor({ folder, warnBytes, reserveBytes: config.PRESAGE_DISK_RESERVE_MB * mebibyte, log });
}

function describeChange(change: ServerChange): string {
  if (change.kind === 'down') return `the database is down: ${change.reason}; writes are rejected until it is back`;
  if (change.kind === 'still-down') return `the database is still down: ${change.reason}`;
  if (change.kind === 'up') return `the database is back after ${Math.round(change.downMs)} ms`;
  return `the database is lost: ${change.reason}`;
}

/** The same state as in the metrics and the readiness check. */
function logConnections(pool: Pool, log: Logger): Pool {
  pool.onChange(change => {
    if (change.kind === 'lost') log.warn(`a database connection was lost: ${change.reason}`);
    else if (change.kind === 'unreachable') log.warn(`the database is unreachable: ${change.reason}`);
    else log.warn(`the database is reachable again after ${Math.round(change.downMs)} ms`);
  });
  return pool;
}

async function openDatabase({ config, log, say, signal, onDatabaseLost }: StartOptions): Promise<Database> {
  if (config.DATABASE_URL !== null) {
    say('connecting to the database of DATABASE_URL');
    await checkExternal(config.DATABASE_URL);
    const pool = logConnections(openPool(config.DATABASE_URL), log);
    const disk = monitorDisk(null, config, log);
    return {
      name: 'with the database of DATABASE_URL',
      disk,
      pool,
      target: config.DATABASE_URL,
      stop: () => pool.end(),
    };
  }
  say('starting the database');
  const dataDir = resolve(packageRoot, config.PRESAGE_DATA_DIR);
  const onChange = (change: ServerChange) => {
    log.warn(describeChange(change));
    if (change.kind === 'lost') onDatabaseLost(change.reason);
  };
  const embedded = await startEmbeddedDatabase({ dataDir, say, signal, onChange }).catch(async error => {
    const running = error instanceof DataFolderInUseError && (await describeRunningAs(error.holder ?? 0));
    throw running
      ? new StartError(`the data folder ${error.dataFolder} is in use by another Presage process: ${running}`)
      : error;
  });
  if (embedded.takenOver) say('took over the database that an earlier process left running');
  const pool = logConnections(openPool(embedded.connection), log);
  return {
    name: `data folder ${dataDir}`,
    disk: monitorDisk(embedded.dataFolder, config, log),
    pool,
    target: embedded.connection,
    async stop() {
      await pool.end();
      await embedded.stop();
    },
  };
}

async function migrateAndSay(pool: Pool, { say, signal }: StartOptions): Promise<void> {
  const done = await migrate(pool, loadMigrations(migrationsFolder), { say, signal });
  if (done.length > 0) say(`migrated the database: ${done.join(', ')}`);
}

/** The URL for a browser: 0.0.0.0 can't be opened. */
function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Null without PRESAGE_METRICS_PORT. */
function listenForMonitoring({ service }: Services, config: Config): Promise<Server | null> {
  const { PRESAGE_METRICS_PORT: port, PRESAGE_HOST: host } = config;
  if (port === null) return Promise.resolve(null);
  const server = createMetricsListener(service);
  return new Promise((done, failed) => {
    server.once('error', error => listenProblem(error, host, port, 'PRESAGE_METRICS_PORT').then(failed));
    server.listen({ host, port, exclusive: true }, () => done(server));
  });
}

function mailerOf(config: Config, publicUrl: string, log: Logger): Mailer {
  const { PRESAGE_SMTP_URL: url, PRESAGE_MAIL_FROM: from } = config;
  if (url === null) return noMailer;
  return createSmtpMailer({ url, from: from ?? `Presage <no-reply@${new URL(publicUrl).hostname}>`, log });
}

async function listen(database: Database, options: StartOptions): Promise<RunningService> {
  const { config, log } = options;
  const host = config.PRESAGE_HOST;
  const wanted = config.PRESAGE_PUBLIC_URL ?? localUrl(host, config.PORT);
  // Port 0 is resolved only after listening, but responses contain the public URL.
  const probeFree = config.PORT === 0 && config.PRESAGE_PUBLIC_URL === null ? await freePort(host) : config.PORT;
  const publicUrl = probeFree === config.PORT ? wanted : localUrl(host, probeFree);
  const streamStorage = config.PRESAGE_STREAM_STORAGE === 'on';
  const service = createService({
    store: createPostgresStore(database.pool, null, { streamStorage, disk: database.disk }),
    disk: database.disk,
    log,
    clock: Date.now,
    publicUrl,
    addressReadsPerMinute: config.PRESAGE_ADDRESS_READS_PER_MINUTE,
    streamsPerAddress: config.PRESAGE_STREAMS_PER_ADDRESS,
    maxConnections: config.PRESAGE_MAX_CONNECTIONS,
    streamStorage,
    sharesDatabase: config.DATABASE_URL !== null,
    trustProxy: config.PRESAGE_TRUST_PROXY,
    countryHeader: config.PRESAGE_COUNTRY_HEADER,
    geoDatabase: await openGeoDatabase(config.PRESAGE_GEO_DATABASE),
    securityContact: config.PRESAGE_SECURITY_CONTACT,
    mailer: mailerOf(config, publicUrl, log),
    operatorToken: config.PRESAGE_OPERATOR_TOKEN,
    connectorKeys: options.connectorKeys,
    connectorOrigins: options.connectorOrigins,
    demoVenues: config.PRESAGE_DEMO === '1',
    practice: config.PRESAGE_PRACTICE === 'on',
    webFolder,
    buildBoardsAside: lease => buildLeaderboardsInWorker(database.target, lease),
    secret: await sharedSecret(database.pool, 'cursor_secret', randomBytes(32).toString('base64url')),
  });
  await service.startJobs();
  try {
    // Otherwise a start on a nearly full disk would fail on its own housekeeping.
    await database.disk.start();
    await service.app.listen({ host, port: probeFree });
  } catch (error) {
    await service.stop();
    throw await listenProblem(error as NodeJS.ErrnoException, host, probeFree);
  }
  const monitoring = await listenForMonitoring(service.services, config).catch(async error => {
    await service.stop();
    throw error;
  });
  const { port } = service.app.server.address() as AddressInfo;
  const listeners = addMoreListeners(service.app.server, options);
  const forget = await recordRunning(port, database.name);
  return {
    url: localUrl(host, port),
    publicUrl,
    async stop() {
      (await listeners)?.close();
      await service.stop();
      await forget();
      database.disk.stop();
      // Last, so that monitoring sees the node stop.
      monitoring?.close();
      monitoring?.closeAllConnections();
      await database.stop();
    },
  };
}

/** The service works without them, so a start neither waits for them nor fails with them. */
function addMoreListeners(server: Server, { config, log }: StartOptions): Promise<AddedListeners | null> {
  return addListeners(server, config.PRESAGE_LISTENERS).catch(error => {
    log.warn(
      { err: error },
      'the service accepts one connection per event-loop turn: no further listeners could be added',
    );
    return null;
  });
}

function freePort(host: string): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', error => listenProblem(error, host, 0).then(failed));
    probe.listen({ host, port: 0 }, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/** Starts the service from its configuration; undoes earlier steps if a later one fails. */
export async function startPresage(options: StartOptions): Promise<RunningService> {
  const { config, say, signal } = options;
  if (config.PORT !== 0) await checkPort(config.PRESAGE_HOST, config.PORT);
  const database = await openDatabase(options);
  try {
    signal.throwIfAborted();
    await migrateAndSay(database.pool, options);
    signal.throwIfAborted();
    if (config.PRESAGE_DEMO === '1') await seedDemo({ pool: database.pool, say, signal });
    return await listen(database, options);
  } catch (error) {
    await database.stop();
    throw error;
  }
}
