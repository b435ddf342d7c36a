import { expect } from 'vitest';
import type { RecordedExample } from '../../../src/contract/examples.js';
import { routes } from '../../../src/features.js';
import type { OperatorService } from '../operator-service.js';
import type { CallReply } from '../test-service.js';

export interface RecordedCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

type Example = { request?: unknown; replies: Record<string, unknown> };

const byId = new Map(routes.map(route => [route.id, route]));

/** Calls operations by their id and remembers the first request and the first reply of each status. */
export class Recorder {
  private readonly examples = new Map<string, Example>();

  /** Recordings sorted by operationId, as JSON values. */
  recorded(): Record<string, RecordedExample> {
    const sorted = [...this.examples].sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.parse(JSON.stringify(Object.fromEntries(sorted)));
  }

  /** Sends a request that must succeed. A second passes before it, so that no reply comes from a cache. */
  async send(service: OperatorService, id: string, call: RecordedCall = {}): Promise<CallReply> {
    const route = byId.get(id);
    if (!route) throw new Error(`${id} is not an operation`);
    const { params = {}, query = {}, headers = {}, json } = call;
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]));
    const values = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
    const search = new URLSearchParams(Object.fromEntries(values));
    service.clock.forward(1_000);
    const address = search.size > 0 ? `${path}?${search}` : path;
    const reply = await service.call(route.method, address, { headers: { ...headers }, json });
    expect(Object.keys(route.responses), `${id}: ${reply.text}`).toContain(String(reply.status));
    const example = this.examples.get(id) ?? { replies: {} };
    if (json !== undefined) example.request ??= json;
    if (reply.body !== null) example.replies[reply.status] ??= reply.body;
    this.examples.set(id, example);
    return reply;
  }
}
