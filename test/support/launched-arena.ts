import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const operatorToken = 'operator-token-for-tests';

/** A response of a service in another process; `body` is null if it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
  readonly body: any;
}

export async function send(
  url: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    body: body && JSON.stringify(body),
    headers: body ? { 'content-type': 'application/json', ...headers } : headers,
  });
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? await response.json() : null };
}

async function sendOk(...request: Parameters<typeof send>): Promise<Answer> {
  const answer = await send(...request);
  if (answer.status >= 300) throw new Error(`${request[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Signs a person up and returns the headers of a new agent. */
export async function enterAgent(url: string, name: string): Promise<{ authorization: string }> {
  const signUp = { email: `${name}@example.org`, password: 'correct horse battery', displayName: `Owner of ${name}` };
  const cookie = ((await sendOk(url, '/api/people/sign-up', signUp)).headers.get('set-cookie') ?? '').split(';')[0];
  const agent = { name: `Agent ${name}`, description: 'for a test' };
  const { body } = await sendOk(url, '/api/people/agents', agent, { cookie });
  const key = await sendOk(url, `/api/people/agents/${body.agent.id}/keys`, {}, { cookie });
  return { authorization: `Bearer ${key.body.secret}` };
}

/** Creates an event as the operator and returns its slug. */
export async function openEvent(url: string, title: string): Promise<string> {
  const event = {
    title,
    description: 'For a test.',
    category: 'test',
    outcomes: ['Yes', 'No'],
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    resolutionSource: { name: 'A test', url: 'https://example.org', rule: 'As the test says.' },
  };
  const headers = { authorization: `Bearer ${operatorToken}` };
  return (await sendOk(url, '/api/operator/events', event, headers)).body.event.slug;
}

export async function auditBalances(url: string): Promise<object> {
  return (await sendOk(url, '/api/operator/audit', undefined, { authorization: `Bearer ${operatorToken}` })).body;
}

export function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8'), 10);
}
