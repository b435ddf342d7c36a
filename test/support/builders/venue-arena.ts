import { expect } from 'vitest';
import { type OperatorService, startOperatorService } from '../operator-service.js';
import type { CallReply } from '../test-service.js';

export interface VenueArena extends OperatorService {
  /** Saves rows of a push connector; none may be rejected. */
  push(connectorId: string, ...rows: Record<string, unknown>[]): Promise<void>;
  /** Reads the venue feed. */
  feed(query: string): Promise<CallReply>;
}

/** A row with equal prices for Yes and No. */
export const aVenueRow = (rowId: string, fields: Record<string, unknown> = {}) => ({
  rowId,
  title: `Will ${rowId} happen?`,
  tradable: true,
  outcomes: [
    { label: 'Yes', priceBps: 5000 },
    { label: 'No', priceBps: 5000 },
  ],
  volumeUnit: 'votes',
  ...fields,
});

/** A service with the push connectors house-one and house-two, whose interval is ten minutes. */
export async function startVenueArena(): Promise<VenueArena> {
  const service = await startOperatorService();
  for (const id of ['house-one', 'house-two']) {
    const settings = { intervalSeconds: 600 };
    const reply = await service.operate('PUT', `/connectors/${id}`, { enabled: true, format: 'push', settings });
    expect(reply.status, reply.text).toBe(200);
  }
  return {
    ...service,
    async push(connectorId, ...rows) {
      const reply = await service.operate('POST', `/connectors/${connectorId}/rows`, { rows });
      expect(reply.status, reply.text).toBe(200);
      for (const { result, reason } of reply.body.results) expect(result, reason).not.toBe('rejected');
    },
    feed: query => service.call('GET', `/api/v1/aggregator/markets?${query}`),
  };
}
