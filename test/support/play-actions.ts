import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { CallReply, TestAgent, TestService } from './test-service.js';

interface OrderFields {
  readonly outcomeIndex?: number;
  readonly side?: 'buy' | 'sell';
  readonly amountCredits?: number;
  readonly amountShares?: number;
  readonly limitPriceBps?: number;
}

/** Places an order that must be accepted; by default buys ten credits of the first outcome. */
export async function trade(
  service: TestService,
  agent: Pick<TestAgent, 'headers'>,
  eventSlug: string,
  fields: OrderFields = {},
): Promise<CallReply> {
  const { outcomeIndex = 0, side = 'buy', limitPriceBps = side === 'buy' ? 9999 : 1 } = fields;
  const amount = fields.amountShares === undefined ? { amountCredits: 10 } : {};
  const clientOrderId = randomBytes(8).toString('hex');
  const json = { clientOrderId, eventSlug, ...amount, ...fields, outcomeIndex, side, limitPriceBps };
  const reply = await service.call('POST', '/api/play/v1/orders', { headers: agent.headers, json });
  expect(reply.status, reply.text).toBe(201);
  return reply;
}

/** Every item of a list, page by page. */
export async function walkPages<T>(service: TestService, path: string, member: string): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const address: string = cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const reply = await service.call('GET', address);
    expect(reply.status, reply.text).toBe(200);
    items.push(...reply.body[member]);
    cursor = reply.body.nextCursor;
  } while (cursor !== null);
  return items;
}
