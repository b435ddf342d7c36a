import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { addAgent, type TestAgent } from '../../test/support/test-service.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { CredentialChanges } from '../database/credential-changes.js';
import { createPostgresStore } from '../database/postgres-store.js';
import type { Store } from '../database/store.js';
import type { CredentialHolders } from '../http/caller.js';
import { dayMs } from '../kernel/time.js';
import { writeAgentKey } from '../kernel/token-syntax.js';
import { createCredentialHolders } from './credential-lookup.js';
import * as personStore from './store/people.js';
import * as playerStore from './store/players.js';
import * as sessionStore from './store/sessions.js';

let database: TestDatabase;
let store: Store;
let find: CredentialHolders['findKey'];
beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
  find = createCredentialHolders(store, clock.now).findKey;
});
afterAll(() => database.drop());

const clock = { now: () => Date.parse('2026-03-17T12:00:00Z') };

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

  it('stays cached however long no credential changes', async () => {
    let time = clock.now();
    const timed = createPostgresStore(database.pool, () => time);
    const { key, keyId } = await addAgent(timed, clock, 'free');
    const holders = createCredentialHolders(timed, () => time);
    const findThere = () => holders.findKey(key);
    expect(await findThere()).toMatchObject({ keyId });
    time += 30 * dayMs;
    await database.pool.begin(async other => {
      await other`lock table agent_keys in access exclusive mode`;
      expect(await findThere()).toMatchObject({ keyId });
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
  ])('changes immediately when %s', async (_what, change, changed) => {
    const agent = await knownAgent();
    const bystander = await knownAgent();
    await change(agent);
    const [own, other] = await Promise.all([find(agent.key), find(bystander.key)]);
    expect(own).toMatchObject(changed);
    expect(other).toMatchObject({ playerId: bystander.playerId, plan: 'free', revoked: false });
  });

  it('changes immediately when an agent gets another owner', async () => {
    const [agent, other] = [await knownAgent(), await knownAgent()];
    const ownerId = (await find(other.key))?.ownerId;
    await database.pool`update agents set owner_id = ${ownerId as string} where player_id = ${agent.playerId}`;
    expect(await find(agent.key)).toMatchObject({ ownerId });
  });

  it('changes with the commit and not before', async () => {
    const { key, keyId } = await knownAgent();
    await database.pool.begin(async other => {
      await other`update agent_keys set revoked_at = now() where id = ${keyId}`;
      expect(await find(key)).toMatchObject({ revoked: false });
    });
    expect(await find(key)).toMatchObject({ revoked: true });
  });
});

describe('a look-up', () => {
  it('returns null for an unknown key, and its holder once the key exists', async () => {
    const agent = await knownAgent();
    const key = writeAgentKey(randomBytes(32));
    expect(await find(key)).toBeNull();
    await store.transact(tx =>
      playerStore.addKey(tx, { id: 'key_later', agentId: agent.playerId, secret: key, at: clock.now() }),
    );
    expect(await find(key)).toMatchObject({ keyId: 'key_later' });
  });

  it('is correct for concurrent callers while keys are revoked', async () => {
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

// A second store of the same database, which receives notifications.
let listening: Store;
let holdersHere: CredentialHolders;
let stopWatching: () => Promise<void>;
beforeAll(async () => {
  listening = createPostgresStore(database.pool);
  holdersHere = createCredentialHolders(listening, clock.now);
  let isListening = false;
  stopWatching = listening.watch({
    onMarketsChanged() {},
    onListening(yes) {
      isListening = yes;
    },
  });
  await waitUntil('notifications arrive', () => isListening);
});
afterAll(() => stopWatching());

const findHere = (key: string) => holdersHere.findKey(key);

async function cachedAgent(): Promise<TestAgent> {
  const agent = await addAgent(listening, clock, 'free');
  expect(await findHere(agent.key)).toMatchObject({ revoked: false });
  return agent;
}

describe('a node that receives notifications', () => {
  it('queries the database at most once per second', async () => {
    const { key, keyId } = await cachedAgent();
    // The notification of the new key may arrive after it is cached, and evicts it.
    await new Promise(done => setTimeout(done, 300));
    await findHere(key);
    const reads: string[] = [];
    await database.pool.begin(async other => {
      await other`lock table credential_changes in access exclusive mode`;
      const since = performance.now();
      // Well below a second, part of which has passed since the last query.
      for (let at = 0; at < 200 && performance.now() - since < 200; at += 1) {
        const found = await Promise.race([findHere(key), new Promise(done => setTimeout(done, 600, 'waits'))]);
        reads.push((found as { keyId?: string }).keyId ?? 'waits');
      }
    });
    expect(new Set(reads)).toEqual(new Set([keyId]));
  });

  it('sees a change of another node when its notification arrives', async () => {
    const { key, keyId } = await cachedAgent();
    await store.transact(tx => playerStore.revokeKey(tx, keyId, clock.now()));
    await expect.poll(() => findHere(key), { timeout: 20_000, interval: 20 }).toMatchObject({ revoked: true });
  });

  it('sees its own change before the transaction returns', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { key, keyId } = await cachedAgent();
      const asked = Array.from({ length: 5 }, () => findHere(key));
      await listening.transact(tx => playerStore.revokeKey(tx, keyId, clock.now()));
      expect(await findHere(key)).toMatchObject({ revoked: true });
      await Promise.all(asked);
    }
  });

  it('evicts sessions that another node has ended, and roles that it has changed', async () => {
    const person = {
      playerId: 'usr_session',
      handle: 'session-holder',
      name: 'Ada',
      foldedName: 'ada',
      at: clock.now(),
    };
    await store.transact(async tx => {
      await playerStore.addPerson(tx, person);
      const session = { sessionId: 'ses_1', token: 'token-1', userAgent: null };
      await sessionStore.add(tx, person.playerId, session, 5, clock.now());
    });
    const findSession = () => holdersHere.findSession('token-1');
    expect(await findSession()).toMatchObject({ playerId: person.playerId, role: 'member' });
    await store.transact(tx => personStore.setRole(tx, person.playerId, 'operator'));
    await expect.poll(findSession, { timeout: 20_000, interval: 20 }).toMatchObject({ role: 'operator' });
    await store.transact(tx => sessionStore.end(tx, 'ses_1'));
    await expect.poll(findSession, { timeout: 20_000, interval: 20 }).toBeNull();
  });
});

describe('the number of changes', () => {
  it('is certain for a second after a read, only while notifications arrive', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const changes = new CredentialChanges();
    const read = () => changes.confirm(7, performance.now(), changes.expirations);
    read();
    expect(changes.confirmedVersion).toBeNull();
    changes.onListening(true);
    expect(changes.confirmedVersion).toBeNull();
    read();
    vi.advanceTimersByTime(999);
    expect(changes.confirmedVersion).toBe(7);
    vi.advanceTimersByTime(1);
    expect(changes.confirmedVersion).toBeNull();
    vi.useRealTimers();
  });

  it('is uncertain after a read that began before the last change', () => {
    const changes = new CredentialChanges();
    changes.onListening(true);
    const { expirations } = changes;
    changes.expire();
    changes.confirm(7, performance.now(), expirations);
    expect(changes.confirmedVersion).toBeNull();
  });
});
