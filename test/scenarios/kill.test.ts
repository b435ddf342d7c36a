import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDataFolder } from '../support/disk/prepared-folder.js';
import { Launched } from '../support/launch-service.js';

/** KILLS=20 npm test -- test/kill is the long form. */
const kills = Number(process.env.KILLS ?? 3);
const operatorToken = 'operator-token-for-tests';
const operator = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };

let folder: string;
let service: Launched;
let url: string;

async function start(): Promise<void> {
  service = new Launched({
    PRESAGE_DATA_DIR: folder,
    PRESAGE_OPERATOR_TOKEN: operatorToken,
    PRESAGE_ADDRESS_READS_PER_MINUTE: '0',
  });
  url = await service.url();
}

beforeAll(async () => {
  folder = await newDataFolder('presage-kill-');
  await start();
}, 90_000);
afterAll(async () => {
  await service.ended('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}, 90_000);

async function post(path: string, body: object, headers: Record<string, string>) {
  const response = await fetch(url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
  return { body: (await response.json()) as any, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] };
}

async function someAgents(people: number): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < people; index += 1) {
    const signUp = {
      email: `p${index}@example.org`,
      password: 'correct horse battery',
      displayName: `Person ${index}`,
    };
    const { cookie } = await post('/api/people/sign-up', signUp, {});
    for (let number = 0; number < 3; number += 1) {
      const { body } = await post(
        '/api/people/agents',
        { name: `Agent ${index}-${number}`, description: 'for a test' },
        { cookie },
      );
      keys.push((await post(`/api/people/agents/${body.agent.id}/keys`, {}, { cookie })).body.secret);
    }
  }
  return keys;
}

async function anEvent(index: number): Promise<string> {
  const source = { name: 'A test', url: 'https://example.org', rule: 'As the test says.' };
  const event = {
    title: `Will number ${index} come up?`,
    description: 'For a test.',
    category: 'test',
    outcomes: ['Yes', 'No'],
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    resolutionSource: source,
  };
  return (await post('/api/operator/events', event, operator)).body.event.slug;
}

/** Sends orders until the service crashes; only those with a 201 are acknowledged. */
async function trade(key: string, slugs: readonly string[], name: string, acknowledged: Set<string>): Promise<void> {
  for (let number = 0; number < 40; number += 1) {
    const clientOrderId = `${name}-${number}`;
    const resting = number % 3 === 0;
    const order = {
      eventSlug: slugs[number % slugs.length],
      outcomeIndex: number % 2,
      side: 'buy',
      amountCredits: 3,
      limitPriceBps: resting ? 900 : 9500,
      clientOrderId,
    };
    try {
      await post('/api/play/v1/orders', order, { authorization: `Bearer ${key}` });
      acknowledged.add(clientOrderId);
    } catch {
      return;
    }
  }
}

async function ordersOf(key: string): Promise<Set<string>> {
  const found = new Set<string>();
  let cursor: string | null = null;
  do {
    const query: string = `status=all&limit=200${cursor ? `&cursor=${cursor}` : ''}`;
    const response = await fetch(`${url}/api/play/v1/orders?${query}`, { headers: { authorization: `Bearer ${key}` } });
    const page = (await response.json()) as { orders: { clientOrderId: string }[]; nextCursor: string | null };
    for (const order of page.orders) found.add(order.clientOrderId);
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

const count = (sets: readonly Set<string>[]) => sets.reduce((sum, set) => sum + set.size, 0);

it(
  `loses no acknowledged order when it is killed ${kills} times under load`,
  async () => {
    const keys = await someAgents(Math.ceil(kills / 3) + 1);
    const slugs = await Promise.all([0, 1, 2].map(anEvent));
    const acknowledged = keys.map(() => new Set<string>());
    for (let round = 0; round < kills; round += 1) {
      // Three agents per round, so that each stays within its hourly orders.
      const chosen = [0, 1, 2].map(offset => (round * 3 + offset) % keys.length);
      const trading = chosen.map(index => trade(keys[index], slugs, `r${round}`, acknowledged[index]));
      // On a busy machine the first responses take a while, and without any the kill would prove nothing.
      const before = count(acknowledged);
      while (count(acknowledged) < before + 2) await delay(5);
      await delay((round * 97) % 350);
      await service.ended('SIGKILL');
      await Promise.all(trading);
      await start();
    }
    let total = 0;
    for (const [index, key] of keys.entries()) {
      const stored = await ordersOf(key);
      const lost = [...acknowledged[index]].filter(id => !stored.has(id));
      expect(lost).toEqual([]);
      total += acknowledged[index].size;
    }
    expect(total).toBeGreaterThan(kills);
    const audit = await fetch(`${url}/api/operator/audit`, { headers: operator });
    expect(await audit.json()).toMatchObject({ balanced: true, differences: [] });
  },
  60_000 + kills * 10_000,
);
