import { randomUUID } from 'node:crypto';
import { SseReader } from '../sse-reader.js';
import type { TestAgent } from '../test-service.js';

/**
 * A careless client: every retry is a new order, it never waits or looks anything up, every message counts, and no
 * rejection stops it.
 */
export class FaultyClient {
  constructor(
    private readonly baseUrl: string,
    private readonly agent: TestAgent,
    private readonly attempts = 4,
  ) {}

  private async post(body: object): Promise<number> {
    const headers = { ...this.agent.headers, 'content-type': 'application/json' };
    const url = `${this.baseUrl}/api/play/v1/orders`;
    try {
      const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      await reply.text();
      return reply.status;
    } catch {
      return 0;
    }
  }

  async buy(eventSlug: string, more: object = {}): Promise<void> {
    const wish = { eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999, ...more };
    for (let attempt = 1; attempt <= this.attempts; attempt += 1) {
      const status = await this.post({ ...wish, clientOrderId: randomUUID() });
      if (status === 200 || status === 201) return;
    }
  }

  /** An order for every message, duplicate or not. */
  async chase(eventSlug: string, orders: number): Promise<void> {
    const reader = await SseReader.open(`${this.baseUrl}/api/events/${eventSlug}/stream`, this.agent.headers);
    await this.buy(eventSlug);
    for (let seen = 1; seen < orders; seen += 1) {
      await reader.kind('trade', seen);
      await this.buy(eventSlug);
    }
    reader.cut();
  }
}
