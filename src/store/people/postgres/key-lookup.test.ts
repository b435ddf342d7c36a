import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { addAgent, type TestAgent } from '../../../../test/support/test-service.js';
import { writeAgentKey } from '../../../domain/people/agent-key.js';
import { createPostgresStore } from '../../../server/features.js';
import type { Store } from '../../store.js';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
});
afterAll(() => database.drop());

const clock = { now: () => Date.parse('2026-03-17T12:00:00Z') };
const find = (key: string) => store.read(reads => reads.players.findByKey(key));

async function knownAgent(): Promise<TestAgent> {
  const agent = await addAgent(store, clock, 'free');
  expect(await find(agent.key)).toMatchObject({ playerId: agent.playerId, plan: 'free', revoked: false });
  return agent;
}

describe('the holder of a key', () => {
  it('is not read again while no credential changes', async () => {
    const { key, keyId } = await knownAgent();
    await database.pool.begin(async other => {
      await other`lock table agent_keys in access exclusive mode`;
      expect(await find(key)).toMatchObject({ keyId });
    });
  });

  it.each<[string, (agent: TestAgent) => PromiseLike<unknown>, object]>([
    [
      'a key is revoked',
      ({ keyId }) => database.pool`update agent_keys set revoked_at = now() where id = ${keyId}`,
      { revoked: true },
    ],
    [
      'a player retires',
      ({ playerId }) => database.pool`update players set retired_at = now() where id = ${playerId}`,
      { revoked: true },
    ],
    [
      'a plan changes',
      ({ playerId }) => database.pool`update players set plan = 'pro' where id = ${playerId}`,
      { plan: 'pro', revoked: false },
    ],
  ])('is another at once when %s', async (_what, change, changed) => {
    const agent = await knownAgent();
    const bystander = await knownAgent();
    await change(agent);
    const [own, other] = await Promise.all([find(agent.key), find(bystander.key)]);
    expect(own).toMatchObject(changed);
    expect(other).toMatchObject({ playerId: bystander.playerId, plan: 'free', revoked: false });
  });

  it('changes with the commit and not before', async () => {
    const { key, keyId } = await knownAgent();
    await database.pool.begin(async other => {
      await other`update agent_keys set revoked_at = now() where id = ${keyId}`;
      expect(await find(key)).toMatchObject({ revoked: false });
    });
    expect(await find(key)).toMatchObject({ revoked: true });
  });

  it('is nobody for a key that does not exist, and somebody once it does', async () => {
    const agent = await knownAgent();
    const key = writeAgentKey(randomBytes(32));
    expect(await find(key)).toBeNull();
    await store.transact(writes =>
      writes.players.addKey({ id: 'key_later', agentId: agent.playerId, secret: key, at: clock.now() }),
    );
    expect(await find(key)).toMatchObject({ keyId: 'key_later' });
  });

  it('is right for many who ask while keys are being revoked', async () => {
    const agents = await Promise.all(Array.from({ length: 20 }, knownAgent));
    for (const [index, { keyId }] of agents.entries()) {
      const asked = agents.map(({ key }) => find(key));
      await database.pool`update agent_keys set revoked_at = now() where id = ${keyId}`;
      await Promise.all(asked);
      const holders = await Promise.all(agents.map(({ key }) => find(key)));
      expect(holders.map(holder => holder?.revoked)).toEqual(agents.map((_, at) => at <= index));
    }
  });
});
