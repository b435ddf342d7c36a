import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../src/database/embedded/embedded.js';
import { openPool, type Pool } from '../../src/database/pool.js';
import { createPostgresStore } from '../../src/database/postgres-store.js';
import type { Store } from '../../src/database/store.js';
import { freePort } from '../../src/free-port.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { aMarket } from '../support/builders/market-builders.js';
import { newDataFolder } from '../support/disk/prepared-folder.js';
import { Launched } from '../support/launch-service.js';
import { SseReader } from '../support/sse-reader.js';
import { addAgent, type TestAgent } from '../support/test-service.js';

/** ORDERS=10000 npm test -- test/nodes is the long form. */
const orders = Number(process.env.ORDERS ?? 600);
const perAgent = 100;
const together = 48;

interface Node {
  readonly launched: Launched;
  readonly url: string;
}

let folder: string;
let database: EmbeddedDatabase;
let pool: Pool;
let store: Store;
let nodes: Node[];

async function startNode(url: string): Promise<Node> {
  const launched = new Launched({ DATABASE_URL: url, PRESAGE_ADDRESS_READS_PER_MINUTE: '0' });
  return { launched, url: await launched.url() };
}

beforeAll(async () => {
  folder = await newDataFolder('presage-nodes-');
  const port = await freePort();
  const settings = { port: String(port), listen_addresses: '127.0.0.1' };
  database = await startEmbeddedDatabase({ dataDir: folder, settings });
  const { user, password } = database.connection;
  const url = `postgresql://${user}:${password}@127.0.0.1:${port}/presage`;
  nodes = await Promise.all([startNode(url), startNode(url), startNode(url)]);
  pool = openPool(url, { max: 2 });
  store = createPostgresStore(pool);
}, 90_000);
afterAll(async () => {
  await Promise.all(nodes.map(({ launched }) => launched.ended('SIGTERM')));
  await pool.end();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)];

/** Sends an order to one node after the other until it gets a response, always under the same id. */
async function place(agent: TestAgent, json: object): Promise<{ status: number; replayed: boolean }> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    try {
      const response = await fetch(`${pick(nodes).url}/api/play/v1/orders`, {
        method: 'POST',
        headers: { ...agent.headers, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
      const body = (await response.json()) as { replayed?: boolean };
      if (response.status < 500) return { status: response.status, replayed: body.replayed === true };
    } catch {
      // The node is gone; another one will know the outcome of the order.
    }
    await delay(20);
  }
  throw new Error('no node has answered');
}

it(
  `${orders} orders through three nodes, one of which is killed, have ${orders} effects`,
  async () => {
    const clock = { now: Date.now };
    const agents: TestAgent[] = [];
    for (let count = 0; count < Math.ceil(orders / perAgent); count += 1) {
      agents.push(await addAgent(store, clock, 'free'));
    }
    const markets = await Promise.all([0, 1].map(() => aMarket(pool, Date.now(), { liquidityCredits: 50_000 })));
    const readers = await Promise.all(
      markets.map(({ slug }) => SseReader.open(`${nodes[1].url}/api/events/${slug}/stream?afterSequence=0`)),
    );
    let next = 0;
    let answered = 0;
    async function send(): Promise<void> {
      while (next < orders) {
        const number = next;
        next += 1;
        const rests = number % 5 === 0;
        const json = {
          clientOrderId: `order-${number}`,
          eventSlug: markets[number % 2].slug,
          outcomeIndex: number % 4 < 2 ? 0 : 1,
          side: 'buy',
          amountCredits: 2 + (number % 7),
          limitPriceBps: rests ? 4300 + (number % 600) : 9900,
        };
        const { status } = await place(agents[Math.floor(number / perAgent)], json);
        expect([200, 201]).toContain(status);
        answered += 1;
      }
    }
    const sending = Promise.all(Array.from({ length: together }, send));
    while (answered < orders / 2) await delay(5);
    await nodes[0].launched.ended('SIGKILL');
    await sending;

    const [{ count, ids }] = await pool<{ count: number; ids: number }[]>`
      select count(*)::int as count, count(distinct (player_id, client_order_id))::int as ids from readable_orders`;
    expect([count, ids]).toEqual([orders, orders]);
    await assertBooksBalance(store);
    for (const [index, { id }] of markets.entries()) {
      const [{ trades }] = await pool<{ trades: number }[]>`select trades from markets where event_id = ${id}`;
      const received = await readers[index].kind('trade', trades);
      expect(received.map(message => message.data.sequence)).toEqual(received.map((_message, at) => at + 1));
      expect(received).toHaveLength(trades);
      readers[index].cut();
    }
  },
  90_000 + orders * 60,
);
