import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { routes } from '../features.js';
import { errorCodes } from '../http/errors.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ addressReadsPerMinute: 1200 });
});
afterAll(() => service.stop());

/** Optimizing hundreds of validators would take longer than running them once. */
function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  addFormats.default(ajv);
  return ajv;
}

describe('GET /api/v1/status', () => {
  it('states the contract version and how to write to it', async () => {
    const { body } = await service.call('GET', '/api/v1/status');
    expect(body).toMatchObject({ status: 'ok', mode: 'play-only', contractVersion: '2026-03-17' });
    expect(body.contract).toMatchObject({ version: '2026-03-17', openapi: '3.1.0', jsonSchema: '2020-12' });
    expect(body.auth.agentKey.headers).toEqual(['Authorization: Bearer <key>', 'x-api-key: <key>']);
    expect(body.auth.walletSigned.available).toBe(false);
    expect(body.idempotency.header).toBe('Idempotency-Key');
    expect(body.errorTaxonomy.map((entry: { code: string }) => entry.code)).toEqual(errorCodes);
  });
});

describe('GET /api/rate-limits', () => {
  it('publishes the enforced limits', async () => {
    const { body, headers } = await service.call('GET', '/api/rate-limits');
    const budget = (name: string) => body.budgets.find((entry: { name: string }) => entry.name === name);
    expect(budget('reads')).toMatchObject({ quota: 600, windowSeconds: 3600, per: 'agent' });
    expect(budget('orders')).toMatchObject({ quota: 120, windowSeconds: 3600, per: 'agent' });
    expect(budget('cancels')).toMatchObject({ quota: 600, windowSeconds: 3600, per: 'agent' });
    expect(budget('forecasts')).toMatchObject({ quota: 120, windowSeconds: 3600, per: 'agent' });
    expect(budget('address')).toMatchObject({ quota: 1200, windowSeconds: 60, per: 'address' });
    expect(body.play).toEqual({
      agentsPerPerson: 3,
      activeKeysPerAgent: 2,
      openRequestsPerPerson: 10,
      openStreamsPerPlayer: 20,
      startingCredits: 10_000,
      dailyGrantCredits: 1000,
    });
    expect(headers.get('ratelimit-policy')).toBe('"address";q=1200;w=60');
  });
});

describe('the contract', () => {
  it('lists every route and alias with its own operationId', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '2026-03-17' } });
    for (const route of routes) {
      for (const path of [route.path, ...(route.aliases ?? [])]) {
        expect(body.paths[path][route.method.toLowerCase()].operationId).toMatch(new RegExp(`^${route.id}`));
      }
    }
    const operations = Object.values(body.paths as Record<string, object>).flatMap(item => Object.values(item));
    expect(new Set(operations.map(operation => operation.operationId)).size).toBe(operations.length);
    expect(body.components.securitySchemes).toMatchObject({
      bearer: { scheme: 'bearer' },
      apiKey: { name: 'x-api-key' },
    });
  });

  it('is the same document in its versioned wrapper', async () => {
    const plain = (await service.call('GET', '/openapi.json')).body;
    const { 'x-contract': wrapper, ...rest } = (await service.call('GET', '/api/v1/openapi.json')).body;
    expect(rest).toEqual(plain);
    expect(wrapper).toEqual({
      version: '2026-03-17',
      format: 'openapi',
      formatVersion: '3.1.0',
      canonicalUrl: 'http://presage.test/openapi.json',
    });
  });

  it('has a catalogue of schemas that compiles separately', async () => {
    const { body } = await service.call('GET', '/api-schema.json');
    const contract = (await service.call('GET', '/openapi.json')).body;
    expect(body.names).toEqual(Object.keys(contract.components.schemas));
    const ajv = newAjv();
    ajv.addSchema(body);
    for (const name of body.names) expect(ajv.compile({ $ref: `${body.$id}#/$defs/${name}` })).toBeTypeOf('function');
  });
});

describe('examples', () => {
  it('match their schemas', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    const ajv = newAjv();
    ajv.addSchema({ ...body, $id: 'contract' });
    const operations = Object.values(body.paths as Record<string, object>).flatMap(item => Object.values(item));
    let checked = 0;
    for (const { operationId, requestBody, responses } of operations) {
      for (const place of [requestBody, ...Object.values(responses as Record<string, object>)]) {
        const json = (place as { content?: Record<string, { schema: object; example?: unknown }> })?.content?.[
          'application/json'
        ];
        if (json?.example === undefined) continue;
        const schema = JSON.parse(JSON.stringify(json.schema).replaceAll('#/components', 'contract#/components'));
        const validate = ajv.compile(schema);
        expect(
          validate(json.example),
          `${operationId}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(json.example)}`,
        ).toBe(true);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(30);
    const schemas = Object.entries(body.components.schemas as Record<string, { examples?: unknown[] }>);
    for (const [name, schema] of schemas) {
      for (const example of schema.examples ?? []) {
        const validate = ajv.compile({ $ref: `contract#/components/schemas/${name}` });
        expect(validate(example), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
      }
    }
  });
});
