import type { ConnectionTarget, Pool } from '../store/sql/pool.js';
import type { Config } from './config.js';
import type { DiskMonitor } from './observability/disk-space.js';
import type { Logger } from './observability/log.js';
import { describeRunningOn } from './running-record.js';

export interface RunningService {
  readonly url: string;
  readonly publicUrl: string;
  /** Drains requests, then stops the database if this process owns it. */
  stop(): Promise<void>;
}

export interface StartOptions {
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

/** The opened database. */
export interface Database {
  /** For the operator. */
  readonly name: string;
  readonly disk: DiskMonitor;
  readonly pool: Pool;
  readonly target: string | ConnectionTarget;
  stop(): Promise<void>;
}

/** The message is one line for the operator. */
export class StartError extends Error {}

/** Explains why the service can't listen. */
export async function listenProblem(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  name = 'PORT',
): Promise<Error> {
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
