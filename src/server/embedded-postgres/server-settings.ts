import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

/** A container's own limit counts if it is lower than the machine's memory. */
function availableMebibytes(): number {
  const limit = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / mebibyte);
}

function between(low: number, value: number, high: number): string {
  return `${Math.round(Math.min(high, Math.max(low, value)))}MB`;
}

/**
 * All settings are on the server's command line, which takes precedence over every file in the data folder: a data
 * folder never carries the settings of another machine or of an older Presage.
 */
export function serverSettings(socketFolder: string, port: number): Record<string, string> {
  const memory = availableMebibytes();
  return {
    // Commits are acknowledged only after they are on disk.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '60',
    shared_buffers: between(64, memory / 16, 512),
    effective_cache_size: between(128, memory / 2, 65_536),
    work_mem: between(4, memory / 256, 16),
    maintenance_work_mem: between(32, memory / 32, 256),
    // Under load the default of a quarter forces a checkpoint every few seconds, and commits wait for it. It is the
    // maximum size of the log between two checkpoints, and an idle arena uses little of it.
    max_wal_size: '4GB',
    // After a crash the log since the last checkpoint is replayed: at most two minutes of writes instead of ten.
    checkpoint_timeout: '1min',
    // A start after a crash reports which step of the recovery it waits for.
    log_startup_progress_interval: '1s',
    // Statements of a killed service must not continue for long alongside its successor.
    client_connection_check_interval: '2s',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    lc_messages: 'C',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // Details and statements can contain values that must not leave the database, such as hashes of keys.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
}
