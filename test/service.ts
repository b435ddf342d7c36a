import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { Route } from '../src/api/route.js';
import { routes as allRoutes } from '../src/api/routes.js';
import { buildOpenapi } from '../src/contract/openapi.js';
import { makeId } from '../src/domain/ids.js';
import { writeAgentKey } from '../src/domain/players/agent-key.js';
import type { Plan } from '../src/domain/players/plans.js';
import { createLog } from '../src/server/log.js';
import { createService, type ServiceOptions } from '../src/server/service.js';
import { createPostgresStore } from '../src/store/postgres/postgres-store.js';
import type { Store } from '../src/store/store.js';
import { ContractCheck } from './contract-check.js';
import { cloneDatabase } from './database.js';

export interface CallOptions {
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
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

/** A clock that stands still until it is told to move. */
export class TestClock {
  constructor(private ms = Date.parse('2026-03-17T12:00:00.000Z')) {}
  readonly now = () => this.ms;
  forward(milliseconds: number): void {
    this.ms += milliseconds;
  }
}

export interface TestService {
  readonly url: string;
  readonly store: Store;
  readonly clock: TestClock;
  readonly log: string[];
  call(method: string, path: string, options?: CallOptions): Promise<CallReply>;
  anAgent(plan?: Plan): Promise<TestAgent>;
  flushRequestLog(): Promise<void>;
  stop(): Promise<void>;
}

function randomId(prefix: 'plr' | 'agt' | 'key', clock: TestClock): string {
  return makeId(prefix, clock.now(), randomBytes(10));
}

async function addAgent(store: Store, clock: TestClock, plan: Plan): Promise<TestAgent> {
  const ownerId = randomId('plr', clock);
  const playerId = randomId('agt', clock);
  const keyId = randomId('key', clock);
  const key = writeAgentKey(randomBytes(32));
  const name = `agent ${playerId.slice(-8)}`;
  const at = clock.now();
  await store.transact(async writes => {
    await writes.players.addPerson({
      playerId: ownerId,
      handle: ownerId.replace('_', '-'),
      name: 'Owner',
      foldedName: 'owner',
      at,
    });
    await writes.players.addAgent({
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
    await writes.players.addKey({ id: keyId, agentId: playerId, secret: key, at });
  });
  return { playerId, key, keyId, headers: { authorization: `Bearer ${key}` } };
}

function collectLog(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}

/** The whole service on a real socket with a database of its own; every reply is held against the contract. */
export async function startTestService(
  options: Partial<ServiceOptions> & { extraRoutes?: readonly Route[] } = {},
): Promise<TestService> {
  const database = await cloneDatabase();
  const store = options.store ?? createPostgresStore(database.pool);
  const clock = new TestClock();
  const log: string[] = [];
  const routes = [...allRoutes, ...(options.extraRoutes ?? [])];
  const service = createService({
    log: createLog('debug', collectLog(log)),
    clock: clock.now,
    publicUrl: 'http://presage.test',
    addressReadsPerMinute: 0,
    trustProxy: false,
    securityContact: null,
    routes,
    ...options,
    store,
  });
  await service.startJobs();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const contract = new ContractCheck(buildOpenapi(routes, 'http://presage.test') as never);

  return {
    url,
    store,
    clock,
    log,
    async call(method, path, { headers = {}, json, body } = {}) {
      const typed = json === undefined ? headers : { 'content-type': 'application/json', ...headers };
      const sent = json === undefined ? body : JSON.stringify(json);
      const response = await fetch(url + path, { method, headers: typed, body: sent as string, redirect: 'manual' });
      const text = await response.text();
      const reply = { status: response.status, headers: response.headers, text };
      contract.check(method, path.split('?')[0], reply);
      const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
      return { ...reply, body: isJson ? JSON.parse(text) : null };
    },
    anAgent: (plan = 'free') => addAgent(store, clock, plan),
    flushRequestLog: () => service.flush(),
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}
