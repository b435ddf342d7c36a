import { describe, expect, it } from 'vitest';
import { basePathOf } from '../certification/routes.js';
import { routes } from '../features.js';
import type { Route } from '../http/route.js';
import { buildOpenapi } from './openapi.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Response {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly 'x-error-codes': readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, Response>>;
}

const document = buildOpenapi(routes, 'http://presage.test', {}) as unknown as {
  readonly servers: readonly { readonly url: string; readonly variables?: object }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Every route under its path and its aliases. */
const documented = routes.flatMap(route =>
  [route.path, ...(route.aliases ?? [])].map(path => ({
    route,
    name: `${route.method} ${path}`,
    operation: document.paths[path][route.method.toLowerCase()],
  })),
);

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) as string];

function bodyOf(response: Response | undefined): Schema {
  const schema = response?.content?.['application/json']?.schema;
  return schema === undefined ? {} : resolved(schema);
}

const keyOf = ({ parameters }: Operation) => parameters.find(({ name }) => name === 'Idempotency-Key');
const marksReplays = (response: Response | undefined) => response?.headers?.['Idempotent-Replayed'] !== undefined;

describe('the OpenAPI document of idempotent writes', () => {
  const writes = documented.filter(({ route }) => route.idempotency !== undefined);

  it('has the header Idempotency-Key where a write accepts it, and nowhere else', () => {
    expect(writes.length).toBeGreaterThan(7);
    for (const { route, name, operation } of documented) {
      const { idempotency } = route;
      const accepts = typeof idempotency === 'object' ? idempotency.header !== 'ignored' : idempotency !== undefined;
      const expected = accepts ? { in: 'header', required: idempotency === 'header' } : undefined;
      const found = keyOf(operation);
      expect(found && { in: found.in, required: found.required }, name).toEqual(expected);
    }
  });

  it('has the header Idempotent-Replayed on the replay of every write with a key or a client id', () => {
    for (const { name, operation } of writes) expect(marksReplays(operation.responses['200']), name).toBe(true);
  });

  it('has the header Idempotent-Replayed exactly where the body can mark a replay', () => {
    for (const { name, operation } of documented) {
      const { code } = bodyOf(operation.responses['200']).properties ?? {};
      const canBeReplay = JSON.stringify(code ?? null).includes('IDEMPOTENT_REPLAY');
      expect(marksReplays(operation.responses['200']), name).toBe(canBeReplay);
    }
  });
});

describe('the OpenAPI document of orders', () => {
  it('types the members of fills wherever a response has them', () => {
    const holders = Object.entries(document.components.schemas).filter(([, { properties }]) => properties?.fills);
    expect(holders.length).toBeGreaterThan(0);
    for (const [name, { properties }] of holders) {
      const fill = resolved(properties?.fills.items ?? {});
      expect(fill.type, name).toBe('object');
      expect(Object.keys(fill.properties ?? {}), name).toEqual(
        expect.arrayContaining(['shares', 'credits', 'priceBps', 'against', 'at']),
      );
      for (const [member, schema] of Object.entries(fill.properties ?? {}))
        expect(resolved(schema).type, `${name}.fills.${member}`).toBeTypeOf('string');
    }
    const placed = document.paths['/api/play/v1/orders'].post.responses['201'];
    expect(bodyOf(placed).properties?.fills).toBeDefined();
  });
});

describe('the OpenAPI document of addresses that are not routes', () => {
  it('has the MCP endpoint and the documentation pages', () => {
    expect(document.paths['/mcp'].post.responses).toMatchObject({ 200: {}, 400: {}, 401: {}, 429: {} });
    for (const path of ['/docs', '/docs/api', '/docs/errors'])
      expect(document.paths[path].get.responses['200'].content, path).toHaveProperty('text/html');
  });

  it('has the base path of certification runs as a server', () => {
    const run = document.servers.find(({ variables }) => variables !== undefined);
    expect(run).toMatchObject({
      url: `http://presage.test${basePathOf('{runId}')}`,
      variables: { runId: { default: expect.stringMatching(/^run_/) } },
    });
    expect(new URL(run?.url as string).pathname).toMatch(/^\/api\/v1\/sandbox\/runs\//);
  });
});

/** The names of all members of a schema, at every depth. */
function memberNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(memberNames)];
}

const reference = /([sS]lug|[pP]ubkey|[hH]andle)s?$|(^id|Id)s?$|^(user|market|key|subject)$/;

/** Whether a request can name something that does not exist. */
function namesResource({ request, path }: Route): boolean {
  const names = memberNames([request?.query, request?.body]);
  return path.includes('{') || names.some(name => reference.test(name));
}

/** Whether shared caches may store the response, which then has an ETag. */
function isPublicRead({ method, auth, noStore, streams, responses }: Route): boolean {
  return method === 'GET' && (auth === 'none' || auth === 'optional') && !noStore && !streams && 200 in responses;
}

describe('the statuses in the OpenAPI document', () => {
  it.each<[status: number, condition: string, canOccur: (route: Route) => boolean]>([
    [304, 'public reads with a response', isPublicRead],
    [400, 'routes that read their input', ({ ignoresInput }) => !ignoresInput],
    [401, 'routes that check credentials', ({ auth }) => auth !== 'none'],
    [403, 'routes that check credentials', ({ auth }) => auth !== 'none'],
    [404, 'routes whose input can name something that does not exist', namesResource],
    [405, 'requests without a route', () => false],
    [409, 'routes other than GET', ({ method }) => method !== 'GET'],
    [413, 'routes other than GET', ({ method }) => method !== 'GET'],
    [415, 'routes with a body', ({ request }) => request?.body !== undefined],
    [429, 'routes with a budget', ({ bucket }) => bucket !== 'none'],
    [504, 'writes that can lose their commit', ({ countedIn }) => countedIn === 'transaction'],
  ])('%i is documented only for %s', (status, _condition, canOccur) => {
    const impossible = documented.filter(({ route, operation }) => operation.responses[status] && !canOccur(route));
    expect(impossible.map(({ name }) => name)).toEqual([]);
  });

  it.each<[code: string, condition: string, canOccur: (route: Route) => boolean]>([
    ['IDEMPOTENT_REPLAY', 'writes with a key or a client id', ({ idempotency }) => idempotency !== undefined],
    ['MISSING_IDEMPOTENCY_KEY', 'writes that require the key', ({ idempotency }) => idempotency === 'header'],
    ['INVALID_JSON', 'routes with a body', ({ request }) => request?.body !== undefined],
    ['LIVE_TRADING_DISABLED', 'retired routes', ({ area }) => area === 'retired'],
  ])('%s is documented only for %s', (code, _condition, canOccur) => {
    const impossible = documented.filter(
      ({ route, operation }) => operation['x-error-codes'].includes(code) && !canOccur(route),
    );
    expect(impossible.map(({ name }) => name)).toEqual([]);
  });

  it('of a retired route are those that its handler and the service itself send', () => {
    const retired = documented.filter(({ route }) => route.area === 'retired');
    expect(retired.length).toBeGreaterThan(10);
    for (const { name, operation } of retired) {
      const allowed = ['404', '408', '414', '500', '503'];
      expect(
        Object.keys(operation.responses).filter(status => !allowed.includes(status)),
        name,
      ).toEqual([]);
    }
  });
});
