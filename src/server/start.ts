import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Mailer } from '../operations/people/confirmations/mailer.js';
import { sharedSecret } from '../store/arena/postgres/secrets.js';
import { loadMigrations, migrate } from '../store/sql/migrate.js';
import { type ConnectionTarget, openPool, type Pool } from '../store/sql/pool.js';
import type { Config } from './config.js';
import { seedDemo } from './demo.js';
import { startEmbeddedDatabase } from './embedded-postgres/embedded.js';
import { checkExternal } from './embedded-postgres/external.js';
import { createPostgresStore } from './features.js';
import { buildLeaderboardsInWorker } from './leaderboard-worker.js';
import type { Logger } from './observability/log.js';
import { migrationsFolder, packageRoot } from './package-root.js';
import { createSmtpMailer, noMailer } from './smtp-mailer.js';
import { createService } from './wiring.js';

/** The message is one line for the operator. */
export class StartError extends Error {}

export interface RunningService {
  readonly url: string;
  readonly publicUrl: string;
  /** Lets requests end, then stops the database if it is ours. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** The database went away for good while the service ran. */
  readonly onDatabaseLost: (reason: string) => void;
}

interface Database {
  readonly pool: Pool;
  readonly target: string | ConnectionTarget;
  stop(): Promise<void>;
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `port ${port} on ${host} is taken by another program; choose another with PORT=${port === 65535 ? 4871 : port + 1}`,
    );
  }
  if (error.code === 'EACCES')
    return new StartError(`this user may not listen on port ${port}; choose one above 1023 with PORT=…`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`PRESAGE_HOST ${host} is not an address of this machine`);
  }
  return error;
}

/** Asked before the database is started, so that a second start by mistake ends at once and changes nothing. */
function checkPort(host: string, port: number): Promise<void> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', error => failed(listenProblem(error, host, port)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()));
  });
}

async function openDatabase({ config, say, signal, onDatabaseLost }: StartOptions): Promise<Database> {
  if (config.DATABASE_URL !== null) {
    say('connecting to the database of DATABASE_URL');
    await checkExternal(config.DATABASE_URL);
    const pool = openPool(config.DATABASE_URL);
    return { pool, target: config.DATABASE_URL, stop: () => pool.end({ timeout: 5 }) };
  }
  say('starting the database');
  const dataDir = resolve(packageRoot, config.PRESAGE_DATA_DIR);
  const embedded = await startEmbeddedDatabase({ dataDir, say, signal, onLost: onDatabaseLost });
  if (embedded.takenOver) say('took over the database that an earlier process left running');
  const pool = openPool(embedded.connection);
  return {
    pool,
    target: embedded.connection,
    async stop() {
      await pool.end({ timeout: 5 });
      await embedded.stop();
    },
  };
}

async function migrateAndSay(pool: Pool, { say, signal }: StartOptions): Promise<void> {
  const done = await migrate(pool, loadMigrations(migrationsFolder), { say, signal });
  if (done.length > 0) say(`migrated the database: ${done.join(', ')}`);
}

/** The address to put into a browser: nobody can open 0.0.0.0. */
function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
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
  // A port of 0 is known only after listening, but the public address is part of what is served.
  const probeFree = config.PORT === 0 && config.PRESAGE_PUBLIC_URL === null ? await freePort(host) : config.PORT;
  const publicUrl = probeFree === config.PORT ? wanted : localUrl(host, probeFree);
  const streamStorage = config.PRESAGE_STREAM_STORAGE === 'on';
  const service = createService({
    store: createPostgresStore(database.pool, null, { streamStorage }),
    log,
    clock: Date.now,
    publicUrl,
    addressReadsPerMinute: config.PRESAGE_ADDRESS_READS_PER_MINUTE,
    streamsPerAddress: config.PRESAGE_STREAMS_PER_ADDRESS,
    streamStorage,
    sharesDatabase: config.DATABASE_URL !== null,
    trustProxy: config.PRESAGE_TRUST_PROXY,
    securityContact: config.PRESAGE_SECURITY_CONTACT,
    mailer: mailerOf(config, publicUrl, log),
    operatorToken: config.PRESAGE_OPERATOR_TOKEN,
    practice: config.PRESAGE_PRACTICE === 'on',
    buildBoardsAside: () => buildLeaderboardsInWorker(database.target),
    secret: await sharedSecret(database.pool, 'cursor_secret', randomBytes(32).toString('base64url')),
  });
  await service.startJobs();
  try {
    await service.app.listen({ host, port: probeFree });
  } catch (error) {
    await service.stop();
    throw listenProblem(error as NodeJS.ErrnoException, host, probeFree);
  }
  const { port } = service.app.server.address() as AddressInfo;
  return {
    url: localUrl(host, port),
    publicUrl,
    async stop() {
      await service.stop();
      await database.stop();
    },
  };
}

function freePort(host: string): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', error => failed(listenProblem(error, host, 0)));
    probe.listen({ host, port: 0 }, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/** From configuration to a service that answers; what was begun is undone if a later step fails. */
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
