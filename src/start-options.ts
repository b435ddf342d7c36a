import { createServer } from 'node:net';
import type { Config } from './config.js';
import type { ConnectionTarget, Pool } from './database/pool.js';
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

/** How many ports after the occupied one are probed. */
const maxProbes = 100;

const maxPort = 65_535;

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise(done => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done(true)));
  });
}

/** Returns the next free port, or null. Another process may occupy it before the operator does. */
async function nextFreePort(host: string, port: number, reserved: number | null): Promise<number | null> {
  for (let step = 1; step <= maxProbes; step += 1) {
    // After the last port the unprivileged ones follow.
    const candidate = port + step <= maxPort ? port + step : 1024 + step;
    if (candidate !== reserved && (await isFree(host, candidate))) return candidate;
  }
  return null;
}

export interface ListenAttempt {
  readonly host: string;
  readonly port: number;
  /** The setting of the port. */
  readonly name?: string;
  /** A port that this process needs for another purpose. */
  readonly reserved?: number | null;
}

/** Explains why the service can't listen. */
export async function listenProblem(
  error: NodeJS.ErrnoException,
  { host, port, name = 'PORT', reserved = null }: ListenAttempt,
): Promise<Error> {
  if (error.code === 'EADDRINUSE') {
    const running = await describeRunningOn(port);
    const holder = running ? `${running}, or` : 'another program;';
    const other = (await nextFreePort(host, port, reserved)) ?? '…';
    return new StartError(`port ${port} on ${host} is taken by ${holder} choose another port with ${name}=${other}`);
  }
  if (error.code === 'EACCES')
    return new StartError(`this user may not listen on port ${port}; choose one above 1023 with ${name}=…`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`PRESAGE_HOST ${host} is not an address of this machine`);
  }
  return error;
}
