import { existsSync } from 'node:fs';
import { startPresage } from './boot.js';
import { type Config, ConfigError, configHelp, readConfig } from './config.js';
import { readConnectorKeys, readConnectorOrigins } from './connectors.js';
import { DatabaseStartError } from './database/embedded/database-start-error.js';
import { MigrationError } from './database/migrate.js';
import { createLog, type Logger } from './observability/log.js';
import { packageVersion, webFolder } from './package-root.js';
import { type RunningService, StartError } from './start-options.js';
import { onStopSignal } from './stop-signals.js';

/** Exceeds the time that requests in flight, pending log rows and the database may take to end. */
const exitDeadlineMs = 30_000;

interface LastResort {
  readonly log: Logger;
  /** Drains the service and exits with a failure. */
  readonly stop: () => Promise<void>;
}

/**
 * Handles uncaught errors. They leave the process in an unknown state, so it stops: it logs the error, lets requests in
 * flight end and exits with a failure, so that a supervisor restarts it. Further errors are logged.
 */
export function handleUncaughtErrors({ log, stop }: LastResort): void {
  let isStopping = false;
  const onUncaught = (error: unknown, kind: 'uncaughtException' | 'unhandledRejection') => {
    log.fatal({ err: error, kind }, 'stopping after an uncaught error');
    if (isStopping) return;
    isStopping = true;
    // Ends the process even if the drain fails or hangs.
    setTimeout(() => process.exit(1), exitDeadlineMs);
    stop().catch(failure => {
      log.fatal({ err: failure }, 'draining failed');
      process.exit(1);
    });
  };
  process.on('uncaughtException', error => onUncaught(error, 'uncaughtException'));
  process.on('unhandledRejection', reason => onUncaught(reason, 'unhandledRejection'));
}

const began = performance.now();
/** The time limit for an interrupted start to undo its steps. */
const patienceMs = 8000;

function say(line: string): void {
  console.log(`presage: ${line}`);
}

/** Configuration errors are reported in one line; anything else is a bug and is shown with its stack. */
function explain(error: unknown): string {
  const expected = [ConfigError, DatabaseStartError, MigrationError, StartError].some(kind => error instanceof kind);
  if (expected) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function fail(error: unknown): never {
  console.error(`presage: ${explain(error)}`);
  process.exit(1);
}

function readArguments(): void {
  const [first, ...rest] = process.argv.slice(2);
  if (first === undefined) return;
  if (first === '--help' || first === '-h') console.log(configHelp());
  else if (first === '--version') console.log(packageVersion);
  else fail(new ConfigError(`unknown argument ${[first, ...rest].join(' ')}; npm start -- --help shows the usage`));
  process.exit(0);
}

function announce(service: RunningService, config: Config): void {
  say(`ready in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const shown = (label: string, path: string) => console.log(`  ${label.padEnd(14)} ${service.url}${path}`);
  console.log('');
  if (existsSync(webFolder)) shown('Web app', '/');
  shown('Events', '/api/play/v1/discovery');
  if (existsSync(webFolder)) shown('Documentation', '/docs');
  shown('API reference', '/docs/api');
  shown('Contract', '/openapi.json');
  shown('Status', '/api/v1/status');
  shown('For agents', '/llms.txt');
  if (service.publicUrl !== service.url) console.log(`  ${'Public'.padEnd(14)} ${service.publicUrl}`);
  console.log('');
  const operator = config.PRESAGE_OPERATOR_TOKEN === null ? ' Set PRESAGE_OPERATOR_TOKEN to use the operator API.' : '';
  say(`Ctrl-C stops it.${operator}`);
}

async function run(): Promise<void> {
  readArguments();
  const config = readConfig(process.env);
  const log = createLog(config.PRESAGE_LOG_LEVEL);
  const interrupt = new AbortController();
  let service: RunningService | null = null;
  let stopping = false;

  async function stop(code: number): Promise<void> {
    // A second signal stops immediately; the next start recovers.
    if (stopping) process.exit(130);
    stopping = true;
    interrupt.abort();
    if (!service) {
      setTimeout(() => process.exit(130), patienceMs).unref();
      return;
    }
    say('stopping: waiting for running requests');
    await service.stop();
    say('stopped');
    process.exit(code);
  }

  onStopSignal(() => stop(0).catch(fail));
  handleUncaughtErrors({ log, stop: async () => (stopping ? undefined : stop(1)) });

  try {
    service = await startPresage({
      config,
      connectorKeys: readConnectorKeys(process.env),
      connectorOrigins: readConnectorOrigins(process.env),
      log,
      say,
      signal: interrupt.signal,
      onDatabaseLost: reason => {
        log.error(`the database is lost: ${reason}`);
        stop(1).catch(fail);
      },
    });
  } catch (error) {
    if (stopping) {
      say('stopped');
      process.exit(130);
    }
    throw error;
  }
  if (stopping) {
    await service.stop();
    process.exit(0);
  }
  announce(service, config);
}

run().catch(fail);
