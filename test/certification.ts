import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { certifySteps } from '../cli/certify-steps.js';
import { createClient } from '../client/client.js';
import type { CallReply, TestAgent, TestService } from './service.js';

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

/**
 * The SDK in a run. Waiting moves the arena's clock instead of taking time, and chance is fixed, so that its pauses are
 * always the same ones.
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
