import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addListeners, sharedPort } from './add-listeners.js';
import { createService } from './compose.js';
import type { Config } from './config.js';
import { openGeoDatabase } from './country-sources.js';
import { sharedSecret } from './database/arena/settings.js';
import { createPostgresStore } from './database/postgres-store.js';
import { seedDemo } from './demo.js';
import { freePort } from './free-port.js';
import { buildLeaderboardsInWorker } from './leaderboard-worker.js';
import type { Logger } from './observability/log.js';
import { createMetricsListener } from './observability/metrics-listener.js';
import { webFolder } from './package-root.js';
import type { Mailer } from './people/confirmations.js';
import { recordRunning } from './running-record.js';
import type { Services } from './services.js';
import { createSmtpMailer, noMailer } from './smtp-mailer.js';
import { type Database, listenProblem, type RunningService, type StartOptions } from './start-options.js';

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
    server.once('error', error => listenProblem(error, { host, port, name: 'PRESAGE_METRICS_PORT' }).then(failed));
    server.listen({ host, port, exclusive: true }, () => done(server));
  });
}

function mailerOf(config: Config, publicUrl: string, log: Logger): Mailer {
  const { PRESAGE_SMTP_URL: url, PRESAGE_MAIL_FROM: from } = config;
  if (url === null) return noMailer;
  return createSmtpMailer({ url, from: from ?? `Presage <no-reply@${new URL(publicUrl).hostname}>`, log });
}

/** Creates the service on an open database, fills an empty one with the demo arena, and listens. */
export async function serve(database: Database, options: StartOptions): Promise<RunningService> {
  const { config, log, say, signal } = options;
  if (config.PRESAGE_DEMO === '1') await seedDemo({ pool: database.pool, say, signal });
  const host = config.PRESAGE_HOST;
  const wanted = config.PRESAGE_PUBLIC_URL ?? localUrl(host, config.PORT);
  // Port 0 is resolved only after listening, but responses contain the public URL.
  const probeFree = config.PORT === 0 && config.PRESAGE_PUBLIC_URL === null ? await choosePort(host) : config.PORT;
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
    await service.app.listen({ ...sharedPort, host, port: probeFree });
  } catch (error) {
    await service.stop();
    throw await listenProblem(error as NodeJS.ErrnoException, { host, port: probeFree });
  }
  const monitoring = await listenForMonitoring(service.services, config).catch(async error => {
    await service.stop();
    throw error;
  });
  const { port } = service.app.server.address() as AddressInfo;
  // The service works without them.
  const listeners = await addListeners(service.app.server, host).catch(error => {
    log.warn({ err: error }, 'the service accepts one connection per event-loop turn: no further listeners were added');
    return null;
  });
  const forget = await recordRunning(port, database.name);
  return {
    url: localUrl(host, port),
    publicUrl,
    async stop() {
      listeners?.close();
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

function choosePort(host: string): Promise<number> {
  return freePort(host).catch(async error => {
    throw await listenProblem(error, { host, port: 0 });
  });
}
