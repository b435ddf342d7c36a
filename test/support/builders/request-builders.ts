import { expect } from 'vitest';
import type { CallReply, TestPerson, TestService } from '../test-service.js';

/** A complete draft about a day two weeks after the start of the test clock. */
export const aDraft = {
  question: 'Will it rain at Heathrow on 1 April 2026?',
  category: 'weather',
  end_timestamp: Date.parse('2026-04-01T00:00:00Z') / 1000,
  outcomes: 'Yes, No',
  source_name: 'Met Office',
  source_url: 'https://www.metoffice.gov.uk/rain',
  observation_rule: 'Yes if the Met Office reports at least 0.2 mm at Heathrow for that day.',
  demand_evidence: 'A club asks this every year.',
  suggested_yes_probability: 45,
  first_limit_order_intent: true,
};

export function fileRequest(
  service: Pick<TestService, 'call'>,
  person: Pick<TestPerson, 'headers'>,
  change: object = {},
  headers: Record<string, string> = {},
): Promise<CallReply> {
  const json = { ...aDraft, ...change };
  return service.call('POST', '/api/markets/requests', { headers: { ...person.headers, ...headers }, json });
}

/** Files a request that must be accepted, and returns its id. */
export async function aRequest(
  service: Pick<TestService, 'call'>,
  person: Pick<TestPerson, 'headers'>,
  change: object = {},
): Promise<string> {
  const reply = await fileRequest(service, person, change);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.request.id;
}

export function vote(
  service: Pick<TestService, 'call'>,
  person: Pick<TestPerson, 'headers'>,
  id: string,
  method: 'PUT' | 'DELETE' = 'PUT',
): Promise<CallReply> {
  return service.call(method, `/api/markets/requests/${id}/vote`, { headers: person.headers });
}
