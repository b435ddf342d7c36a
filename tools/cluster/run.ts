// npm run cluster -- --nodes 3: several nodes on one database behind a small proxy, for experiments.
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config.js';
import { startEmbeddedDatabase } from '../../src/database/embedded/embedded.js';
import { freePort } from '../../src/free-port.js';
import { packageRoot } from '../../src/package-root.js';
import { onStopSignal } from '../../src/stop-signals.js';
import { type ClusterNode, startNode } from './node.js';
import { type Backend, createProxy } from './proxy.js';

const maxNodes = 16;

function say(line: string): void {
  console.log(`cluster: ${line}`);
}

function readNodes(): number {
  const { values } = parseArgs({ options: { nodes: { type: 'string', default: '3' } } });
  const nodes = Number(values.nodes);
  if (Number.isInteger(nodes) && nodes >= 1 && nodes <= maxNodes) return nodes;
  throw new Error(`--nodes must be a whole number from 1 to ${maxNodes}`);
}

/** A server separate from that of `npm start`, unless an address is given. */
async function openDatabase(config: ReturnType<typeof readConfig>) {
  if (config.DATABASE_URL !== null) return { url: config.DATABASE_URL, stop: async () => {} };
  say('starting the database');
  const dataDir = resolve(packageRoot, config.PRESAGE_DATA_DIR, 'cluster');
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const port = await freePort();
  const settings = { port: String(port), listen_addresses: '127.0.0.1' };
  const database = await startEmbeddedDatabase({ dataDir, say, settings });
  const { user, password } = database.connection;
  return { url: `postgresql://${user}:${password}@127.0.0.1:${port}/presage`, stop: () => database.stop() };
}

interface Cluster {
  readonly backends: Backend[];
  readonly nodes: ClusterNode[];
}

/** Sequentially: the first migrates and fills the arena. False if it is stopped before all of them run. */
async function startNodes(
  { backends, nodes }: Cluster,
  count: number,
  environment: Readonly<Record<string, string | undefined>>,
  stopping: Promise<void>,
): Promise<boolean> {
  const stopped = stopping.then(() => null);
  for (let number = 1; number <= count; number += 1) {
    const node = startNode(`node ${number}`, environment, say);
    nodes.push(node);
    const port = await Promise.race([stopped, node.port]);
    if (port === null) return false;
    const backend = { port, alive: true };
    node.child.once('exit', () => {
      backend.alive = false;
      say(`node ${number} has ended`);
    });
    backends.push(backend);
    say(`node ${number} (process ${node.child.pid}) listens on http://127.0.0.1:${port}`);
  }
  return true;
}

/** Completes at the first signal to stop; a second one stops immediately. */
function whenStopped(nodes: readonly ClusterNode[]): Promise<void> {
  return new Promise(done => {
    let asked = false;
    onStopSignal(() => {
      if (asked) for (const node of nodes) void node.stop('SIGKILL');
      asked = true;
      done();
    });
  });
}

async function run(): Promise<void> {
  const count = readNodes();
  const config = readConfig(process.env);
  const backends: Backend[] = [];
  const nodes: ClusterNode[] = [];
  const stopping = whenStopped(nodes);
  const database = await openDatabase(config);
  const proxy = createProxy(backends);
  try {
    const publicUrl = config.PRESAGE_PUBLIC_URL ?? `http://${config.PRESAGE_HOST}:${config.PORT}`;
    const environment = {
      ...process.env,
      DATABASE_URL: database.url,
      PRESAGE_PUBLIC_URL: publicUrl,
      PRESAGE_TRUST_PROXY: '1',
    };
    if (await startNodes({ backends, nodes }, count, environment, stopping)) {
      await new Promise<void>((done, failed) => {
        proxy.once('error', failed);
        proxy.listen(config.PORT, config.PRESAGE_HOST, done);
      });
      const { port } = proxy.address() as AddressInfo;
      say(`all of them behind http://${config.PRESAGE_HOST}:${port}; Ctrl-C stops them`);
    }
    await stopping;
    say('stopping');
  } finally {
    proxy.close();
    proxy.closeAllConnections();
    await Promise.all(nodes.map(node => node.stop()));
    await database.stop();
  }
  say('stopped');
}

run().then(
  () => process.exit(0),
  error => {
    console.error(`cluster: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  },
);
