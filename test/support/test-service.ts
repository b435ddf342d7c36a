import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { arenaRoutes, createService, type ServiceOptions } from '../../src/compose.js';
import { buildOpenapi } from '../../src/contract/openapi.js';
import { openPool, type Pool } from '../../src/database/pool.js';
import { createPostgresStore } from '../../src/database/postgres-store.js';
import type { Store } from '../../src/database/store.js';
import { openAccount } from '../../src/exchange/accounts.js';
import type { Route } from '../../src/http/route.js';
import { makeId } from '../../src/kernel/ids.js';
import type { Plan } from '../../src/kernel/plans.js';
import { writeAgentKey } from '../../src/kernel/token-syntax.js';
import { createLog } from '../../src/observability/log.js';
import * as playerStore from '../../src/people/store/players.js';
import type { Services } from '../../src/services.js';
import { ContractCheck } from './contract-check.js';
import { cloneDatabase, patience, type TestDatabase } from './test-database.js';

export interface CallOptions {
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array;
}

export interface CallReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape, and each is checked against the contract first.
  readonly body: any;
}

export interface TestAgent {
  readonly playerId: string;
  readonly key: string;
  readonly keyId: string;
  readonly headers: Record<string, string>;
}

export interface TestPerson {
  readonly playerId: string;
  readonly handle: string;
  readonly email: string;
  readonly password: string;
  /** The session cookie, as a browser sends it. */
  readonly headers: { readonly cookie: string };
}

/** A clock that only tests advance. */
class TestClock {
  /** Called before each reading; a clock that runs advances here. */
  onRead = () => {};
  constructor(private ms = Date.parse('2026-03-17T12:00:00.000Z')) {}
  readonly now = () => {
    this.onRead();
    return this.ms;
  };
  forward(milliseconds: number): void {
    this.ms += milliseconds;
  }
}

export interface TestService {
  readonly url: string;
  readonly store: Store;
  /** For builders that write directly into the tables. */
  readonly pool: Pool;
  readonly database: TestDatabase;
  readonly services: Services;
  readonly clock: TestClock;
  readonly log: string[];
  call(method: string, path: string, options?: CallOptions): Promise<CallReply>;
  anAgent(plan?: Plan): Promise<TestAgent>;
  /** Signs up over HTTP and carries the session cookie. */
  aPerson(details?: { email?: string; displayName?: string }): Promise<TestPerson>;
  flushRequestLog(): Promise<void>;
  stop(): Promise<void>;
}

function randomId(prefix: 'plr' | 'agt' | 'key', clock: Pick<TestClock, 'now'>): string {
  return makeId(prefix, clock.now(), randomBytes(10));
}

export async function addAgent(store: Store, clock: Pick<TestClock, 'now'>, plan: Plan): Promise<TestAgent> {
  const ownerId = randomId('plr', clock);
  const playerId = randomId('agt', clock);
  const keyId = randomId('key', clock);
  const key = writeAgentKey(randomBytes(32));
  const name = `agent ${playerId.slice(-8)}`;
  const at = clock.now();
  await store.transact(async tx => {
    await playerStore.addPerson(tx, {
      playerId: ownerId,
      handle: ownerId.replace('_', '-'),
      name: 'Owner',
      foldedName: 'owner',
      at,
    });
    await playerStore.addAgent(tx, {
      playerId,
      ownerId,
      handle: playerId.replace('_', '-'),
      name,
      foldedName: name,
      description: 'made for a test',
      homepage: null,
      model: null,
      plan,
      at,
    });
    await playerStore.addKey(tx, { id: keyId, agentId: playerId, secret: key, at });
    await openAccount(tx, playerId, at, (prefix, now) => makeId(prefix, now, randomBytes(10)));
  });
  return { playerId, key, keyId, headers: { authorization: `Bearer ${key}` } };
}

/** The name and value of the cookie that a response sets. */
export function cookieOf(reply: { readonly headers: Headers }): string {
  return (reply.headers.get('set-cookie') ?? '').split(';')[0];
}

async function addPerson(
  call: TestService['call'],
  { email = `${randomBytes(6).toString('hex')}@example.org`, displayName = 'Somebody' } = {},
): Promise<TestPerson> {
  const password = 'correct horse battery';
  const reply = await call('POST', '/api/people/sign-up', { json: { email, password, displayName } });
  if (reply.status !== 201) throw new Error(`signing up was answered with ${reply.text}`);
  const { id: playerId, handle } = reply.body.person;
  return { playerId, handle, email, password, headers: { cookie: cookieOf(reply) } };
}

function collectLog(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}

export interface TestOptions extends Partial<ServiceOptions> {
  readonly extraRoutes?: readonly Route<Services>[];
  /** A node that shares its database and its clock. */
  readonly beside?: TestService;
  /** Whether its jobs run; true unless a test runs them itself. */
  readonly ownJobs?: boolean;
}

/** A separate pool over the database of another node. */
function shareDatabase({ database }: TestService): TestDatabase {
  const pool = openPool(database.target, patience);
  return { target: database.target, pool, drop: () => pool.end({ timeoutMs: 1_000 * 2 }) };
}

/** The minimum of argon2id: at the usual cost, passwords would take more CPU time than anything else in many files. */
const cheapPasswords = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const noRoutes: readonly Route[] = [];
const contracts = new WeakMap<readonly Route[], ContractCheck>();

/** Compiling the contract takes longer than starting the service, so the tests of a process share it. */
function contractOf(extraRoutes: readonly Route[]): ContractCheck {
  const known = contracts.get(extraRoutes);
  if (known) return known;
  const contract = new ContractCheck(
    buildOpenapi([...arenaRoutes, ...extraRoutes], 'http://presage.test', {}) as never,
  );
  contracts.set(extraRoutes, contract);
  return contract;
}

/** Starts the whole service on a real socket with a separate database; every response is validated against the contract. */
export async function startTestService({ beside, ownJobs = true, ...options }: TestOptions = {}): Promise<TestService> {
  const database = beside ? shareDatabase(beside) : await cloneDatabase();
  const clock = beside?.clock ?? new TestClock();
  const store = options.store ?? createPostgresStore(database.pool, () => clock.now());
  const log: string[] = [];
  const routes = [...arenaRoutes, ...(options.extraRoutes ?? [])];
  const service = createService({
    log: createLog('debug', collectLog(log)),
    clock: clock.now,
    publicUrl: 'http://presage.test',
    addressReadsPerMinute: 0,
    trustProxy: false,
    securityContact: null,
    secret: 'a secret for tests',
    // A test machine may be slow without being overloaded; tests of overload advance this clock.
    steady: () => 0,
    // No host resolves, so no external data source is ever contacted.
    connectorLookup: async () => [],
    passwordCost: cheapPasswords,
    routes,
    ...options,
    store,
  });
  if (ownJobs) await service.startJobs();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const contract = contractOf(options.extraRoutes ?? noRoutes);

  const call: TestService['call'] = async (method, path, { headers = {}, json, body } = {}) => {
    const typed = json === undefined ? headers : { 'content-type': 'application/json', ...headers };
    const sent = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(url + path, { method, headers: typed, body: sent as string, redirect: 'manual' });
    const text = await response.text();
    const reply = { status: response.status, headers: response.headers, text };
    contract.check(method, path.split('?')[0], reply);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return { ...reply, body: isJson ? JSON.parse(text) : null };
  };

  return {
    url,
    store,
    pool: database.pool,
    database,
    services: service.services,
    clock,
    log,
    call,
    anAgent: (plan = 'free') => addAgent(store, clock, plan),
    aPerson: details => addPerson(call, details),
    flushRequestLog: () => service.flush(),
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}
