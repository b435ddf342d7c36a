import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { certifySteps } from '../../../cli/commands/certify-steps.js';
import { createClient } from '../../../client/client.js';
import { SseReader } from '../sse-reader.js';
import type { CallReply, TestAgent, TestService } from '../test-service.js';

interface RunScenario {
  readonly id: string;
  readonly eventSlug: string;
  readonly verdict: string;
  readonly evidence: readonly string[];
  readonly advice: string | null;
  readonly declared: boolean | null;
  readonly agrees: boolean | null;
}

export interface Run {
  readonly id: string;
  readonly status: string;
  readonly passed: boolean | null;
  readonly basePath: string;
  readonly deadlineAt: string;
  readonly requests: number;
  readonly scenarios: readonly RunScenario[];
}

export function certify(
  service: TestService,
  agent: TestAgent,
  json: object = {},
  key: string = randomUUID(),
): Promise<CallReply> {
  const headers = { ...agent.headers, 'idempotency-key': key };
  return service.call('POST', '/api/v1/sandbox/certification', { headers, json });
}

export async function openRun(service: TestService, agent: TestAgent): Promise<Run> {
  const reply = await certify(service, agent);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.run;
}

export async function finishRun(service: TestService, agent: TestAgent, run: Run): Promise<CallReply['body']> {
  const reply = await certify(service, agent, { runId: run.id });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

export function scenarioOf(run: Run, id: string): RunScenario {
  return run.scenarios.find(scenario => scenario.id === id) as RunScenario;
}

/** A client of an agent under the base path, without any fault handling. */
export class RunClient {
  constructor(
    private readonly service: Pick<TestService, 'url'>,
    readonly agent: TestAgent,
    readonly run: Run,
  ) {}

  static async enter(service: TestService): Promise<RunClient> {
    const agent = await service.anAgent();
    return new RunClient(service, agent, await openRun(service, agent));
  }

  slug(id: string): string {
    return scenarioOf(this.run, id).eventSlug;
  }

  /** The contract lists no operation to validate a response from here against. */
  async send(method: string, path: string, json?: object, headers: Record<string, string> = this.agent.headers) {
    const typed = { ...headers, ...(json ? { 'content-type': 'application/json' } : {}) };
    const body = json && JSON.stringify(json);
    const reply = await fetch(this.service.url + this.run.basePath + path, { method, headers: typed, body });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? null : JSON.parse(text) };
  }

  order(id: string, clientOrderId: string) {
    const wish = { eventSlug: this.slug(id), outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 };
    return this.send('POST', '/api/play/v1/orders', { ...wish, clientOrderId });
  }

  stream(path: string): Promise<SseReader> {
    return SseReader.open(this.service.url + this.run.basePath + path, this.agent.headers);
  }

  async verdict(service: TestService, id: string) {
    const { headers } = this.agent;
    const { body } = await service.call('GET', `/api/v1/sandbox/runs/${this.run.id}?trace=true`, { headers });
    const { verdict, evidence } = scenarioOf(body.run, id);
    return { verdict, text: evidence.join('\n'), trace: body.trace };
  }
}

/**
 * The SDK in a run. Waiting advances the arena's clock instead of taking time, and randomness is seeded, so that its
 * back-offs are always the same.
 */
export function sdkIn(service: TestService, agent: TestAgent, run: Run, send: typeof fetch = fetch) {
  let chance = 0.37;
  const random = () => {
    chance = (chance * 7.3 + 0.11) % 1;
    return chance;
  };
  const sleep = async (ms: number) => service.clock.forward(Math.ceil(ms));
  const client = createClient({
    baseUrl: service.url + run.basePath,
    agentKey: agent.key,
    sleep,
    random,
    fetch: (input, init) => send(input, init),
  });
  return {
    client,
    step: (id: string) =>
      certifySteps[id]({ client, sleep, newId: randomUUID, eventSlug: scenarioOf(run, id).eventSlug }),
  };
}
