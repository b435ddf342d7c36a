// npm run cluster -- --nodes 3: a set of nodes on one database behind a small proxy, for trying it out.
import { mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/server/config.js';
import { startEmbeddedDatabase } from '../../src/server/database/embedded.js';
import { packageRoot } from '../../src/server/package-root.js';
import { type ClusterNode, startNode } from './node.js';
import { type Backend, createProxy } from './proxy.js';

const mostNodes = 16;

function say(line: string): void {
  console.log(`cluster: ${line}`);
}

function readNodes(): number {
  const { values } = parseArgs({ options: { nodes: { type: 'string', default: '3' } } });
  const nodes = Number(values.nodes);
  if (Number.isInteger(nodes) && nodes >= 1 && nodes <= mostNodes) return nodes;
  throw new Error(`--nodes must be a whole number from 1 to ${mostNodes}`);
}

function freePort(): Promise<number> {
  return new Promise(done => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/** A server of its own beside the one of `npm start`, unless there is an address to use. */
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

async function run(): Promise<void> {
  const count = readNodes();
  const config = readConfig(process.env);
  const stopping = new Promise<void>(done => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
  const database = await openDatabase(config);
  const backends: Backend[] = [];
  const nodes: ClusterNode[] = [];
  const proxy = createProxy(backends);
  try {
    const publicUrl = config.PRESAGE_PUBLIC_URL ?? `http://${config.PRESAGE_HOST}:${config.PORT}`;
    const environment = {
      ...process.env,
      DATABASE_URL: database.url,
      PRESAGE_PUBLIC_URL: publicUrl,
      PRESAGE_TRUST_PROXY: '1',
    };
    // One after the other: the first migrates and fills the arena.
    for (let number = 1; number <= count; number += 1) {
      const node = await startNode(`node ${number}`, environment, say);
      const backend = { port: node.port, alive: true };
      node.child.once('exit', () => {
        backend.alive = false;
        say(`node ${number} has ended`);
      });
      nodes.push(node);
      backends.push(backend);
      say(`node ${number} (process ${node.child.pid}) listens on http://127.0.0.1:${node.port}`);
    }
    await new Promise<void>((done, failed) => {
      proxy.once('error', failed);
      proxy.listen(config.PORT, config.PRESAGE_HOST, done);
    });
    say(`all of them behind http://${config.PRESAGE_HOST}:${(proxy.address() as AddressInfo).port}; Ctrl-C stops them`);
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
