import { setTimeout as sleep } from 'node:timers/promises';
import type { DataLocation } from './data-folder.js';
import { DataFolderInUseError, reasonOf } from './database-start-error.js';
import { type Connection, type OwnerLock, tryOwnerLock } from './owner-lock.js';
import { processExists } from './postmaster.js';
import { logSince, logSize, significantLine } from './server-log.js';

const checkMs = 250;
const minBackOffMs = 100;
const maxBackOffMs = 5_000;
/** A server that runs longer than this is healthy: its next failure is restarted without back-off. */
const healthyAfterMs = 30_000;

/** A running server and the lock that proves its ownership. */
export interface OwnedServer {
  readonly pid: number;
  readonly lock: OwnerLock;
  readonly takenOver: boolean;
}

/** State changes of the server while the service runs. */
export type ServerChange =
  | { readonly kind: 'down'; readonly reason: string }
  /** An attempt to restart it failed; the next one follows. */
  | { readonly kind: 'still-down'; readonly reason: string; readonly retryMs: number }
  | { readonly kind: 'up'; readonly downMs: number; readonly restarted: boolean }
  /** Another Presage process owns the data folder: final. */
  | { readonly kind: 'lost'; readonly reason: string };

interface SuperviseOptions {
  readonly place: DataLocation;
  readonly connection: Connection;
  /** Restarts the server, or rejects with the reason why it does not start. */
  readonly start: (signal: AbortSignal) => Promise<OwnedServer>;
  readonly onChange: (change: ServerChange) => void;
}

/**
 * Keeps the server of a data folder running.
 *
 * States: owned → regaining   the session that holds the lock broke while the server runs, for example because one of
 *                             its processes crashed and it recovers: the lock is requested again;
 *         regaining → owned, or restarting if the server has exited;
 *         restarting → owned  the server is restarted, with back-off and without a limit on attempts, because a full
 *                             disk or a lack of memory may take an operator hours to resolve;
 *         any → lost          another Presage process took over the data folder;
 *         any → closed        the service stops.
 */
export class ServerSupervisor {
  readonly #options: SuperviseOptions;
  readonly #closing = new AbortController();
  #server: OwnedServer;
  #isOurs = true;
  #hasExited = false;
  #upSince = performance.now();
  #backOffMs = 0;
  #recovering: Promise<void> = Promise.resolve();

  constructor(server: OwnedServer, options: SuperviseOptions) {
    this.#options = options;
    this.#server = server;
    this.#watch();
  }

  /** Ends the supervision. Returns the pid of the server if this process still has to stop it. */
  async close(): Promise<number | null> {
    this.#closing.abort();
    await this.#recovering;
    return this.#isOurs && !this.#hasExited ? this.#server.pid : null;
  }

  release(): Promise<void> {
    return this.#server.lock.release();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted || !this.#isOurs;
  }

  #watch(): void {
    this.#server.lock.onBroken(() => {
      if (!this.#isClosed) this.#recovering = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    const downSince = performance.now();
    if (downSince - this.#upSince > healthyAfterMs) this.#backOffMs = 0;
    const { pid } = this.#server;
    const regained = await this.#regain(pid).catch(() => null);
    if (this.#isClosed) return void (await regained?.lock.release());
    const server = regained ?? (await this.#restart());
    if (!server) return;
    this.#server = server;
    this.#hasExited = false;
    if (this.#closing.signal.aborted) return;
    this.#upSince = performance.now();
    this.#options.onChange({ kind: 'up', downMs: this.#upSince - downSince, restarted: server.pid !== pid });
    this.#watch();
  }

  /** Requests the lock of the running server again; null if the server has exited. */
  async #regain(pid: number): Promise<OwnedServer | null> {
    const { connection, onChange } = this.#options;
    for (let announced = false; !this.#isClosed; await this.#pause(checkMs)) {
      const attempt = await tryOwnerLock(connection);
      if (attempt.kind === 'silent' || !processExists(pid)) {
        this.#hasExited = true;
        if (attempt.kind === 'granted') await attempt.lock.release();
        onChange({ kind: 'down', reason: `the database server (process ${pid}) exited: ${await this.#lastWords()}` });
        return null;
      }
      if (!announced) onChange({ kind: 'down', reason: `the database server (process ${pid}) closed its sessions` });
      announced = true;
      // The server may take a moment to notice that our previous session has ended.
      if (attempt.kind === 'held' && attempt.by !== process.pid) {
        this.#lose(`another Presage process (${attempt.by ?? 'unknown'}) took over the database`);
      }
      if (attempt.kind === 'granted') return { pid, lock: attempt.lock, takenOver: false };
    }
    return null;
  }

  async #restart(): Promise<OwnedServer | null> {
    const { start, onChange } = this.#options;
    while (!this.#isClosed) {
      await this.#pause(this.#backOffMs);
      if (this.#isClosed) return null;
      this.#backOffMs = Math.min(maxBackOffMs, Math.max(minBackOffMs, this.#backOffMs * 2));
      try {
        return await start(this.#closing.signal);
      } catch (error) {
        if (this.#isClosed) return null;
        if (error instanceof DataFolderInUseError) this.#lose(error.message);
        else onChange({ kind: 'still-down', reason: reasonOf(error), retryMs: this.#backOffMs });
      }
    }
    return null;
  }

  #lose(reason: string): void {
    this.#isOurs = false;
    this.#options.onChange({ kind: 'lost', reason });
  }

  async #lastWords(): Promise<string> {
    const { logFile } = this.#options.place;
    const size = await logSize(logFile);
    return significantLine(await logSince(logFile, Math.max(0, size - 4096)));
  }

  #pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}
