import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries, runnableBinaries } from '../../src/database/embedded/binaries.js';
import { serverSettings } from '../../src/database/embedded/cluster.js';
import { chooseDataLocation, fallbackRoot, prepareSocketFolder } from '../../src/database/embedded/data-folder.js';
import { startEmbeddedDatabase } from '../../src/database/embedded/embedded.js';
import { endServer, type LaunchedServer, launchServer } from '../../src/database/embedded/postmaster.js';
import { openPool, type Pool } from '../../src/database/pool.js';
import { freePort } from '../../src/free-port.js';

/** PostgreSQL shutdown modes. */
export type Shutdown = 'fast' | 'immediate';

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const startMs = 60_000;

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

interface Launch {
  readonly folder: string;
  readonly port: number;
  readonly url: (port: number) => string;
  readonly start: () => Promise<LaunchedServer>;
}

async function prepare(): Promise<Launch> {
  const folder = mkdtempSync(join(tmpdir(), 'presage-faults-'));
  // When started as root, the database runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  // Creates the cluster and database, then stops: the supervisor would restart the server with growing back-off.
  const created = await startEmbeddedDatabase({ dataDir: folder });
  const { user, password, database } = created.connection;
  await created.stop();
  const port = await freePort();
  const silent = () => {};
  const place = await chooseDataLocation(folder, silent);
  const binaries = await runnableBinaries(await findBinaries(), place.user, fallbackRoot, silent);
  const own = { listen_addresses: '127.0.0.1', max_connections: '100' };
  const named = { ...serverSettings(await prepareSocketFolder(place, port), port), ...own };
  const settings = Object.entries(named).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    folder,
    port,
    url: at => `postgresql://${user}:${password}@127.0.0.1:${at}/${database}`,
    start: () => launchServer(place, binaries, settings),
  };
}

/** A separate PostgreSQL server with durable commits that scenarios restart, freeze and connect to directly. */
export class DatabaseServer {
  readonly pool: Pool;

  private constructor(
    private readonly launch: Launch,
    private server: LaunchedServer,
  ) {
    this.pool = openPool(launch.url(launch.port), { max: 3, applicationName: 'presage faults' });
  }

  static async start(): Promise<DatabaseServer> {
    const launch = await prepare();
    const server = new DatabaseServer(launch, await launch.start());
    await server.answers();
    return server;
  }

  get port(): number {
    return this.launch.port;
  }

  /** The URL for a client that connects through the given port. */
  urlThrough(port: number): string {
    return this.launch.url(port);
  }

  /** Waits until a query succeeds. */
  private async answers(): Promise<void> {
    const until = performance.now() + startMs;
    for (;;) {
      try {
        await this.pool`select 1`;
        return;
      } catch (error) {
        if (performance.now() > until) throw error;
        await sleep(20);
      }
    }
  }

  /** Resolves when the new server responds. */
  async restart(shutdown: Shutdown): Promise<void> {
    process.kill(this.server.pid, signals[shutdown]);
    const until = performance.now() + startMs;
    while (!this.server.hasEnded()) {
      if (performance.now() > until)
        throw new Error(`PostgreSQL has not ended ${startMs} ms after ${shutdown} shutdown`);
      await sleep(10);
    }
    for (let ready = false; !ready; ) {
      this.server = await this.launch.start();
      // Sessions of the previous server may still hold its shared memory; then the start fails.
      await sleep(100);
      ready = !this.server.hasEnded();
    }
    await this.answers();
  }

  /** Stops every process of the server with SIGSTOP. */
  freeze(): void {
    process.kill(this.server.pid, 'SIGSTOP');
    for (const pid of childrenOf(this.server.pid)) process.kill(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of childrenOf(this.server.pid)) process.kill(pid, 'SIGCONT');
    process.kill(this.server.pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.pool.end({ timeoutMs: 1_000 });
    await endServer(this.server.pid);
    rmSync(this.launch.folder, { recursive: true, force: true });
  }
}
