import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import * as accountStore from '../../src/exchange/store/accounts.js';
import {
  type CallReply,
  startTestService,
  type TestAgent,
  type TestOptions,
  type TestService,
} from './test-service.js';

const token = 'operator-token-of-the-tests';
export const operatorHeaders = { authorization: `Bearer ${token}` };

interface OrderFields {
  readonly eventSlug: string;
  readonly outcomeIndex?: number;
  readonly side?: 'buy' | 'sell';
  readonly amountCredits?: number;
  readonly amountShares?: number;
  readonly limitPriceBps?: number;
  readonly timeInForce?: 'GTC' | 'IOC' | 'FOK';
  readonly expiresAt?: string;
}

export interface OperatorService extends TestService {
  /** Sent with the operator token. */
  operate(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<CallReply>;
  /** An active event that ends in ten days by default. */
  anEvent(fields?: Record<string, unknown>): Promise<{ slug: string; id: string }>;
  order(agent: TestAgent, fields: OrderFields): Promise<CallReply>;
  available(agent: TestAgent): Promise<number>;
}

export async function startOperatorService(options: TestOptions = {}): Promise<OperatorService> {
  const service = await startTestService({ operatorToken: token, ...options });
  const { call, clock } = service;
  let events = 0;

  const operate: OperatorService['operate'] = (method, path, json, headers = {}) =>
    call(method, `/api/operator${path}`, { headers: { ...operatorHeaders, ...headers }, json });

  return {
    ...service,
    operate,
    async anEvent(fields = {}) {
      events += 1;
      const reply = await operate('POST', '/events', {
        title: `Will event ${events} happen?`,
        description: 'Made for a test.',
        category: 'test',
        outcomes: ['Yes', 'No'],
        endsAt: new Date(clock.now() + 10 * 86_400_000).toISOString(),
        resolutionSource: { name: 'The test', url: '', rule: 'As the test says.' },
        ...fields,
      });
      expect(reply.status, reply.text).toBe(201);
      const { slug, id } = reply.body.event;
      return { slug, id };
    },
    order(agent, { outcomeIndex = 0, side = 'buy', limitPriceBps = side === 'buy' ? 9999 : 1, ...fields }) {
      const clientOrderId = randomBytes(8).toString('hex');
      const json = { clientOrderId, outcomeIndex, side, limitPriceBps, ...fields };
      return call('POST', '/api/play/v1/orders', { headers: agent.headers, json });
    },
    async available(agent) {
      const account = await service.store.read(reader => accountStore.find(reader, agent.playerId));
      return (account?.available ?? -1) / 1_000_000;
    },
  };
}
