import type { Logger } from './observability/log.js';

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
