import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/features.js';
import { sessionCookieName } from '../../src/http/pipeline/credentials.js';
import { callersOf, isRead, type Route } from '../../src/http/route.js';
import { type Plan, planTerms } from '../../src/kernel/plans.js';
import { writeAgentKey, writeSessionToken } from '../../src/kernel/token-syntax.js';
import * as sessionStore from '../../src/people/store/sessions.js';
import { stopBalanced } from '../support/assert-books-balance.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../support/operator-service.js';
import type { TestAgent, TestPerson } from '../support/test-service.js';

/**
 * Every path of the contract with every form of credential. The expected result follows from the route objects alone.
 */

const forms = [
  'none',
  'malformed',
  'wrong prefix',
  'unknown',
  'revoked',
  'free',
  'pro',
  'enterprise',
  'session',
  'operator token',
  'differing headers',
] as const;
type Form = (typeof forms)[number];

interface Outcome {
  readonly status: number;
  readonly code: string;
  readonly challenge: string | null;
}

const realm = 'Bearer realm="presage"';
const badToken = `${realm}, error="invalid_token", error_description="…"`;
const unauthorized = (challenge: string): Outcome => ({ status: 401, code: 'UNAUTHORIZED', challenge });

/** The expected rejection of a valid credential by the route table; null if it is accepted. */
function refusalOf(route: Route, kind: 'agent' | 'person' | 'operator', plan: Plan | null): Outcome | null {
  const scope = typeof route.auth === 'object' ? route.auth.scope : null;
  const forbidden: Outcome = {
    status: 403,
    code: 'FORBIDDEN',
    challenge: scope && `${realm}, error="insufficient_scope", scope="${scope}"`,
  };
  if (!callersOf(route).includes(kind)) return forbidden;
  return scope && !(plan && planTerms[plan].scopes.includes(scope)) ? forbidden : null;
}

function expectedOf(route: Route, form: Form): Outcome | null {
  const { auth } = route;
  if (auth === 'none') return null;
  const callers = callersOf(route);
  const withoutCredential =
    auth === 'optional'
      ? null
      : unauthorized(callers.length === 1 && callers[0] === 'person' ? 'Session realm="presage"' : realm);
  switch (form) {
    case 'none':
      return withoutCredential;
    case 'malformed':
    case 'wrong prefix':
    case 'unknown':
    case 'revoked':
      return unauthorized(badToken);
    case 'differing headers':
      return { status: 400, code: 'INVALID_PAYLOAD', challenge: null };
    case 'session':
      // Commercial data accepts agent keys only, so a cookie does not count.
      if (typeof auth === 'object' && callers.every(kind => kind === 'agent')) return withoutCredential;
      return refusalOf(route, 'person', 'free');
    case 'operator token':
      return refusalOf(route, 'operator', null);
    default:
      return refusalOf(route, 'agent', form);
  }
}

let service: OperatorService;
let person: TestPerson;
let agents: Record<Plan, TestAgent>;
let revoked: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  person = await service.aPerson();
  revoked = await service.anAgent();
  agents = {
    free: await service.anAgent('free'),
    pro: await service.anAgent('pro'),
    enterprise: await service.anAgent('enterprise'),
  };
  await service.pool`update agent_keys set revoked_at = ${new Date(service.clock.now())} where id = ${revoked.keyId}`;
});
afterAll(() => stopBalanced(service));

/** A session for one request, because signing out is one of the routes. */
async function aSession(): Promise<Record<string, string>> {
  const token = writeSessionToken(randomBytes(32));
  const id = service.services.newId('ses', service.clock.now());
  const now = service.clock.now();
  await service.store.transact(tx =>
    sessionStore.add(tx, person.playerId, { sessionId: id, token, userAgent: null }, 1_000, now),
  );
  return { cookie: `${sessionCookieName}=${token}` };
}

async function headersOf(form: Form): Promise<Record<string, string>> {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const unknown = writeAgentKey(randomBytes(32));
  switch (form) {
    case 'none':
      return {};
    case 'malformed':
      return bearer(`${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`);
    case 'wrong prefix':
      return bearer(unknown.replace('presage_agent_', 'presage_token_'));
    case 'unknown':
      return bearer(unknown);
    case 'revoked':
      return revoked.headers;
    case 'session':
      return aSession();
    case 'operator token':
      return operatorHeaders;
    case 'differing headers':
      return { ...agents.free.headers, 'x-api-key': agents.pro.key };
    default:
      return agents[form].headers;
  }
}

/** Sends no valid body, and closes a stream once its status is known. */
async function answered(route: Route, path: string, form: Form): Promise<Outcome & { readonly field: unknown }> {
  const stop = new AbortController();
  const body = route.method === 'GET' ? {} : { body: '{', headers: { 'content-type': 'application/json' } };
  const response = await fetch(service.url + path.replace(/\{\w+\}/g, 'no-such-thing'), {
    method: route.method,
    redirect: 'manual',
    signal: stop.signal,
    ...body,
    headers: { ...body.headers, ...(await headersOf(form)) },
  });
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  const sent = (status >= 400 && isJson ? await response.json() : {}) as { code?: string; field?: string };
  stop.abort();
  const challenge =
    headers.get('www-authenticate')?.replace(/error_description="[^"]+"/, 'error_description="…"') ?? null;
  return { status, code: sent.code ?? '', challenge, field: sent.field };
}

const paths = routes.flatMap(route => [route.path, ...(route.aliases ?? [])].map(path => ({ route, path })));

describe.each(forms)('every path of the contract with the credential form "%s"', form => {
  it('returns the status, code and challenge of its route', { timeout: 60_000 }, async () => {
    const differences: string[] = [];
    for (const { route, path } of paths) {
      const wanted = expectedOf(route, form);
      const { field, ...got } = await answered(route, path, form);
      const name = `${route.method} ${path}`;
      if (wanted === null) {
        // Whatever the result of the request, the credential is not the reason for a rejection.
        const refused = got.challenge !== null || got.status === 401 || got.status === 403 || field === 'x-api-key';
        if (refused) differences.push(`${name}: admitted expected, got ${JSON.stringify(got)}`);
      } else if (JSON.stringify(got) !== JSON.stringify(wanted)) {
        differences.push(`${name}: ${JSON.stringify(wanted)} expected, got ${JSON.stringify(got)}`);
      }
    }
    expect(differences).toEqual([]);
  });
});

describe('the routes of the contract', () => {
  it('cover every kind of authentication', () => {
    const kinds = new Set(routes.map(({ auth }) => (typeof auth === 'object' ? 'scope' : auth)));
    expect(kinds).toEqual(new Set(['none', 'optional', 'required', 'scope']));
    const data = routes.filter(({ path }) => path.startsWith('/api/data/'));
    expect(data).toHaveLength(6);
    for (const route of data)
      expect([isRead(route), callersOf(route), route.bucket]).toEqual([true, ['agent'], 'reads']);
  });
});
