import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries, runnableBinaries } from './binaries.js';
import { checkCluster, ensureCluster, serverSettings } from './cluster.js';
import { chooseDataLocation, type DataLocation, exists, fallbackRoot, prepareSocketFolder } from './data-folder.js';
import { DatabaseStartError, DataFolderInUseError } from './database-start-error.js';
import { type Connection, connectionTo, type OwnerLock, tryOwnerLock } from './owner-lock.js';
import {
  endRecordedServer,
  endServer,
  isStarting,
  type LaunchedServer,
  launchServer,
  livePostmaster,
  removeStaleLockFiles,
} from './postmaster.js';
import { keepLogBounded, recoveryStep } from './server-log.js';
import { type OwnedServer, type ServerChange, ServerSupervisor } from './supervise-server.js';

/** Names the socket file only: by default the server does not listen on TCP, so ports can't conflict. */
const usualPort = '5432';
const usualPatienceMs = 60_000;
const patienceWithRecoveryMs = 600_000;
/** The time limit for the release of a lock that an exiting process held. */
const patienceWithHolderMs = 2_000;
/** A start that takes longer reports what it waits for, and again on changes or after this time. */
const speakAfterMs = 1_000;
const speakAgainMs = 5_000;

export interface EmbeddedDatabase {
  connection: Connection;
  /** For psql and other programs; it contains the password. */
  url: string;
  /** The actual location of the files. */
  dataFolder: string;
  /** The server was already running, left by a process that crashed. */
  takenOver: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  dataDir: string;
  /** Receives one line for each slow step. */
  say?: (line: string) => void;
  /** Further settings of the server, which take precedence. */
  settings?: Record<string, string>;
  signal?: AbortSignal;
  /** How long another process may hold the data folder, because it may be about to exit. */
  holderPatienceMs?: number;
  /** How long a start or a restart may take, except for crash recovery. */
  patienceMs?: number;
  /** Called when the server exits unexpectedly, has restarted, or is lost to another Presage process. */
  onChange?: (change: ServerChange) => void;
  /** Called after the server's process was started, while it gets ready. */
  onLaunch?: () => void;
}

interface Launch {
  place: DataLocation;
  binaries: Binaries;
  connection: Connection;
  /** The server's command line after the data folder. */
  settings: string[];
  fingerprint: string;
  say: (line: string) => void;
  signal?: AbortSignal;
  holderPatienceMs: number;
  patienceMs: number;
  onLaunch: () => void;
}

async function prepareLaunch(options: EmbeddedDatabaseOptions): Promise<Launch> {
  const { say = () => {}, signal, onLaunch = () => {} } = options;
  const { holderPatienceMs = patienceWithHolderMs, patienceMs = usualPatienceMs } = options;
  const installed = await findBinaries();
  const place = await chooseDataLocation(options.dataDir, say);
  const binaries = await runnableBinaries(installed, place.user, fallbackRoot, say);
  const port = Number(options.settings?.port ?? usualPort);
  const durable = options.settings?.fsync !== 'off';
  const password = await ensureCluster({ place, binaries, durable, say, signal });
  const socketFolder = await prepareSocketFolder(place, port);
  const named = Object.entries({ ...serverSettings(socketFolder, port), ...options.settings });
  const settings = named.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([binaries.version, binaries.folder, settings]))
    .digest('hex')
    .slice(0, 16);
  settings.push('-c', `presage.launch=${fingerprint}`);
  return {
    place,
    binaries,
    connection: connectionTo(socketFolder, port, password),
    settings,
    fingerprint,
    say,
    signal,
    holderPatienceMs,
    patienceMs,
    onLaunch,
  };
}

/** The connection to the database of a data folder that another Presage process runs; null if there is none. */
export async function runningConnection(dataDir: string): Promise<Connection | null> {
  const place = await chooseDataLocation(dataDir, () => {});
  if (!(await exists(place.databaseFolder))) return null;
  const { connection } = await prepareLaunch({ dataDir });
  return connection;
}

/** Retries until it owns the running server, which it starts if there is none. */
class Opening {
  readonly #launch: Launch;
  readonly #begun = Date.now();
  #launched: LaunchedServer | null = null;
  #heldSince: number | null = null;
  #spokeAt = Number.NEGATIVE_INFINITY;
  #said = '';
  /** The last transient failure. */
  #obstacle: string | null = null;

  constructor(launch: Launch) {
    this.#launch = launch;
  }

  async run(): Promise<OwnedServer> {
    const { signal } = this.#launch;
    try {
      for (let pause = 15; ; pause = Math.min(pause * 1.3, 250)) {
        signal?.throwIfAborted();
        const owned = await this.#attempt();
        if (owned) return owned;
        await this.#checkPatience();
        await sleep(pause, undefined, { signal });
      }
    } catch (error) {
      // The holder of the lock owns the server, even if this process started it.
      if (this.#heldSince === null) await this.#endLaunched();
      throw error;
    }
  }

  async #attempt(): Promise<OwnedServer | null> {
    const { place, connection } = this.#launch;
    const attempt = await tryOwnerLock(connection);
    if (attempt.kind !== 'held') this.#heldSince = null;
    if (attempt.kind === 'granted') return this.#accept(attempt.lock);
    if (attempt.kind === 'held') this.#checkHolder(attempt.by);
    if (attempt.kind === 'silent') await this.#startIfNeeded();
    if (attempt.kind === 'refused') {
      throw new DatabaseStartError(`the database in ${place.dataFolder} rejects the connection: ${attempt.reason}`);
    }
    return null;
  }

  /** Restarts a server with other settings, in a moved folder or with replaced binaries. */
  async #accept(lock: OwnerLock): Promise<OwnedServer | null> {
    const { place, fingerprint, say } = this.#launch;
    const pid = await livePostmaster(place.clusterFolder);
    if (pid !== null && lock.launch === fingerprint) {
      const takenOver = pid !== this.#launched?.pid;
      if (takenOver) say('taking over the database that an earlier Presage process left running');
      return { pid, lock, takenOver };
    }
    say('restarting the database that an earlier Presage process left running with other settings or in another place');
    await endRecordedServer(place.clusterFolder);
    await lock.release();
    return null;
  }

  #checkHolder(holder: number | null): void {
    this.#heldSince ??= Date.now();
    if (Date.now() - this.#heldSince < this.#launch.holderPatienceMs) return;
    throw new DataFolderInUseError(this.#launch.place.dataFolder, holder);
  }

  async #startIfNeeded(): Promise<void> {
    const { place, binaries, settings, onLaunch } = this.#launch;
    if (this.#launched && !this.#launched.hasEnded()) return;
    if (await livePostmaster(place.clusterFolder)) return;
    await checkCluster(place, binaries);
    if (this.#launched) await this.#learnFromFailure(this.#launched);
    this.#launched = await launchServer(place, binaries, settings);
    onLaunch();
  }

  /** What a slow start is waiting for, for the operator. */
  async #reason(recovers: boolean): Promise<string> {
    if (this.#heldSince !== null) return 'another Presage process holds the data folder and may be about to exit';
    if (!recovers) return this.#obstacle ?? 'it does not accept connections yet';
    const step = recoveryStep((await this.#launched?.output()) ?? '');
    return step === null ? 'it is starting' : `recovering after a crash (${step})`;
  }

  /** Some failures are transient; the others are reported to the operator. */
  async #learnFromFailure(failed: LaunchedServer): Promise<void> {
    const { place, connection } = this.#launch;
    if (failed.hasEndedWell()) return;
    const complaint = await failed.complaint();
    if (/lock file/.test(complaint) && /already exists|is empty|bogus data/.test(complaint)) {
      // A concurrent start was faster, and may have ended again; or a crash left the file.
      await removeStaleLockFiles(place.clusterFolder, connection.host, connection.port);
      return;
    }
    // The sessions of a killed server take a moment to end.
    if (/shared memory block .* still in use/.test(complaint)) {
      this.#obstacle = 'sessions of the previous server have not ended yet';
      return;
    }
    throw new DatabaseStartError(
      `the database in ${place.dataFolder} did not start: ${complaint || 'it exited without a message'} (log: ${place.logFile})`,
    );
  }

  async #checkPatience(): Promise<void> {
    const { place, say } = this.#launch;
    const waited = Date.now() - this.#begun;
    if (waited < speakAfterMs) return;
    const recovers = await isStarting(place.clusterFolder);
    const reason = await this.#reason(recovers);
    const seconds = Math.round(waited / 1000);
    const maxMs = recovers ? patienceWithRecoveryMs : this.#launch.patienceMs;
    if (reason !== this.#said || waited - this.#spokeAt >= speakAgainMs) {
      [this.#said, this.#spokeAt] = [reason, waited];
      say(`waiting for the database, ${seconds} s so far, at most ${maxMs / 1000}: ${reason}`);
    }
    if (waited > maxMs) {
      throw new DatabaseStartError(
        `the database in ${place.dataFolder} was not ready after ${seconds} s: ${reason} (log: ${place.logFile})`,
      );
    }
  }

  async #endLaunched(): Promise<void> {
    if (this.#launched && !this.#launched.hasEnded()) await endServer(this.#launched.pid).catch(() => {});
  }
}

function urlFor({ host, port, user, password, database }: Connection): string {
  return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/**
 * Starts the database of a data folder, creating it the first time, or takes over the one that a killed process left
 * running. Exactly one process at a time owns a data folder.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  try {
    options.signal?.throwIfAborted();
    const launch = await prepareLaunch(options);
    const { place, connection } = launch;
    const stopBounding = await keepLogBounded(place.logFile);
    const server = await new Opening(launch).run().catch(error => {
      stopBounding();
      throw error;
    });
    const { takenOver } = server;
    const supervisor = new ServerSupervisor(server, {
      place,
      connection,
      start: signal => new Opening({ ...launch, signal }).run(),
      onChange: options.onChange ?? (() => {}),
    });
    let stopped: Promise<void> | null = null;
    const stop = async () => {
      stopBounding();
      // The lock is held until the server is gone, so that no other process takes over a server that is about to
      // exit.
      const pid = await supervisor.close();
      if (pid !== null) await endServer(pid);
      await supervisor.release();
    };
    return {
      connection,
      url: urlFor(connection),
      dataFolder: place.databaseFolder,
      takenOver,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    if (options.signal?.aborted) throw new DatabaseStartError('the start of the database was interrupted');
    // File system failures, such as a full disk, are for the operator to fix; anything else is a bug.
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new DatabaseStartError(`the database in ${options.dataDir} can't be started: ${error.message}`, {
      cause: error,
    });
  }
}
