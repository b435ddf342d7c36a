import { AgentCard } from '@a2a-js/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { buildTools } from '../contract/tools.js';
import { routes } from '../features.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ addressReadsPerMinute: 1200 });
});
afterAll(() => service.stop());

describe('the well-known card', () => {
  it('is a complete A2A 1.0 card', async () => {
    const { body } = await service.call('GET', '/.well-known/agent-card.json');
    const read = AgentCard.fromJSON(body);
    expect(AgentCard.toJSON(read)).toMatchObject({
      name: 'Presage',
      supportedInterfaces: [
        { url: 'http://presage.test/mcp', protocolBinding: 'MCP', protocolVersion: '2026-07-28' },
        { url: 'http://presage.test', protocolBinding: 'HTTP+JSON' },
      ],
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      capabilities: { streaming: true, extensions: [{ uri: 'http://presage.test/api/v1/asyncapi.json' }] },
    });
    const { channels } = body.capabilities.extensions[0].params;
    expect(channels.map(({ channel }: { channel: string }) => channel)).toEqual(['trades', 'orderbook', 'user']);
    const known = new Set(routes.map(({ path }) => `http://presage.test${path}`));
    for (const { sseUrl } of channels) expect(known).toContain(sseUrl);
    expect(read.skills.map(({ id }) => id)).toEqual(buildTools(routes).map(({ name }) => name));
    const needKey = read.skills.filter(({ securityRequirements }) => securityRequirements.length > 0);
    expect(needKey.every(({ id }) => id.startsWith('play_') || id === 'get_signals')).toBe(true);
    expect((await service.call('GET', '/.well-known/agent.json')).body).toEqual(body);
  });
});

describe('GET /api/agent/card', () => {
  it('maps every operation, and only those', async () => {
    const { body } = await service.call('GET', '/api/agent/card');
    expect(body.operations.map(({ operationId }: { operationId: string }) => operationId)).toEqual(
      routes.filter(({ deprecated }) => !deprecated).map(({ id }) => id),
    );
    const order = body.operations.find(({ operationId }: { operationId: string }) => operationId === 'placeOrder');
    expect(order).toMatchObject({
      method: 'POST',
      path: '/api/play/v1/orders',
      auth: 'required',
      effect: 'write',
      budget: 'orders',
      idempotency: 'clientOrderId',
      tool: 'play_place_order',
    });
    expect(body.capabilities.realMoney).toBe(false);
  });

  it('has no dead links', async () => {
    const { body } = await service.call('GET', '/api/agent/card');
    for (const [name, url] of Object.entries(body.links as Record<string, string>)) {
      const path = url.replace('http://presage.test', '');
      const reply = await fetch(service.url + path);
      expect([200, 405], `${name} ${path}`).toContain(reply.status);
    }
  });
});

describe('GET /api/agent/access', () => {
  it.each(['/api/agent/access', '/api/v1/agent/access'])('%s identifies the caller', async path => {
    const anonymous = await service.call('GET', path);
    expect(anonymous.body).toMatchObject({ authenticated: false, kind: 'anonymous', player: null, canPlay: false });
    expect(anonymous.body.limits).toMatchObject([{ name: 'address', quota: 1200 }]);
    // The budget of one address must not be served to another from a shared cache.
    expect(anonymous.headers.get('cache-control')).toBe('private, no-cache');
    const agent = await service.anAgent('pro');
    const { body } = await service.call('GET', path, { headers: agent.headers });
    expect(body).toMatchObject({
      authenticated: true,
      kind: 'agent',
      player: { id: agent.playerId },
      keyId: agent.keyId,
      plan: 'pro',
      canPlay: true,
      limits: [
        { name: 'reads', quota: 600, remaining: 599 },
        { name: 'orders', quota: 120, remaining: 120 },
        { name: 'cancels', quota: 600, remaining: 600 },
        { name: 'forecasts', quota: 120, remaining: 120 },
      ],
    });
    expect(body.scopes).toContain('data:signals');
    const person = await service.aPerson();
    const own = await service.call('GET', path, { headers: person.headers });
    expect(own.body).toMatchObject({ kind: 'human', player: { handle: person.handle }, keyId: null });
    const bad = await service.call('GET', path, { headers: { authorization: 'Bearer nonsense' } });
    expect([bad.status, bad.body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('GET /api/v1/agent/tools', () => {
  it('has schemas that compile separately', async () => {
    const { body } = await service.call('GET', '/api/v1/agent/tools');
    expect(body.mcp.url).toBe('http://presage.test/mcp');
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const { name, inputSchema, outputSchema, description } of body.tools) {
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/\$ref|x-name/);
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
      expect(ajv.compile(inputSchema)).toBeTypeOf('function');
      expect(ajv.compile(outputSchema)).toBeTypeOf('function');
      expect(name).toMatch(/^[a-z_]{3,40}$/);
      expect(description.length).toBeGreaterThan(80);
      const properties: Record<string, { description?: string }> = inputSchema.properties ?? {};
      for (const [argument, { description: text }] of Object.entries(properties))
        expect(text, `${name}: ${argument}`).toMatch(/\w+ \w+/);
    }
  });
});

describe('texts for agents', () => {
  it('mention only paths that are served', async () => {
    const paths = new Set(routes.flatMap(({ path, aliases = [] }) => [path, ...aliases]));
    for (const page of ['/llms.txt', '/SKILL.md']) {
      const { text } = await service.call('GET', page);
      expect(text).toContain('/api/events/{slug}/stream');
      expect(text).toContain('ws://presage.test/api/v1/ws');
      const mentioned = [...text.matchAll(/(?:http|ws):\/\/presage\.test(\/[\w./-]+)/g)].map(([, path]) => path);
      expect(mentioned.length).toBeGreaterThan(1);
      for (const path of mentioned) {
        if (path === '/mcp' || path.startsWith('/docs') || path === '/api/events/') continue;
        expect(paths, `${page} names ${path}`).toContain(path.replace(/\.$/, ''));
      }
    }
  });

  it('contain everything in one file, and the skill has its front matter', async () => {
    const full = await service.call('GET', '/llms-full.txt');
    for (const { text } of service.services.service.documents) expect(full.text).toContain(text.trim());
    const skill = await service.call('GET', '/SKILL.md');
    expect(skill.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(skill.text).toMatch(/^---\nname: presage\ndescription: .{50,1000}\n---\n/);
    for (const { name } of buildTools(routes)) expect(skill.text).toContain(`\`${name}\``);
  });
});
